import type { DetailsEntity, UnknownEntity, UnsupportedEntity } from '@parley/core/messages/details'
import { askAgainWords, missingWords } from '@parley/core/messages/rules'
import { Button } from '../../../ui/Button.tsx'
import styles from './details.module.css'

interface ShortfallProps {
  readonly details: DetailsEntity
  /** Puts words into the box; null where nothing can be sent. */
  readonly onSuggest: ((words: string) => void) | null
}

/** Under a message: what of it did not come, why, and what can be done. */
export function Shortfall({ details: { unsupported, missing, unknown }, onSuggest }: ShortfallProps) {
  if (unsupported === undefined && missing === undefined && unknown === undefined) return null
  return (
    <div role="group" aria-label="What is missing" className={styles.shortfall}>
      {missing !== undefined && missing.what !== 'text' && (
        <p className={styles.meta}>{missingWords(missing.what)}</p>
      )}
      {unsupported !== undefined && <WhatsappsWords unsupported={unsupported} />}
      {unknown !== undefined && <RawContent unknown={unknown} />}
      {onSuggest !== null && (
        <Button size="small" onClick={() => onSuggest(askAgainWords)}>
          Ask to send it again
        </Button>
      )}
    </div>
  )
}

function WhatsappsWords({ unsupported: { kind, code, title, details } }: { unsupported: UnsupportedEntity }) {
  const words = [title, details].filter(text => text !== null).join('. ')
  const marks = [code === null ? null : `code ${code}`, kind].filter(text => text !== null).join(', ')
  if (words === '' && marks === '') return null
  return (
    <p dir="auto" className={styles.meta}>
      WhatsApp says: {words === '' ? 'nothing more' : words}
      {marks !== '' && <span className={styles.faint}> ({marks})</span>}
    </p>
  )
}

function RawContent({ unknown: { raw, cut } }: { unknown: UnknownEntity }) {
  return (
    <details className={styles.folded}>
      <summary>Raw content</summary>
      <pre className={styles.raw}>{raw}</pre>
      {cut && <p className={styles.faint}>Only its beginning was kept</p>}
    </details>
  )
}
