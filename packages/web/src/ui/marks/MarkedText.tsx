import type { Marked } from '@parley/core/search/finding'
import styles from './MarkedText.module.css'

/** A text with what was found in it marked. */
export function MarkedText({ parts }: { parts: Marked }) {
  return parts.map((part, place) =>
    part.hit ? (
      // The parts of one text never change places.
      // oxlint-disable-next-line react/no-array-index-key
      <mark key={place} className={styles.hit}>
        {part.text}
      </mark>
    ) : (
      // oxlint-disable-next-line react/no-array-index-key
      <span key={place}>{part.text}</span>
    ),
  )
}
