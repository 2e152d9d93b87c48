import type { TicketPriority, TicketStatus } from '@parley/core/api/tickets'
import type { TicketEntity } from '@parley/core/read/ticket'
import type { creationStatuses } from '@parley/core/words/tickets'
import { keep, readKept } from '../../client/device-store.ts'

/** A ticket that is being written. */
export interface NewTicketDraft {
  /** Goes with it to the server: however often it is sent, it is one ticket. */
  readonly clientId: string
  readonly title: string
  readonly description: string
  readonly priority: TicketPriority
  readonly status: (typeof creationStatuses)[number]
  /** It was sent and nobody knows whether it arrived: it can be sent again, as it was. */
  readonly isUndecided: boolean
}

/** What an agent has begun on a ticket. */
export interface TicketDraft {
  /** The ticket as it was when this was begun, or as it was last looked at. */
  readonly base: TicketEntity
  /** The status that was picked; null while it is to stay. */
  readonly status: TicketStatus | null
  readonly note: string
  /** What stands in the resolve form; null while it is closed. */
  readonly resolution: string | null
}

/** All that an agent has begun on the tickets of one conversation, by ticket. */
export interface TicketDrafts {
  readonly creating: NewTicketDraft | null
  readonly edits: Readonly<Record<string, TicketDraft>>
}

export const noDrafts: TicketDrafts = { creating: null, edits: {} }

const keyOf = (agentId: string, conversationId: string) => `ticket-drafts:${agentId}:${conversationId}`

export const readTicketDrafts = async (agentId: string, conversationId: string): Promise<TicketDrafts> =>
  (await readKept<TicketDrafts>(keyOf(agentId, conversationId))) ?? noDrafts

/** Keeps drafts on this device; none at all are forgotten. */
export const keepTicketDrafts = (
  agentId: string,
  conversationId: string,
  drafts: TicketDrafts,
): Promise<void> => {
  const isEmpty = drafts.creating === null && Object.keys(drafts.edits).length === 0
  return keep(keyOf(agentId, conversationId), isEmpty ? undefined : drafts)
}
