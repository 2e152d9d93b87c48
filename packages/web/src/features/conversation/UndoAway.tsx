import { t } from '@parley/core/text/translate'
import { customerNameOf } from '@parley/core/conversations/rules'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { serverNow } from '../../client/server-clock.ts'
import { newestSent } from '../../data/messages/sent-away.ts'
import { useStore } from '../../store.ts'
import { rowOf } from '../../sync/query-cache.ts'
import { closeToast, showToast } from '../../ui/states/toasts.ts'
import { tellLeft, type UndoAsked } from './writing/use-undo-send.ts'

/** For as long as a reply is held, an agent who has gone on from it can go back and take it back. */
export function UndoAway({ current }: { readonly current: string | null }) {
  const sent = useStore(newestSent)
  const told = useRef(newestSent.get())
  const client = useQueryClient()
  const navigate = useNavigate()
  useEffect(() => {
    if (sent === null || sent === told.current || sent.conversationId === current) return
    told.current = sent
    const { conversationId, messageId, leavesAt } = sent
    const left = () => Date.parse(leavesAt) - serverNow()
    if (left() <= 0) return
    const key = `sent ${messageId}`
    setTimeout(() => closeToast(key), left())
    const row = rowOf(client, conversationId)
    showToast({
      key,
      stays: true,
      title: row === null ? t('Sent') : t('Sent to {row}', { row: customerNameOf(row) }),
      action: t('Undo'),
      onPress: () => {
        if (left() <= 0) return tellLeft()
        const state: UndoAsked = { undo: messageId }
        void navigate(`/conversations/${conversationId}`, { state })
      },
    })
  }, [sent, current, client, navigate])
  return null
}
