import { useCallback, useEffect, useRef, useState } from 'react'
import {
  keepTicketDrafts,
  type NewTicketDraft,
  noDrafts,
  readTicketDrafts,
  type TicketDraft,
  type TicketDrafts,
} from '../../data/tickets/drafts.ts'
import { isBegun } from './ticket-draft.ts'

/** What is begun on a conversation's tickets; kept on this device until it is saved or discarded. */
export interface TicketDraftsState {
  readonly drafts: TicketDrafts
  readonly setCreating: (draft: NewTicketDraft | null) => void
  readonly setEdit: (ticketId: string, change: (draft: TicketDraft | null) => TicketDraft | null) => void
  readonly discard: () => void
}

/** The drafts of one agent in one conversation; give the component a key of both. */
export function useTicketDrafts(agentId: string, conversationId: string): TicketDraftsState {
  const [drafts, setDrafts] = useState(noDrafts)
  const restored = useRef(false)
  useEffect(() => {
    let current = true
    const restore = async () => {
      const kept = await readTicketDrafts(agentId, conversationId)
      if (!current) return
      restored.current = true
      // What is written already came after what was kept.
      setDrafts(now => ({
        creating: now.creating ?? kept.creating,
        edits: { ...kept.edits, ...now.edits },
      }))
    }
    void restore()
    return () => {
      current = false
    }
  }, [agentId, conversationId])
  useEffect(() => {
    if (restored.current || drafts !== noDrafts) void keepTicketDrafts(agentId, conversationId, drafts)
  }, [agentId, conversationId, drafts])

  const setCreating = useCallback<TicketDraftsState['setCreating']>(
    creating => setDrafts(now => ({ ...now, creating })),
    [],
  )
  const setEdit = useCallback<TicketDraftsState['setEdit']>(
    (ticketId, change) =>
      setDrafts(now => {
        const { [ticketId]: held = null, ...others } = now.edits
        const next = change(held)
        return { ...now, edits: next === null || !isBegun(next) ? others : { ...others, [ticketId]: next } }
      }),
    [],
  )
  const discard = useCallback(() => setDrafts(noDrafts), [])
  return { drafts, setCreating, setEdit, discard }
}
