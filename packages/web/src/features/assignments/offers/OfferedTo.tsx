import { t } from '@parley/core/text/translate'
import { countdown } from '@parley/core/assignments/rules'
import type { ConversationEntity } from '@parley/core/conversations/api'
import { useServerNow } from '../../../client/server-clock.ts'
import { rich } from '../../../ui/rich.ts'

interface OfferedToProps {
  readonly offer: NonNullable<ConversationEntity['offer']>
  readonly viewerId: string
}

/** Who is offered the conversation, and how long they have to accept. */
export function OfferedTo({ offer, viewerId }: OfferedToProps) {
  'use memo'
  const left = countdown(Date.parse(offer.deadline) - useServerNow())
  if (offer.agent_id === viewerId) return <>{t('Offered to you, {left}', { left })}</>
  return <>{rich('Offered to {name}, {left}', { name: <bdi>{offer.agent_name}</bdi>, left })}</>
}
