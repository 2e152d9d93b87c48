import type { TicketEntity, TicketPriority, TicketStatus } from '@parley/core/tickets/api'
import type { creationStatuses } from '@parley/core/tickets/constants'
import { type DraftKind, joinedText } from '../../client/device/kept-draft.ts'

/** A ticket that is being written. */
export interface NewTicketDraft {
  /** Goes with it to the server: however often it is sent, it is one ticket. */
  readonly clientId: string
  readonly title: string
  readonly description: string
  /** What the form was filled in with: as long as nothing else stands in it, nothing is lost with it. */
  readonly filled?: { readonly title: string; readonly description: string }
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

const noDrafts: TicketDrafts = { creating: null, edits: {} }

export const ticketDraftsKey = (agentId: string, conversationId: string): string =>
  `ticket-drafts:${agentId}:${conversationId}`

export const ticketDrafts: DraftKind<TicketDrafts> = {
  empty: () => noDrafts,
  isEmpty: ({ creating, edits }) => creating === null && Object.keys(edits).length === 0,
  join: (kept, written) => ({
    creating: joinedCreation(kept.creating, written.creating),
    edits: {
      ...kept.edits,
      ...Object.fromEntries(
        Object.entries(written.edits).map(([id, edit]) => [id, joinedEdit(kept.edits[id], edit)]),
      ),
    },
  }),
}

/** One that was sent and may have arrived stays as it was: it can only be sent again as the same. */
function joinedCreation(kept: NewTicketDraft | null, written: NewTicketDraft | null): NewTicketDraft | null {
  if (kept === null || written === null) return written ?? kept
  if (kept.isUndecided) return kept
  return {
    ...written,
    title: joinedText(kept.title, written.title, ' '),
    description: joinedText(kept.description, written.description),
  }
}

function joinedEdit(kept: TicketDraft | undefined, written: TicketDraft): TicketDraft {
  if (kept === undefined) return written
  const { status, resolution } = kept
  return {
    ...written,
    status: written.status ?? status,
    note: joinedText(kept.note, written.note),
    resolution:
      resolution === null || written.resolution === null
        ? (written.resolution ?? resolution)
        : joinedText(resolution, written.resolution),
  }
}
