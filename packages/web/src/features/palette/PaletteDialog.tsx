import type { Marked } from '@parley/core/search/finding'
import { fold } from '@parley/core/text/fold'
import { t } from '@parley/core/text/translate'
import { CornerDownRight, FileText, History, Search, TicketCheck, Zap } from 'lucide-react'
import { Fragment, type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { type CommandId, commandOf } from '../../commands/catalogue.ts'
import { useOptionList } from '../../ui/fields/use-option-list.ts'
import { usePhoneLayout } from '../../ui/hooks/use-media-query.ts'
import { HStack, Text } from '../../ui/layout/Layout.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Avatar } from '../../ui/marks/Avatar.tsx'
import { Badge, type Tone } from '../../ui/marks/Badge.tsx'
import { KeyMarks } from '../../ui/marks/KeyMarks.tsx'
import { MarkedText } from '../../ui/marks/MarkedText.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'
import { rich } from '../../ui/rich.ts'
import styles from './PaletteDialog.module.css'

interface PaletteDialogProps {
  readonly typed: string
  readonly onType: (typed: string) => void
  readonly entries: readonly PaletteEntry[]
  /** More may be on their way. */
  readonly busy: boolean
  readonly onClose: () => void
}

/** One field for where to go and what to do; arrows choose, Enter does it. */
export function PaletteDialog({ typed, onType, entries, busy, onClose }: PaletteDialogProps) {
  const phone = usePhoneLayout()
  const field = useRef<HTMLInputElement>(null)
  // As soon as it is there: what is typed right behind the key that opens it belongs here.
  useLayoutEffect(() => field.current?.focus(), [])
  const list = useOptionList(entries, entry => entry.id, { typed, wraps: true })
  const run = (entry: PaletteEntry) => {
    onClose()
    // Once the window has given the focus back, which the command may want elsewhere.
    setTimeout(entry.run)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { chosen } = list
    if (list.step(event) || chosen === null) return
    if (event.key === 'Enter') run(chosen)
    else if (event.key === 'Delete' && typed === '' && chosen.remove !== undefined) {
      const next = entries[entries.indexOf(chosen) + 1]
      if (next !== undefined) list.choose(next)
      chosen.remove()
    } else return
    event.preventDefault()
  }
  const heading = (
    <HStack gap={3} flex="grow" tone="muted" className={styles.field}>
      <Search size={16} strokeWidth={1.8} aria-hidden="true" />
      <input
        ref={field}
        type="text"
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        aria-label={t('Search or jump to')}
        aria-expanded={entries.length > 0}
        aria-controls={list.id}
        aria-activedescendant={list.active}
        placeholder={t('A customer, a number, a ticket, a screen, a command')}
        className={styles.input}
        value={typed}
        onChange={event => onType(event.target.value)}
        onKeyDown={onKeyDown}
      />
    </HStack>
  )
  return (
    <Modal
      open
      onClose={onClose}
      title={t('Search or jump to')}
      heading={heading}
      size="lg"
      initialFocus={field}
      footer={phone ? null : <Ways />}
    >
      <div
        id={list.id}
        role="listbox"
        aria-label={t('What was found')}
        aria-busy={busy}
        className={styles.list}
      >
        {entries.map((entry, index) => (
          <Fragment key={entry.id}>
            {entries[index - 1]?.group !== entry.group && (
              // Each option says its group itself: what comes late may part a group in two.
              <Text as="div" aria-hidden="true" size="meta" tone="muted" className={styles.group}>
                {t(entry.group)}
              </Text>
            )}
            <HStack
              role="option"
              id={list.idOf(entry)}
              tabIndex={-1}
              aria-selected={entry === list.chosen}
              gap={2}
              size="list"
              className={styles.option}
              onPointerMove={() => entry !== list.chosen && list.choose(entry)}
              onClick={() => run(entry)}
              onKeyDown={onKeyDown}
            >
              <Words entry={entry} />
            </HStack>
          </Fragment>
        ))}
      </div>
      <Text as="p" role="status" size="list" tone="muted">
        {entries.length === 0 && (busy ? t('Searching…') : t('Nothing found for “{typed}”.', { typed }))}
      </Text>
    </Modal>
  )
}

const icons = {
  'Recent searches': History,
  Tickets: TicketCheck,
  Applications: FileText,
  Commands: Zap,
  'Go to': CornerDownRight,
} as const

function Words({ entry: { group, name, detail, badge, at, command } }: { readonly entry: PaletteEntry }) {
  const Icon = group === 'Customers' || group === 'Messages' ? null : icons[group]
  return (
    <>
      {Icon === null ? (
        <Avatar name={textOf(name)} size="small" />
      ) : (
        <Icon size={15} strokeWidth={1.7} aria-hidden="true" className={styles.icon} />
      )}
      <span className="visually-hidden">{t(group)}: </span>
      <Text as="bdi" weight={500} cut className={styles.name}>
        <MarkedText parts={name} />
      </Text>
      <Text flex="grow" tone="muted" cut className={styles.detail}>
        {detail.length > 0 && <span className="visually-hidden">, </span>}
        <bdi>
          <MarkedText parts={detail} />
        </bdi>
      </Text>
      {at !== undefined && (
        <Text flex="none" size="meta" tone="muted" digits>
          <span className="visually-hidden">, </span>
          <Moment iso={at} />
        </Text>
      )}
      {badge !== undefined && <Badge tone={badge.tone}>{badge.label}</Badge>}
      {command !== undefined && (
        <>
          <span className="visually-hidden">, </span>
          {commandOf(command).keys.map(keys => (
            <KeyMarks key={keys.join(' ')} keys={keys} />
          ))}
        </>
      )}
    </>
  )
}

/** The keys of the palette itself, for whoever has a keyboard. */
function Ways() {
  return (
    <HStack as="p" gap={2} flex="grow" size="meta" tone="muted" className={styles.ways}>
      {rich('{arrows} choose{enter} open{esc} close', {
        arrows: <KeyMarks keys={['↑+↓']} />,
        enter: <KeyMarks keys={['Enter']} />,
        esc: <KeyMarks keys={['Esc']} />,
      })}
    </HStack>
  )
}

/** Something the palette leads to or does. */
export interface PaletteEntry {
  readonly id: string
  readonly group:
    | 'Recent searches'
    | 'Customers'
    | 'Messages'
    | 'Tickets'
    | 'Applications'
    | 'Commands'
    | 'Go to'
  /** With what was found in it marked. */
  readonly name: Marked
  /** Other words by which it is found, separated by spaces. */
  readonly words?: string
  /** What tells it from others of its name: a number, the words that were found. */
  readonly detail: Marked
  /** Its state, at its end. */
  readonly badge?: { readonly tone: Tone; readonly label: string }
  /** When it was written, in ISO 8601; at its end. */
  readonly at?: string
  /** The command that it is, whose keys stand at its end. */
  readonly command?: CommandId
  readonly run: () => void
  /** Takes it out for good; absent: it cannot be. */
  readonly remove?: () => void
}

/** A text in which nothing was found; of "" nothing is left. */
export const plain = (text: string): Marked => (text === '' ? [] : [{ text, hit: false }])

/** The text without its marks. */
export const textOf = (parts: Marked): string => parts.map(({ text }) => text).join('')

const wordsOf = (text: string): readonly string[] => fold(text).split(' ').filter(Boolean)

/**
 * What is offered for what was typed: every word begins a word of the name, where it is marked, or another word for it; first of its group stands what
 * begins with all that was typed ("Snooze" before "View Snoozed"). What was found by the server
 * comes behind it and is not judged again: coming later, it moves nothing that was about to be chosen. What was searched for
 * last is offered before anything is typed.
 */
export function paletteEntries(
  typed: string,
  found: readonly PaletteEntry[],
  others: readonly PaletteEntry[],
  recent: readonly PaletteEntry[],
): readonly PaletteEntry[] {
  const words = wordsOf(typed)
  if (words.length === 0) return [...recent, ...others]
  const fitting = others.flatMap(entry => {
    const name = beginnings(textOf(entry.name), words, entry.words)
    return name === null ? [] : [{ ...entry, name }]
  })
  const groups = [...new Set(fitting.map(({ group }) => group))]
  const rank = ({ group, name }: PaletteEntry): number =>
    2 * groups.indexOf(group) + (wordsOf(textOf(name)).join(' ').startsWith(words.join(' ')) ? 0 : 1)
  return [...fitting.toSorted((a, b) => rank(a) - rank(b)), ...found]
}

/** How many UTF-16 units of a word are read as what was typed; 0: it begins otherwise. */
function lengthOfBeginning(word: string, typed: string): number {
  if (!fold(word).startsWith(typed)) return 0
  let length = 1
  while (!fold(word.slice(0, length)).startsWith(typed)) length += 1
  return length
}

/**
 * The name with the beginnings of its words marked that were typed; null where one of `words` begins none, and none of the
 * other words for it.
 */
function beginnings(name: string, words: readonly string[], others = ''): Marked | null {
  const known = [...wordsOf(name), ...wordsOf(others)]
  if (!words.every(word => known.some(part => part.startsWith(word)))) return null
  return name.split(/(?<=\s)(?=\S)/).flatMap(part => {
    const length = Math.max(0, ...words.map(word => lengthOfBeginning(part, word)))
    const hit: Marked = length === 0 ? [] : [{ text: part.slice(0, length), hit: true }]
    return [...hit, ...plain(part.slice(length))]
  })
}
