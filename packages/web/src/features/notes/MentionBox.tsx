import { t } from '@parley/core/text/translate'
import type { Colleague } from '@parley/core/notes/api'
import { mentionMatches, mentionTyped } from '@parley/core/notes/rules'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Box, HStack, Text } from '../../ui/layout/Layout.tsx'
import { Avatar } from '../../ui/marks/Avatar.tsx'
import { TextBox } from '../../ui/fields/TextArea.tsx'
import { useOptionList } from '../../ui/fields/use-option-list.ts'
import { registerWriteBox } from '../../ui/fields/write-box.ts'
import styles from './MentionBox.module.css'

interface MentionBoxProps {
  readonly text: string
  readonly onText: (text: string) => void
  /** Who may be mentioned; undefined while it is not known. */
  readonly people: readonly Colleague[] | undefined
  readonly label: string
  readonly placeholder?: string
  /** The id of what says more about it. */
  readonly describedBy: string
  readonly isOff: boolean
  /** It is what the agent writes in, in the conversation that is open. */
  readonly isWriteBox?: boolean
  /** Rises when the caret is wanted in the box. */
  readonly focusAsked: number
  /** Rises when an @ is to be put where the caret is. */
  readonly mentionAsked?: number
  /** Enter, with or without Ctrl. Shift Enter is a new line. */
  readonly onAdd: () => void
  readonly onEscape: () => void
}

const mostShown = 6

/** A box for a note. Behind an @ it offers colleagues: the box keeps the caret, arrows choose, Enter or Tab puts the name in. */
export function MentionBox(props: MentionBoxProps) {
  const { text, onText, people, isOff, onAdd, onEscape } = props
  const { focusAsked, mentionAsked = 0, isWriteBox = false } = props
  const box = useRef<HTMLTextAreaElement>(null)
  const [caret, setCaret] = useState(text.length)
  /** Where an @ stands whose list was closed. */
  const [closedAt, setClosedAt] = useState<number | null>(null)
  const typed = mentionTyped(text, caret)
  const matches = typed === null ? [] : mentionMatches(typed.typed, people ?? []).slice(0, mostShown)
  // Words behind a name that nobody has are words.
  const isOpen = typed !== null && closedAt !== typed.at && (matches.length > 0 || !typed.typed.includes(' '))
  const list = useOptionList(isOpen ? matches : [], ({ id }) => id, { typed: text, wraps: true })

  const isRegistered = isWriteBox && !isOff
  useLayoutEffect(
    () =>
      isRegistered && box.current !== null
        ? registerWriteBox(box.current, () => performance.now())
        : undefined,
    [isRegistered],
  )
  useEffect(() => {
    if (focusAsked > 0) box.current?.focus()
  }, [focusAsked])
  // Set once the new text is in the box: before that the place is not there.
  const caretWanted = useRef<number | null>(null)
  useLayoutEffect(() => {
    const place = caretWanted.current
    if (place === null) return
    caretWanted.current = null
    box.current?.focus()
    box.current?.setSelectionRange(place, place)
  })
  const put = (from: number, to: number, words: string) => {
    caretWanted.current = from + words.length
    setCaret(from + words.length)
    onText(text.slice(0, from) + words + text.slice(to))
  }
  const mention = ({ name }: Colleague) => {
    if (typed !== null) put(typed.at, caret, `@${name} `)
  }
  const asked = useRef(mentionAsked)
  useEffect(() => {
    if (asked.current === mentionAsked) return
    asked.current = mentionAsked
    const before = text.slice(0, caret)
    put(caret, caret, before === '' || /\s$/.test(before) ? '@' : ' @')
  })

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isOpen && typed !== null) {
      if (event.key === 'Escape') {
        event.preventDefault()
        return setClosedAt(typed.at)
      }
      if (list.chosen !== null && list.step(event)) return
      const isChoice = (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) || event.key === 'Tab'
      if (isChoice && !event.shiftKey && list.chosen !== null) {
        event.preventDefault()
        return mention(list.chosen)
      }
    }
    if (event.key === 'Escape') return onEscape()
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    // Whom the name means is not known yet.
    const isLoading = isOpen && people === undefined
    if (!event.repeat && !isLoading) onAdd()
  }

  return (
    <div className={styles.place}>
      {isOpen && (
        <Box frame className={styles.list}>
          <div id={list.id} role="listbox" aria-label={t('Colleagues to mention')}>
            {matches.map(person => (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the box has the keys
              <HStack
                key={person.id}
                role="option"
                id={list.idOf(person)}
                tabIndex={-1}
                aria-selected={person === list.chosen}
                gap={2}
                size="list"
                tone="text"
                breaks
                className={styles.option}
                onMouseDown={event => event.preventDefault()}
                onClick={() => mention(person)}
              >
                <Avatar name={person.name} size="small" />
                <span dir="auto">{person.name}</span>
              </HStack>
            ))}
          </div>
          {matches.length === 0 && (
            <Text as="p" role="status" size="meta" tone="muted" className={styles.none}>
              {people === undefined
                ? t('Loading colleagues…')
                : t('No colleague with this name has access to this conversation')}
            </Text>
          )}
        </Box>
      )}
      <TextBox
        isOneText
        ref={box}
        rows={2}
        dir="auto"
        className={styles.text}
        aria-label={props.label}
        placeholder={props.placeholder}
        aria-describedby={props.describedBy}
        aria-autocomplete="list"
        {...(isOpen && { 'aria-controls': list.id, 'aria-activedescendant': list.active })}
        readOnly={isOff}
        value={text}
        onChange={event => {
          setCaret(event.target.selectionStart)
          setClosedAt(null)
          onText(event.target.value)
        }}
        onSelect={event => setCaret(event.currentTarget.selectionStart)}
        onKeyDown={onKeyDown}
      />
    </div>
  )
}
