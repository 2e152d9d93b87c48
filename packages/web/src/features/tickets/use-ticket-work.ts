import { t } from '@parley/core/text/translate'
import type { ConversationMeta } from '@parley/core/conversations/api'
import { customerNameOf, isNameless, numberLabel } from '@parley/core/conversations/rules'
import type { MessageEntity } from '@parley/core/messages/api'
import type { TicketEntity } from '@parley/core/tickets/api'
import { summaryTicket } from '@parley/core/tickets/rules'
import { useState } from 'react'
import { logFailure } from '../../client/action-messages.ts'
import { newId } from '../../client/client.ts'
import { loadBrief } from '../../data/assignments/actions.ts'
import { type TicketsView, useTickets } from '../../data/tickets/queries.ts'
import { beganTicket, briefedTicket } from './edit/ticket-draft.ts'
import { type TicketDraftsState, useTicketDrafts } from './edit/use-ticket-drafts.ts'

interface TicketWindowState {
  readonly isOpen: boolean
  /** How often it was opened, so that each opening begins anew; 0 before the first. */
  readonly opened: number
  /** The ticket that is unfolded; null: none. */
  readonly ticketId: string | null
  /** It was opened for a new ticket alone. */
  readonly isForNew: boolean
}

/** A conversation's tickets as the parts of its screen share them. */
export interface TicketWork extends TicketDraftsState {
  readonly conversation: ConversationMeta
  readonly viewerId: string
  readonly view: TicketsView
  /** The ticket that stands for the conversation. */
  readonly summary: TicketEntity | null
  /** Why nothing can be done with tickets; null when it can. */
  readonly off: string | null
  readonly window: TicketWindowState
  /** Opens the window, with this ticket unfolded; null: with none. */
  readonly open: (ticketId: string | null) => void
  /** Opens the form of a new ticket in the open window, filled in; what was begun there before is still in it. */
  readonly begin: () => void
  /** Opens the window with that form; it closes once the ticket is created. */
  readonly openNew: () => void
  /** As `openNew`; the new ticket quotes a message. */
  readonly openNewFrom: (message: MessageEntity) => void
  readonly close: () => void
}

/** Loads a conversation's tickets and holds what is begun on them. `isLoaded`: the conversation is no placeholder. */
export function useTicketWork(
  conversation: ConversationMeta,
  agentId: string,
  isLoaded: boolean,
): TicketWork {
  'use memo'
  const off = isLoaded ? null : t('You can use tickets when the conversation is loaded')
  const view = useTickets(conversation.id, off === null)
  const state = useTicketDrafts(agentId, conversation.id)
  const [window, setWindow] = useState<TicketWindowState>({
    isOpen: false,
    opened: 0,
    ticketId: null,
    isForNew: false,
  })
  const named = conversation.ticket?.id ?? null
  const summary = summaryTicket(view.tickets, named)
  const { changeCreating } = state
  const { id } = conversation
  const name = isNameless(conversation) ? null : customerNameOf(conversation)
  const number = numberLabel(conversation)
  const openWindow = (ticketId: string | null, isForNew: boolean) =>
    setWindow(({ opened }) => ({ isOpen: true, opened: opened + 1, ticketId, isForNew }))
  const fill = async (words: string | null) => {
    const clientId = newId()
    const customer = { name, number }
    changeCreating(now => beganTicket(now, clientId, { customer, words, brief: null }))
    try {
      const brief = await loadBrief(id)
      const newest = brief.last_lines.findLast(({ from, text }) => from === 'customer' && text !== '')
      const source = { customer, words: words ?? newest?.text ?? null, brief }
      changeCreating(now => briefedTicket(now, clientId, source))
    } catch (cause) {
      logFailure('fetchBrief', cause)
    }
  }
  return {
    ...state,
    conversation,
    viewerId: agentId,
    view,
    summary,
    off,
    window,
    open: ticketId => openWindow(ticketId, false),
    begin: () => void fill(null),
    openNew: () => {
      void fill(null)
      openWindow(null, true)
    },
    openNewFrom: message => {
      void fill(message.content)
      openWindow(null, true)
    },
    close: () => setWindow(now => ({ ...now, isOpen: false })),
  }
}
