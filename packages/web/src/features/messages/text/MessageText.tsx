import { t } from '@parley/core/text/translate'
import { characterAt } from '@parley/core/text/format'
import { type ReactNode, useState } from 'react'
import { classNames } from '../../../ui/hooks/class-names.ts'
import { Text } from '../../../ui/layout/Layout.tsx'
import { isEmojiOnly, type TextPart, textParts } from './text-parts.ts'
import styles from './MessageText.module.css'

/** UTF-16 units of a text that is drawn at once. */
const longest = 8_000

/** A message's words in their own direction, with WhatsApp's marks and links. Never HTML. */
export function MessageText({ text }: { text: string }) {
  if (text.length > longest) return <LongText text={text} />
  return (
    <p dir="auto" className={classNames(styles.text, isEmojiOnly(text) && styles.emoji)}>
      {drawn(textParts(text))}
    </p>
  )
}

/** The beginning of a long text, and the rest on demand and on paper, without marks and links: whatever it holds, it is drawn at once. */
function LongText({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(false)
  const end = characterAt(text, longest)
  return (
    <>
      <p dir="auto" className={styles.text}>
        {text.slice(0, end)}
        <span className={classNames(!isWhole && styles.rest)}>{text.slice(end)}</span>
      </p>
      <button
        type="button"
        className={styles.more}
        aria-expanded={isWhole}
        onClick={() => setWhole(!isWhole)}
      >
        {isWhole ? t('Show less') : t('Show more')}
      </button>
    </>
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
          {part.host !== null && (
            <>
              {' '}
              <Text as="bdi" weight={600}>
                {t('(opens {host})', { host: part.host })}
              </Text>
            </>
          )}
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
