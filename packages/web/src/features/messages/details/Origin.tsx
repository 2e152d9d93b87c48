import type { DetailsEntity, ProductEntity, ReferralEntity } from '@parley/core/messages/details'
import { Megaphone, ShoppingBag } from 'lucide-react'
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
      <p className={styles.over}>
        <Megaphone size={12} strokeWidth={1.8} aria-hidden="true" />
        Came from {source === 'post' ? 'a post' : 'an advertisement'}
      </p>
      {headline !== null && (
        <p dir="auto" className={styles.strong}>
          {headline}
        </p>
      )}
      {body !== null && (
        <p dir="auto" className={styles.meta}>
          {body}
        </p>
      )}
      {welcome !== null && (
        <p dir="auto" className={styles.meta}>
          It greeted with: {welcome}
        </p>
      )}
      <p className={styles.meta}>
        {url !== null && <WebLink address={url} />}
        {url !== null && media !== null && ' · '}
        {media !== null && <WebLink address={media} words={mediaWords(kind, media)} />}
      </p>
      {referral.source_id !== null && <p className={styles.faint}>Number {referral.source_id}</p>}
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
      <p className={styles.over}>
        <ShoppingBag size={12} strokeWidth={1.8} aria-hidden="true" />
        About a product
      </p>
      <p className={styles.strong}>{product ?? 'A product without a number'}</p>
      {catalogue !== null && <p className={styles.faint}>Catalogue {catalogue}</p>}
    </div>
  )
}
