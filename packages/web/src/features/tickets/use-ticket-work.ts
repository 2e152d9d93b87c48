import { t } from '@parley/core/text/translate'
import type { ConversationMeta } from '@parley/core/conversations/api'
import { customerNameOf, isNameless, numberLabel } from '@parley/core/conversations/rules'
import type { MessageEntity } from '@parley/core/messages/api'
import { summaryTicket } from '@parley/core/tickets/rules'
import { useState } from 'react'
import { logFailure } from '../../client/action-messages.ts'
import { newId } from '../../client/client.ts'
import { loadBrief } from '../../data/assignments/actions.ts'
import { useTickets } from '../../data/tickets/queries.ts'
import { beganTicket, briefedTicket, useTicketDrafts } from './edit/ticket-draft.ts'

/** A conversation's tickets as the parts of its screen share them. */
export type TicketWork = ReturnType<typeof useTicketWork>

/** Loads a conversation's tickets and holds what is begun on them. `isLoaded`: the conversation is no placeholder. */
export function useTicketWork(conversation: ConversationMeta, agentId: string, isLoaded: boolean) {
  'use memo'
  const off = isLoaded ? null : t('You can use tickets when the conversation is loaded')
  const view = useTickets(conversation.id, off === null)
  const state = useTicketDrafts(agentId, conversation.id)
  const [window, setWindow] = useState({
    isOpen: false,
    /** How often it was opened, so that each opening begins anew; 0 before the first. */
    opened: 0,
    /** The ticket that is unfolded; null: none. */
    ticketId: null as string | null,
    /** It was opened for a new ticket alone. */
    isForNew: false,
  })
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
    /** The ticket that stands for the conversation. */
    summary: summaryTicket(view.tickets, conversation.ticket?.id ?? null),
    /** Why nothing can be done with tickets; null when it can. */
    off,
    window,
    /** Opens the window, with this ticket unfolded; null: with none. */
    open: (ticketId: string | null) => openWindow(ticketId, false),
    /** Opens the form of a new ticket in the open window, filled in; what was begun there before is still in it. */
    begin: () => void fill(null),
    /** Opens the window with that form; it closes once the ticket is created. */
    openNew: () => {
      void fill(null)
      openWindow(null, true)
    },
    /** As `openNew`; the new ticket quotes a message. */
    openNewFrom: (message: MessageEntity) => {
      void fill(message.content)
      openWindow(null, true)
    },
    close: () => setWindow(now => ({ ...now, isOpen: false })),
  }
}
