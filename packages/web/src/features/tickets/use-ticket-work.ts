import { t } from '@parley/core/text/translate'
import type { ConversationMeta } from '@parley/core/conversations/api'
import type { TicketEntity } from '@parley/core/tickets/api'
import { summaryTicket } from '@parley/core/tickets/rules'
import { useState } from 'react'
import { newId } from '../../client/client.ts'
import { type TicketsView, useTickets } from '../../data/tickets/queries.ts'
import { newTicketDraft } from './edit/ticket-draft.ts'
import { type TicketDraftsState, useTicketDrafts } from './edit/use-ticket-drafts.ts'

/** What the window of tickets opens with. */
export interface TicketView {
  /** The ticket that is unfolded. */
  readonly ticketId: string | null
  /** Its complete details are asked for at once. */
  readonly complete: boolean
}

/** A conversation's tickets as the parts of its screen share them. */
export interface TicketWork extends TicketDraftsState {
  readonly conversation: ConversationMeta
  readonly view: TicketsView
  /** The ticket that stands for the conversation. */
  readonly summary: TicketEntity | null
  /** Why nothing can be done with tickets; null when it can. */
  readonly off: string | null
  /** `opened` counts how often, so that each opening begins anew; 0 before the first. */
  readonly window: { readonly isOpen: boolean; readonly opened: number; readonly view: TicketView }
  readonly open: (view: Partial<TicketView>) => void
  /** Opens the form of a new ticket in the window; what was begun there before is still in it. */
  readonly begin: () => void
  readonly close: () => void
}

const folded: TicketView = { ticketId: null, complete: false }

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
  const [window, setWindow] = useState({ isOpen: false, opened: 0, view: folded })
  const named = conversation.ticket?.id ?? null
  const summary = summaryTicket(view.tickets, named)
  return {
    ...state,
    conversation,
    view,
    summary,
    off,
    window,
    open: asked =>
      setWindow(({ opened }) => ({ isOpen: true, opened: opened + 1, view: { ...folded, ...asked } })),
    begin: () => state.setCreating(state.drafts.creating ?? newTicketDraft(newId())),
    close: () => setWindow(now => ({ ...now, isOpen: false })),
  }
}
