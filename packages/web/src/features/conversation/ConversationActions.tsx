import type { ConversationMeta } from '@parley/core/conversations/api'
import type { HandedOver } from '../../data/assignments/actions.ts'
import type { SnoozeControl } from '../../data/conversations/waits.ts'
import { AssignButton } from '../assignments/AssignButton.tsx'
import { WithdrawOffer } from '../assignments/offers/WithdrawOffer.tsx'
import { TicketActions } from '../tickets/TicketActions.tsx'
import type { TicketWork } from '../tickets/use-ticket-work.ts'
import { NoReplyButton } from './finish/NoReply.tsx'
import type { NoReplyControl } from './finish/use-no-reply.ts'
import { SnoozeButton } from './SnoozeConversation.tsx'
import type { CustomerPanelState } from './use-customer-panel.ts'

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
