import { t } from '@parley/core/text/translate'
import { useCallback, useId } from 'react'
import { useCommand } from '../../../commands/live.ts'
import type { IncomingOffer } from '../../../data/assignments/actions.ts'
import { Grid, HStack, Text } from '../../../ui/layout/Layout.tsx'
import { useCalm } from '../../../ui/hooks/use-calm.ts'
import { OfferItem } from './OfferItem.tsx'
import { Announcement } from './OfferLine.tsx'
import { type LastMessageOf, OfferAnswers, OfferBrief, OfferHead, OfferSaid } from './OfferParts.tsx'
import { useOffer, useTold } from './use-offer.ts'
import { dropOffer, useOpenOffers } from './use-open-offers.ts'
import styles from './WholeOffer.module.css'

interface WholeOfferProps {
  readonly viewerId: string
  readonly lastMessage: LastMessageOf
  readonly onAccepted: (conversationId: string) => void
}

/** The first offer whole, in the flow of a page on which nothing else is open; the others in a line each. */
export function WholeOffer(props: WholeOfferProps) {
  const { offers } = useOpenOffers()
  const [first, ...others] = useCalm(offers, isSome, none)
  if (first === undefined) return null
  return <Card key={first.key} {...props} first={first} others={others} />
}

const none: readonly IncomingOffer[] = []
const isSome = (offers: readonly IncomingOffer[]): boolean => offers.length > 0

type CardProps = WholeOfferProps & {
  readonly first: IncomingOffer
  readonly others: readonly IncomingOffer[]
}

function Card({ first, others, viewerId, lastMessage, onAccepted }: CardProps) {
  const { conversationId: id, key, message } = first
  const titleId = useId()
  const drop = useCallback(() => dropOffer(key), [key])
  const accepted = () => {
    drop()
    onAccepted(id)
  }
  const offer = useOffer(id, viewerId, { onAccepted: accepted, onAnswered: drop })
  useTold(offer, others.length > 0, drop)
  useCommand('offer.accept', offer.canAnswer ? offer.accept : null)
  return (
    <Grid as="section" gap={2} frame narrow aria-labelledby={titleId} className={styles.card}>
      <Announcement offers={[first, ...others]} />
      <HStack gap={3} wrap>
        <div className={styles.head}>
          <Text as="h2" id={titleId} size="meta" weight={500} tone="accent">
            {t('New Assignment')}
          </Text>
          <OfferHead offer={offer} />
        </div>
        <HStack gap={1} wrap>
          <OfferAnswers offer={offer} onClose={drop} />
        </HStack>
      </HStack>
      <div className={styles.body}>
        <OfferSaid offer={offer} message={message} viewerId={viewerId} lastMessage={lastMessage} />
        <OfferBrief offer={offer} />
      </div>
      {others.length > 0 && (
        <ul aria-label={t('Other offers')}>
          {others.map(other => (
            <OfferItem
              key={other.key}
              noticed={other}
              viewerId={viewerId}
              hasKeys={false}
              isHurried
              onAccepted={onAccepted}
            />
          ))}
        </ul>
      )}
    </Grid>
  )
}
