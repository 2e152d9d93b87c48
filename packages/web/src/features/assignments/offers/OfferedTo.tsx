import { t } from '@parley/core/text/translate'
import { countdown } from '@parley/core/assignments/rules'
import { firstName } from '@parley/core/text/format'
import type { ConversationEntity } from '@parley/core/conversations/api'
import { useServerNow } from '../../../client/server-clock.ts'
import { rich } from '../../../ui/rich.ts'

interface OfferedToProps {
  readonly offer: NonNullable<ConversationEntity['offer']>
  readonly viewerId: string
}

/** Who is offered the conversation, by the first name, and how long they have to accept: both have room in a row. */
export function OfferedTo({ offer, viewerId }: OfferedToProps) {
  'use memo'
  const left = countdown(Date.parse(offer.deadline) - useServerNow())
  if (offer.agent_id === viewerId) return <>{t('Offered to you, {left}', { left })}</>
  const name = <bdi title={offer.agent_name}>{firstName(offer.agent_name)}</bdi>
  return <>{rich('Offered to {name}, {left}', { name, left })}</>
}
