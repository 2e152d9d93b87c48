import { t } from '@parley/core/text/translate'
import type { DetailsEntity, UnknownEntity, UnsupportedEntity } from '@parley/core/messages/details'
import { askAgainWords, missingWords } from '@parley/core/messages/rules'
import { Button } from '../../../ui/Button.tsx'
import { Text } from '../../../ui/layout/Layout.tsx'
import { useThreadActions } from '../thread-actions.ts'
import styles from './details.module.css'

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
