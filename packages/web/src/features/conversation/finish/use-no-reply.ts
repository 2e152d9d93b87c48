import type { ConversationMeta } from '@parley/core/conversations/api'
import { customerNameOf } from '@parley/core/conversations/rules'
import { t } from '@parley/core/text/translate'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { forgetAction } from '../../../commands/last-action.ts'
import { useCommand } from '../../../commands/live.ts'
import { undoNoReply, useNoReply } from '../../../data/conversations/waits.ts'
import { closeToast } from '../../../ui/states/toasts.ts'
import type { AdvanceToNext } from '../writing/use-advance.ts'
import { useNotedAction } from './use-noted-action.ts'

/** The one press that ends the customer's wait without a reply, or undoes that. */
export interface NoReplyControl {
  /** Null: the customer does not wait, and nobody decided so. */
  readonly step: 'mark' | 'undo' | null
  readonly busy: boolean
  readonly failure: string | null
  readonly dismiss: () => void
  readonly press: () => void
}

interface Waiting {
  /** Since when the customer waits for an answer; null: they do not. */
  readonly since: string | null
  /** The number of the customer's newest message. */
  readonly inboundNo: number
}

/**
 * @param isReal it is one of the server's, and all of it is here
 * @param plan what opens once nobody waits any more
 */
export function useNoReplyControl(
  conversation: ConversationMeta,
  { since, inboundNo }: Waiting,
  isReal: boolean,
  plan: AdvanceToNext['plan'],
): NoReplyControl {
  'use memo'
  const client = useQueryClient()
  const note = useNotedAction()
  const goOn = useRef<(() => void) | null>(null)
  const { id, no_reply: marked } = conversation
  const key = `no reply ${id}`
  const { busy, failure, dismiss, mark, unmark } = useNoReply(conversation, isMarked => {
    if (isMarked) {
      const done = t('No reply needed: {name}', { name: customerNameOf(conversation) })
      note({ key, done, conversationId: id, undo: () => undoNoReply(client, id), told: {} })
      goOn.current?.()
    } else {
      forgetAction(key)
      closeToast(key)
    }
    goOn.current = null
  })
  const step = !isReal ? null : marked !== null ? 'undo' : since !== null ? 'mark' : null
  const press = () => {
    if (busy || step === null) return
    if (step === 'undo') return unmark()
    goOn.current = plan()
    mark(inboundNo)
  }
  useCommand('conversation.no-reply', step !== null && !busy ? press : null)
  return { step, busy, failure, dismiss, press }
}
