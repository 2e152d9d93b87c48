import { useCallback, useMemo } from 'react'
import { useKeptDraft } from '../../../client/device/kept-draft.ts'
import {
  type NewTicketDraft,
  type TicketDraft,
  type TicketDrafts,
  ticketDrafts,
  ticketDraftsKey,
} from '../../../data/tickets/drafts.ts'
import { isBegun } from './ticket-draft.ts'

/** What is begun on a conversation's tickets; kept on this device until it is saved or discarded. */
export interface TicketDraftsState {
  readonly drafts: TicketDrafts
  readonly setCreating: (draft: NewTicketDraft | null) => void
  readonly changeCreating: (change: (draft: NewTicketDraft | null) => NewTicketDraft | null) => void
  readonly setEdit: (ticketId: string, change: (draft: TicketDraft | null) => TicketDraft | null) => void
  readonly discard: () => void
}

/** The drafts of one agent in one conversation. */
export function useTicketDrafts(agentId: string, conversationId: string): TicketDraftsState {
  const { draft: drafts, kept } = useKeptDraft(ticketDraftsKey(agentId, conversationId), ticketDrafts)
  const changeCreating = useCallback<TicketDraftsState['changeCreating']>(
    change => kept.change(now => ({ ...now, creating: change(now.creating) })),
    [kept],
  )
  const setCreating = useCallback<TicketDraftsState['setCreating']>(
    creating => changeCreating(() => creating),
    [changeCreating],
  )
  const setEdit = useCallback<TicketDraftsState['setEdit']>(
    (ticketId, change) =>
      kept.change(now => {
        const { [ticketId]: held = null, ...others } = now.edits
        const next = change(held)
        return { ...now, edits: next === null || !isBegun(next) ? others : { ...others, [ticketId]: next } }
      }),
    [kept],
  )
  const discard = useCallback(() => kept.change(ticketDrafts.empty), [kept])
  return useMemo(
    () => ({ drafts, setCreating, changeCreating, setEdit, discard }),
    [drafts, setCreating, changeCreating, setEdit, discard],
  )
}
