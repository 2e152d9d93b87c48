import { useEffect, useRef } from 'react'
import { useMatch } from 'react-router'
import { forgetAction, lastAction, tellAction, undoLast } from '../../commands/last-action.ts'
import { useCommand } from '../../commands/live.ts'
import { newestSent } from '../../data/messages/outboxes.ts'
import { useStore } from '../../store.ts'
import { closeToast } from '../../ui/states/toasts.ts'
import { sentKey, useNotedSent } from './finish/use-noted-sent.ts'

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
