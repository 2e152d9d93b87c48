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
    <div role="group" aria-label="Advertisement" className={styles.origin}>
      <HStack as="p" gap={1} tone="muted" className={styles.over}>
        <Megaphone size={12} strokeWidth={1.8} aria-hidden="true" />
        Came from {source === 'post' ? 'a post' : 'an advertisement'}
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
          It greeted with: {welcome}
        </Text>
      )}
      <Text as="p" size="meta" tone="muted" breaks>
        {url !== null && <WebLink address={url} />}
        {url !== null && media !== null && ' · '}
        {media !== null && <WebLink address={media} words={mediaWords(kind, media)} />}
      </Text>
      {referral.source_id !== null && (
        <Text as="p" tone="muted" breaks className={styles.faint}>
          Number {referral.source_id}
        </Text>
      )}
    </div>
  )
}

const mediaWords = (kind: string | null, media: string): string => {
  if (webAddress(media) === null) return media
  return kind === 'video' ? 'Its video' : 'Its picture'
}

function Product({ product: { product, catalogue } }: { product: ProductEntity }) {
  return (
    <div role="group" aria-label="Product" className={styles.origin}>
      <HStack as="p" gap={1} tone="muted" className={styles.over}>
        <ShoppingBag size={12} strokeWidth={1.8} aria-hidden="true" />
        About a product
      </HStack>
      <Text as="p" size="list" weight={500} breaks>
        {product ?? 'A product without a number'}
      </Text>
      {catalogue !== null && (
        <Text as="p" tone="muted" breaks className={styles.faint}>
          Catalogue {catalogue}
        </Text>
      )}
    </div>
  )
}
