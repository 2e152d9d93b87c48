import type { Mention } from '@parley/core/notes/api'
import { shownParts } from '@parley/core/notes/rules'
import { Text } from '../../ui/layout/Layout.tsx'
import styles from './NoteBubble.module.css'

/** A note's words, with today's names of those whom it mentions marked. Never HTML. */
export function NoteText({ text, mentions }: { text: string; mentions: readonly Mention[] }) {
  return (
    <Text as="p" dir="auto" size="body" breaks className={styles.text}>
      {shownParts(text, mentions).map((part, place) =>
        part.mention ? (
          // The parts of one text never move, so their place is their identity.
          // oxlint-disable-next-line react/no-array-index-key
          <Text as="strong" key={place} weight={600} tone="accent">
            {part.text}
          </Text>
        ) : (
          part.text
        ),
      )}
    </Text>
  )
}
