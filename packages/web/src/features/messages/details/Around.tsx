import { t } from '@parley/core/text/translate'
import type {
  DetailsEntity,
  ProductEntity,
  ReferralEntity,
  UnknownEntity,
  UnsupportedEntity,
} from '@parley/core/messages/details'
import { Megaphone, ShoppingBag } from 'lucide-react'
import { askAgainWords, missingWords } from '@parley/core/messages/rules'
import { HStack, Text } from '../../../ui/layout/Layout.tsx'
import { webAddress } from '../text/text-parts.ts'
import styles from './details.module.css'
import { WebLink } from './lines.tsx'
import { Button } from '../../../ui/Button.tsx'
import { useThreadActions } from '../thread-actions.ts'

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

/** Under a message: what of it did not come, why, and what can be done. */
export function Shortfall({ details }: { readonly details: DetailsEntity }) {
  const { unsupported, missing, unknown } = details
  const { suggest } = useThreadActions()
  if (unsupported === undefined && missing === undefined && unknown === undefined) return null
  return (
    <div role="group" aria-label={t('What is missing')} className={styles.shortfall}>
      {missing !== undefined && missing.what !== 'text' && (
        <Text as="p" size="meta" tone="muted" breaks>
          {missingWords(missing.what)}
        </Text>
      )}
      {unsupported !== undefined && <WhatsappsWords unsupported={unsupported} />}
      {unknown !== undefined && <RawContent unknown={unknown} />}
      {suggest !== null && (
        <Button size="small" onClick={() => suggest(askAgainWords)}>
          {t('Ask to send it again')}
        </Button>
      )}
    </div>
  )
}

function WhatsappsWords({ unsupported: { kind, code, title, details } }: { unsupported: UnsupportedEntity }) {
  const words = [title, details].filter(text => text !== null).join('. ')
  const marks = [code === null ? null : t('code {code}', { code }), kind]
    .filter(text => text !== null)
    .join(', ')
  if (words === '' && marks === '') return null
  return (
    <Text as="p" dir="auto" size="meta" tone="muted" breaks>
      {t('WhatsApp says: {words}', { words: words === '' ? t('nothing more') : words })}
      {marks !== '' && (
        <Text tone="muted" breaks className={styles.faint}>
          {' '}
          ({marks})
        </Text>
      )}
    </Text>
  )
}

function RawContent({ unknown: { raw, cut } }: { unknown: UnknownEntity }) {
  return (
    <details className={styles.folded}>
      <summary>{t('Raw content')}</summary>
      <pre className={styles.raw}>{raw}</pre>
      {cut && (
        <Text as="p" tone="muted" breaks className={styles.faint}>
          {t('Only the beginning was saved')}
        </Text>
      )}
    </details>
  )
}
