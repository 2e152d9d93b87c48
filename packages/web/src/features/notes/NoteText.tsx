import type { Mention } from '@parley/core/notes/api'
import { shownParts } from '@parley/core/notes/rules'
import styles from './NoteText.module.css'

/** A note's words, with today's names of those whom it mentions marked. Never HTML. */
export function NoteText({ text, mentions }: { text: string; mentions: readonly Mention[] }) {
  return (
    <p dir="auto" className={styles.text}>
      {shownParts(text, mentions).map((part, place) =>
        part.mention ? (
          // The parts of one text never move, so their place is their identity.
          // oxlint-disable-next-line react/no-array-index-key
          <strong key={place} className={styles.mention}>
            {part.text}
          </strong>
        ) : (
          part.text
        ),
      )}
    </p>
  )
}
