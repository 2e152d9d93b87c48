import { useEffect, useRef } from 'react'
import { useMatch, useNavigate } from 'react-router'
import { undoMs } from '@parley/core/conversations/finish'
import { customerNameOf } from '@parley/core/conversations/rules'
import { t } from '@parley/core/text/translate'
import { useQueryClient } from '@tanstack/react-query'
import { forgetAction, lastAction, noteAction, tellAction, undoLast } from '../../commands/last-action.ts'
import { useCommand } from '../../commands/live.ts'
import { newestSent, type SentAway } from '../../data/messages/unsent.ts'
import { useStore } from '../../store.ts'
import { closeToast } from '../../ui/states/toasts.ts'
import { serverNow } from '../../client/server-clock.ts'
import { reopen } from '../../data/conversations/status.ts'
import { rowOf } from '../../sync/query-cache.ts'

/**
 * Z undoes the last action. A reply is one for as long as it is held, and where its conversation is not on the screen a
 * toast says so.
 */
export function UndoAway() {
  const current = useMatch('/conversations/:id')?.params.id ?? null
  const sent = useStore(newestSent)
  const noted = useRef(newestSent.get())
  const told = useRef(newestSent.get())
  const noteSent = useNotedSent()
  const last = useStore(lastAction)
  useCommand('undo', last === null ? null : () => undoLast(Date.now()))
  // The next agent who signs in here undoes nothing of this one's.
  useEffect(() => () => forgetAction(), [])
  useEffect(() => {
    if (sent === null || sent === noted.current) return
    noted.current = sent
    noteSent(sent)
  }, [sent, noteSent])
  useEffect(() => {
    if (sent === null || sent === told.current || sent.conversationId === current) return
    told.current = sent
    const action = lastAction.get()
    if (action === null || action.key !== sentKey(sent)) return
    const left = action.until - Date.now()
    if (left <= 0) return
    if (sent.leavesAt === null) return tellAction(action)
    tellAction(action, { stays: true })
    setTimeout(() => closeToast(action.key), left)
  }, [sent, current])
  return null
}

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
  'use memo'
  const client = useQueryClient()
  const navigate = useNavigate()
  return sent => {
    const { conversationId, messageId, leavesAt, resolves } = sent
    const key = sentKey(sent)
    const path = `/conversations/${conversationId}`
    const row = rowOf(client, conversationId)
    const name = row === null ? null : customerNameOf(row)
    if (leavesAt !== null) {
      return noteAction({
        key,
        done: sentWords(name, resolves),
        until: Date.now() + Date.parse(leavesAt) - serverNow(),
        late: leftWords,
        isSeen: true,
        undo: async () => {
          const state: UndoAsked = { undo: messageId }
          await navigate(path, { state, replace: location.pathname === path })
        },
      })
    }
    const done = name === null ? t('Resolved') : t('Resolved {name}', { name })
    noteAction({
      key,
      done,
      until: Date.now() + undoMs,
      late: t('Too late to undo: {done}', { done }),
      isSeen: false,
      undo: async () => {
        await reopen(client, conversationId)
        await navigate(path)
      },
    })
  }
}

function sentWords(name: string | null, resolves: boolean): string {
  if (name === null) return resolves ? t('Sent and resolved') : t('Sent')
  return resolves ? t('Sent to {name}, and resolved', { name }) : t('Sent to {name}', { name })
}
