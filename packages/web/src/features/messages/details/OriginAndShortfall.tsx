import { t } from '@parley/core/text/translate'
import type {
  DetailsEntity,
  ProductEntity,
  ReferralEntity,
  UnknownEntity,
  UnsupportedEntity,
} from '@parley/core/messages/details'
import { askAgainWords, missingWords } from '@parley/core/messages/rules'
import { Megaphone, ShoppingBag } from 'lucide-react'
import { Button } from '../../../ui/Button.tsx'
import { webAddress } from '../text/text-parts.ts'
import { useThreadActions } from '../thread-actions.ts'
import styles from './details.module.css'
import { Faint, Over, Small, Title, WebLink } from './lines.tsx'

/** Above a message: what led the customer to write it. */
export const Origin = ({ details: { referral, product } }: { details: DetailsEntity }) => (
  <>
    {referral !== undefined && <Referral referral={referral} />}
    {product !== undefined && <Product product={product} />}
  </>
)

function Referral({ referral }: { referral: ReferralEntity }) {
  const { source, headline, body, url, media_kind: kind, media_url: media, welcome } = referral
  return (
    <div role="group" aria-label={t('Advertisement')} className={styles.origin}>
      <Over>
        <Megaphone size={12} strokeWidth={1.8} aria-hidden="true" />
        {t('Came from {origin}', { origin: source === 'post' ? 'a post' : t('an advertisement') })}
      </Over>
      <Title>{headline}</Title>
      <Small>{body}</Small>
      {welcome !== null && <Small>{t('It greeted with: {welcome}', { welcome })}</Small>}
      <Small>
        {url !== null && <WebLink address={url} />}
        {url !== null && media !== null && ' · '}
        {media !== null && <WebLink address={media} words={mediaWords(kind, media)} />}
      </Small>
      {referral.source_id !== null && (
        <Faint>{t('Number {source_id}', { source_id: referral.source_id })}</Faint>
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
      <Over>
        <ShoppingBag size={12} strokeWidth={1.8} aria-hidden="true" />
        {t('About a product')}
      </Over>
      <Title>{product ?? t('A product without a number')}</Title>
      {catalogue !== null && <Faint>{t('Catalogue {catalogue}', { catalogue })}</Faint>}
    </div>
  )
}

/** Under a message: what of it did not come, why, and what can be done. */
export function Shortfall({ details }: { details: DetailsEntity }) {
  const { unsupported, missing, unknown } = details
  const { suggest } = useThreadActions()
  if (unsupported === undefined && missing === undefined && unknown === undefined) return null
  return (
    <div role="group" aria-label={t('What is missing')} className={styles.shortfall}>
      {missing !== undefined && missing.what !== 'text' && <Small>{missingWords(missing.what)}</Small>}
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
    <Small>
      {t('WhatsApp says: {words}', { words: words === '' ? t('nothing more') : words })}
      {marks !== '' && <Faint as="span"> ({marks})</Faint>}
    </Small>
  )
}

function RawContent({ unknown: { raw, cut } }: { unknown: UnknownEntity }) {
  return (
    <details className={styles.folded}>
      <summary>{t('Raw content')}</summary>
      <pre className={styles.raw}>{raw}</pre>
      {cut && <Faint>{t('Only the beginning was saved')}</Faint>}
    </details>
  )
}
