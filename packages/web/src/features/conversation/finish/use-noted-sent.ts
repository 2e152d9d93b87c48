import { undoMs } from '@parley/core/conversations/finish'
import { customerNameOf } from '@parley/core/conversations/rules'
import { t } from '@parley/core/text/translate'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { serverNow } from '../../../client/server-clock.ts'
import { noteAction } from '../../../commands/last-action.ts'
import { reopen } from '../../../data/conversations/status.ts'
import type { SentAway } from '../../../data/messages/outboxes.ts'
import { rowOf } from '../../../sync/query-cache.ts'

/** What a way to a conversation asks of it: to take a message back there. */
interface UndoAsked {
  readonly undo: string
}

/** The message that this navigation asks to take back; null: none. */
export const undoAskedOf = (state: unknown): string | null => (state as UndoAsked | null)?.undo ?? null

/** It is too late to take a reply back. */
export const leftWords = t('It has left already')

export const sentKey = ({ messageId }: Pick<SentAway, 'messageId'>): string => `sent ${messageId}`

/** Registers a reply: Z leads to its conversation, which takes it back. One that has left can only have resolved it. */
export function useNotedSent(): (sent: SentAway) => void {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useCallback(
    (sent: SentAway) => {
      const { conversationId, messageId, leavesAt, resolves } = sent
      const path = `/conversations/${conversationId}`
      const row = rowOf(client, conversationId)
      const name = row === null ? null : customerNameOf(row)
      if (leavesAt === null) {
        const done = name === null ? t('Resolved') : t('Resolved {name}', { name })
        noteAction({
          key: sentKey(sent),
          done,
          until: Date.now() + undoMs,
          late: t('Too late to undo: {done}', { done }),
          isSeen: false,
          undo: async () => {
            await reopen(client, conversationId)
            await navigate(path)
          },
        })
        return
      }
      noteAction({
        key: sentKey(sent),
        done: sentWords(name, resolves),
        until: Date.now() + Date.parse(leavesAt) - serverNow(),
        late: leftWords,
        isSeen: true,
        undo: async () => {
          const state: UndoAsked = { undo: messageId }
          await navigate(path, { state, replace: location.pathname === path })
        },
      })
    },
    [client, navigate],
  )
}

function sentWords(name: string | null, resolves: boolean): string {
  if (name === null) return resolves ? t('Sent and resolved') : t('Sent')
  return resolves ? t('Sent to {name}, and resolved', { name }) : t('Sent to {name}', { name })
}
