import type { MessageEntity } from '@parley/core/messages/api'
import { takeBackMs } from '@parley/core/messages/delivery'
import { leftWords, sentKey, undoAskedOf, useNotedSent } from '../finish/use-noted-sent.ts'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useLocation } from 'react-router'
import { serverNow } from '../../../client/server-clock.ts'
import { forgetAction, lastAction } from '../../../commands/last-action.ts'
import { useStore } from '../../../store.ts'
import { showToast } from '../../../ui/states/toasts.ts'

/**
 * Taking back what the agent has just sent: by a press beside it, and for an agent who comes for it by Z or a toast.
 * @param takeBack null when it is taken back, else why not
 * @param putBack puts what it said into the composer
 */
export function useUndoSend(
  agentId: string,
  conversationId: string,
  messages: readonly MessageEntity[],
  takeBack: (message: MessageEntity) => Promise<string | null>,
  putBack: (message: MessageEntity) => void,
): (message: MessageEntity) => void {
  const taking = useRef(new Set<string>())
  const undo = useCallback(
    (message: MessageEntity) => {
      taking.current.add(message.id)
      forgetAction(sentKey({ messageId: message.id }))
      const take = async () => {
        const refused = await takeBack(message)
        if (refused === null) putBack(message)
        else showToast({ key: 'undo-send', title: refused, urgent: true })
      }
      void take()
    },
    [takeBack, putBack],
  )
  const newest = useMemo(
    () =>
      messages.findLast(
        one => one.status === 'queued' && one.leaves_at !== null && one.sender_id === agentId,
      ) ?? null,
    [messages, agentId],
  )
  const noteSent = useNotedSent()
  const isNothingNoted = useStore(lastAction) === null
  useEffect(() => {
    // Sent before the page was loaded, or before a reply that was taken back.
    if (newest !== null && newest.leaves_at !== null && isNothingNoted && !taking.current.has(newest.id))
      noteSent({ conversationId, messageId: newest.id, leavesAt: newest.leaves_at, resolves: false })
  }, [newest, isNothingNoted, conversationId, noteSent])

  const asked = undoAskedOf(useLocation().state)
  const done = useRef<string | null>(null)
  useEffect(() => {
    if (asked === null || done.current === asked) return
    const message = messages.find(one => one.id === asked)
    if (message === undefined) return
    done.current = asked
    // The address keeps what it asked for when the page is loaded anew.
    if (takeBackMs(message, agentId, serverNow()) > 0) undo(message)
    else showToast({ key: 'undo-send', title: leftWords, urgent: true })
  }, [asked, messages, agentId, undo])
  return undo
}
