import type { ConversationMeta } from '@parley/core/conversations/api'
import { customerNameOf } from '@parley/core/conversations/rules'
import { t } from '@parley/core/text/translate'
import { useQueryClient } from '@tanstack/react-query'
import type { HandedOver } from '../../data/assignments/actions.ts'
import type { SnoozeControl } from '../../data/conversations/snooze.ts'
import { AssignButton } from '../assignments/AssignButton.tsx'
import { WithdrawOffer } from '../assignments/offers/WithdrawOffer.tsx'
import { TicketActions } from '../tickets/TicketActions.tsx'
import type { TicketWork } from '../tickets/use-ticket-work.ts'
import { NoReplyButton, type NoReplyControl } from './finish/NoReply.tsx'
import { SnoozeButton } from './SnoozeConversation.tsx'
import type { CustomerPanelState } from './use-customer-panel.ts'
import { forgetAction } from '../../commands/last-action.ts'
import { undoChange } from '../../data/conversations/undo-change.ts'
import { keepFocus } from '../../ui/overlays/free-focus.ts'
import { showToast } from '../../ui/states/toasts.ts'
import type { AdvanceToNext } from './along-the-queue.ts'
import { useNotedAction } from './finish/use-noted-action.ts'

interface ConversationActionsProps {
  readonly conversation: ConversationMeta
  readonly viewerId: string
  readonly isReal: boolean
  readonly noReply: NoReplyControl
  readonly snooze: SnoozeControl
  readonly tickets: TicketWork
  readonly onHandedOver: (handed: HandedOver) => void
  readonly panel: CustomerPanelState
}

/** What can be done with the whole conversation. */
export function ConversationActions(props: ConversationActionsProps) {
  'use memo'
  const { isRoomy, hasTags, isPhone } = props.panel
  return (
    <>
      {props.conversation.acknowledgement === null && <NoReplyButton control={props.noReply} />}
      {props.isReal && <SnoozeButton conversation={props.conversation} control={props.snooze} />}
      {props.isReal && <WithdrawOffer conversation={props.conversation} viewerId={props.viewerId} />}
      <AssignButton conversation={props.conversation} off={!props.isReal} onHandedOver={props.onHandedOver} />
      <TicketActions work={props.tickets} withStatus={isRoomy} asIcon={hasTags && !isPhone} />
    </>
  )
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
