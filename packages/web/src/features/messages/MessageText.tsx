import type { ReactNode } from 'react'
import { classNames } from '../../ui/class-names.ts'
import styles from './MessageText.module.css'
import { isEmojiOnly } from './text-links.ts'
import { type TextPart, textParts } from './text-parts.ts'

/** A message's words in their own direction, with WhatsApp's marks and links. Never HTML. */
export function MessageText({ text }: { text: string }) {
  return (
    <p dir="auto" className={classNames(styles.text, isEmojiOnly(text) && styles.emoji)}>
      {drawn(textParts(text))}
    </p>
  )
}

const drawn = (parts: readonly TextPart[]): readonly ReactNode[] =>
  // The parts of one text never move, so their place is their identity.
  // oxlint-disable-next-line react/no-array-index-key
  parts.map((part, index) => (part.kind === 'words' ? part.text : <Part key={index} part={part} />))

function Part({ part }: { part: Exclude<TextPart, { kind: 'words' }> }) {
  switch (part.kind) {
    case 'link':
      return (
        <a href={part.href} target="_blank" rel="noopener noreferrer">
          {part.text}
        </a>
      )
    case 'code':
      return <code className={classNames(styles.code, part.isBlock && styles.block)}>{part.text}</code>
    case 'bold':
      return <strong>{drawn(part.parts)}</strong>
    case 'italic':
      return <em>{drawn(part.parts)}</em>
    case 'strike':
      return <s>{drawn(part.parts)}</s>
  }
}
