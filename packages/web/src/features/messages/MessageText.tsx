import { classNames } from '../../ui/class-names.ts'
import styles from './MessageText.module.css'
import { isEmojiOnly, textParts } from './text-links.ts'

/** A message's words as they were written, in their own direction. Never HTML; only web addresses become links. */
export function MessageText({ text }: { text: string }) {
  return (
    <p dir="auto" className={classNames(styles.text, isEmojiOnly(text) && styles.emoji)}>
      {textParts(text).map((part, index) =>
        part.href === null ? (
          part.text
        ) : (
          // The parts of one text never move, so their place is their identity.
          // oxlint-disable-next-line react/no-array-index-key
          <a key={index} href={part.href} target="_blank" rel="noopener noreferrer">
            {part.text}
          </a>
        ),
      )}
    </p>
  )
}
