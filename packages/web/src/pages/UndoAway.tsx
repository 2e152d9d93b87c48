import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { newestSent } from '../data/messages/sent-away.ts'
import { useStore } from '../store.ts'
import { rowOf } from '../sync/query-cache.ts'
import { showToast } from '../ui/toasts.ts'
import type { UndoAsked } from './use-undo-send.ts'

/** Whoever has gone on from what they sent hears that it is held still, and can go back and have it again. */
export function UndoAway({ current }: { readonly current: string | null }) {
  const sent = useStore(newestSent)
  const told = useRef(newestSent.get())
  const client = useQueryClient()
  const navigate = useNavigate()
  useEffect(() => {
    if (sent === null || sent === told.current || sent.conversationId === current) return
    told.current = sent
    const { conversationId, messageId } = sent
    const name = rowOf(client, conversationId)?.customer_name
    showToast({
      key: 'undo-send',
      title: name === undefined ? 'Sent' : `Sent to ${name}`,
      action: 'Undo',
      onPress: () => {
        const state: UndoAsked = { undo: messageId }
        void navigate(`/conversations/${conversationId}`, { state })
      },
    })
  }, [sent, current, client, navigate])
  return null
}
