import type { ConversationMeta } from '@parley/core/conversations/api'
import { customerNameOf } from '@parley/core/conversations/rules'
import { t } from '@parley/core/text/translate'
import { useQueryClient } from '@tanstack/react-query'
import { forgetAction } from '../../../commands/last-action.ts'
import type { HandedOver } from '../../../data/assignments/actions.ts'
import { undoChange } from '../../../data/conversations/bulk.ts'
import { keepFocus } from '../../../ui/overlays/free-focus.ts'
import { showToast } from '../../../ui/states/toasts.ts'
import type { AdvanceToNext } from '../writing/use-advance.ts'
import { useNotedAction } from './use-noted-action.ts'

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
