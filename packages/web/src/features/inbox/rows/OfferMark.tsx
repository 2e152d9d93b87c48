import type { ConversationEntity } from '@parley/core/conversations/api'
import { Text } from '../../../ui/layout/Layout.tsx'
import { Badge } from '../../../ui/marks/Badge.tsx'
import { OfferedTo } from '../../assignments/offers/OfferedTo.tsx'
import styles from './RowMark.module.css'

/** In a row without a column for the assignee: that it is offered, to whom, and for how long. */
export function OfferMark({
  offer,
  viewerId,
}: Pick<ConversationEntity, 'offer'> & { readonly viewerId: string }) {
  if (offer === null) return null
  return (
    <Badge tone={offer.agent_id === viewerId ? 'warn' : 'grey'}>
      <Text cut digits className={styles.offer} title={offer.agent_name}>
        <OfferedTo offer={offer} viewerId={viewerId} />
      </Text>
    </Badge>
  )
}
