import { t } from '@parley/core/text/translate'
import type { MessageEntity } from '@parley/core/messages/api'
import { takeBackMs } from '@parley/core/messages/delivery'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useLocation } from 'react-router'
import { serverNow } from '../../../client/server-clock.ts'
import { useCommand } from '../../../commands/live.ts'
import { showToast } from '../../../ui/states/toasts.ts'

/** What a way to a conversation asks of it: to take a message back there. */
export interface UndoAsked {
  readonly undo: string
}

const undoOf = (state: unknown): string | null => (state as UndoAsked | null)?.undo ?? null

/** It is too late to take a reply back. */
export const tellLeft = (): void =>
  showToast({ key: 'undo-send', title: t('It has left already'), urgent: true })

/**
 * Taking back what the agent has just sent: by a press beside it, by its key, and for whoever has gone on since and comes
 * back for it.
 * @param takeBack null when it is taken back, else why not
 * @param putBack puts what it said into the composer
 */
export function useUndoSend(
  agentId: string,
  messages: readonly MessageEntity[],
  takeBack: (message: MessageEntity) => Promise<string | null>,
  putBack: (message: MessageEntity) => void,
): (message: MessageEntity) => void {
  const undo = useCallback(
    (message: MessageEntity) => {
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
  useCommand('conversation.undo-send', newest === null ? null : () => undo(newest))

  const asked = undoOf(useLocation().state)
  const done = useRef<string | null>(null)
  useEffect(() => {
    if (asked === null || done.current === asked) return
    const message = messages.find(one => one.id === asked)
    if (message === undefined) return
    done.current = asked
    // The address keeps what it asked for when the page is loaded anew.
    if (takeBackMs(message, agentId, serverNow()) > 0) undo(message)
    else tellLeft()
  }, [asked, messages, agentId, undo])
  return undo
}
