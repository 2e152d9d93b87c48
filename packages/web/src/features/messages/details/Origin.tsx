import { t } from '@parley/core/text/translate'
import type { DetailsEntity, ProductEntity, ReferralEntity } from '@parley/core/messages/details'
import { Megaphone, ShoppingBag } from 'lucide-react'
import { HStack, Text } from '../../../ui/layout/Layout.tsx'
import { webAddress } from '../text/text-links.ts'
import styles from './details.module.css'
import { WebLink } from './WebLink.tsx'

/** Above a message: what led the customer to write it. */
export function Origin({ details: { referral, product } }: { details: DetailsEntity }) {
  return (
    <>
      {referral !== undefined && <Referral referral={referral} />}
      {product !== undefined && <Product product={product} />}
    </>
  )
}

function Referral({ referral }: { referral: ReferralEntity }) {
  const { source, headline, body, url, media_kind: kind, media_url: media, welcome } = referral
  return (
    <div role="group" aria-label={t('Advertisement')} className={styles.origin}>
      <HStack as="p" gap={1} tone="muted" className={styles.over}>
        <Megaphone size={12} strokeWidth={1.8} aria-hidden="true" />
        {t('Came from {origin}', { origin: source === 'post' ? 'a post' : t('an advertisement') })}
      </HStack>
      {headline !== null && (
        <Text as="p" dir="auto" size="list" weight={500} breaks>
          {headline}
        </Text>
      )}
      {body !== null && (
        <Text as="p" dir="auto" size="meta" tone="muted" breaks>
          {body}
        </Text>
      )}
      {welcome !== null && (
        <Text as="p" dir="auto" size="meta" tone="muted" breaks>
          {t('It greeted with: {welcome}', { welcome })}
        </Text>
      )}
      <Text as="p" size="meta" tone="muted" breaks>
        {url !== null && <WebLink address={url} />}
        {url !== null && media !== null && ' · '}
        {media !== null && <WebLink address={media} words={mediaWords(kind, media)} />}
      </Text>
      {referral.source_id !== null && (
        <Text as="p" tone="muted" breaks className={styles.faint}>
          {t('Number {source_id}', { source_id: referral.source_id })}
        </Text>
      )}
    </div>
  )
}

const mediaWords = (kind: string | null, media: string): string => {
  if (webAddress(media) === null) return media
  return kind === 'video' ? t('Its video') : t('Its picture')
}

function Product({ product: { product, catalogue } }: { product: ProductEntity }) {
  return (
    <div role="group" aria-label={t('Product')} className={styles.origin}>
      <HStack as="p" gap={1} tone="muted" className={styles.over}>
        <ShoppingBag size={12} strokeWidth={1.8} aria-hidden="true" />
        {t('About a product')}
      </HStack>
      <Text as="p" size="list" weight={500} breaks>
        {product ?? t('A product without a number')}
      </Text>
      {catalogue !== null && (
        <Text as="p" tone="muted" breaks className={styles.faint}>
          {t('Catalogue {catalogue}', { catalogue })}
        </Text>
      )}
    </div>
  )
}
