import { t } from '@parley/core/text/translate'
import { rich } from '../../ui/rich.ts'
import { CornerDownRight, FileText, History, Search, TicketCheck, Zap } from 'lucide-react'
import { Fragment, type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { commandOf } from '../../commands/catalogue.ts'
import { useOptionList } from '../../ui/fields/use-option-list.ts'
import { HStack, Text } from '../../ui/layout/Layout.tsx'
import { Avatar } from '../../ui/marks/Avatar.tsx'
import { Badge } from '../../ui/marks/Badge.tsx'
import { MarkedText } from '../../ui/marks/MarkedText.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'
import { usePhoneLayout } from '../../ui/hooks/use-media-query.ts'
import { KeyMarks } from '../../ui/marks/KeyMarks.tsx'
import styles from './PaletteDialog.module.css'
import { type PaletteEntry, textOf } from './palette-entries.ts'

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
