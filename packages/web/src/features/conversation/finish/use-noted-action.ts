import { undoMs } from '@parley/core/conversations/finish'
import { t } from '@parley/core/text/translate'
import { useNavigate } from 'react-router'
import type { ConversationMeta } from '@parley/core/conversations/api'
import { customerNameOf } from '@parley/core/conversations/rules'
import { useQueryClient } from '@tanstack/react-query'
import { type DoneAction, forgetAction, noteAction, tellAction } from '../../../commands/last-action.ts'
import type { HandedOver } from '../../../data/assignments/actions.ts'
import { undoChange } from '../../../data/conversations/bulk.ts'
import { keepFocus } from '../../../ui/overlays/free-focus.ts'
import { showToast } from '../../../ui/states/toasts.ts'
import type { AdvanceToNext } from '../along-the-queue.ts'

/** Something that was done with a conversation. */
interface Done extends Pick<DoneAction, 'key' | 'done' | 'undo'> {
  readonly conversationId: string
  /** Said in a toast, with what else is to be known; null: no toast. */
  readonly told: { readonly description?: string } | null
}

/** Registers what was done with a conversation: Z undoes it for a minute, and leads back to the conversation. */
export function useNotedAction(): (action: Done) => void {
  'use memo'
  const navigate = useNavigate()
  return ({ key, done, conversationId, undo, told }) => {
    const action: DoneAction = {
      key,
      done,
      until: Date.now() + undoMs,
      late: t('Too late to undo: {done}', { done }),
      isSeen: false,
      undo: async () => {
        await undo()
        const path = `/conversations/${conversationId}`
        if (location.pathname !== path) void navigate(path)
      },
    }
    noteAction(action)
    if (told !== null) tellAction(action, told)
  }
}

/** Says who was offered the conversation, and opens what `plan` chooses; an agent who took it for themselves stays. */
export function useHandedOver(
  conversation: ConversationMeta,
  plan: AdvanceToNext['plan'],
): (handed: HandedOver) => void {
  'use memo'
  const client = useQueryClient()
  const note = useNotedAction()
  return ({ to, assignmentId }) => {
    const { id } = conversation
    const name = customerNameOf(conversation)
    const key = `assigned ${id}`
    if (assignmentId === null) {
      forgetAction()
      if (to === null) showToast({ key, title: t('Returned {name} to the bot', { name }) })
    } else {
      const undo = () => undoChange(client, id, { kind: 'assignment', assignment_id: assignmentId })
      const done =
        to === null || to.isViewer
          ? t('Assigned {name} to you', { name })
          : to.as === 'owner'
            ? t('Assigned {name} to {agent}', { name, agent: to.name })
            : t('Offered {name} to {agent}', { name, agent: to.name })
      note({ key, done, conversationId: id, undo, told: to?.isViewer === true ? null : {} })
    }
    keepFocus()
    if (to?.isViewer !== true) plan()()
  }
}
