import { Search } from 'lucide-react'
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { Modal } from '../../ui/Modal.tsx'
import styles from './PaletteDialog.module.css'
import type { PaletteEntry } from './palette-entries.ts'

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
  const [chosen, setChosen] = useState(0)
  const listId = useId()
  const field = useRef<HTMLInputElement>(null)
  // As soon as it is there: what is typed right behind the key that opens it belongs here.
  useLayoutEffect(() => field.current?.focus(), [])
  const at = Math.min(chosen, entries.length - 1)
  const run = (entry: PaletteEntry | undefined) => {
    if (entry === undefined) return
    onClose()
    // Once the window has given the focus back, which the command may want elsewhere.
    setTimeout(entry.run)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const act = {
      ArrowDown: () => setChosen((at + 1) % Math.max(1, entries.length)),
      ArrowUp: () => setChosen((at - 1 + entries.length) % Math.max(1, entries.length)),
      Enter: () => run(entries[at]),
      Delete: typed === '' ? entries[at]?.remove : undefined,
    }[event.key]
    if (act === undefined) return
    event.preventDefault()
    act()
  }
  return (
    <Modal open onClose={onClose} title="Search or jump to" size="md" initialFocus={field}>
      <div className={styles.field}>
        <Search size={15} strokeWidth={1.8} aria-hidden="true" />
        <input
          ref={field}
          type="text"
          role="combobox"
          autoComplete="off"
          spellCheck={false}
          aria-label="Search or jump to"
          aria-expanded={entries.length > 0}
          aria-controls={listId}
          aria-activedescendant={entries.length > 0 ? `${listId}-${at}` : undefined}
          placeholder="A customer, a number, a ticket, a screen, a command"
          className={styles.input}
          value={typed}
          onChange={event => {
            setChosen(0)
            onType(event.target.value)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div id={listId} role="listbox" aria-label="What was found" aria-busy={busy} className={styles.list}>
        {entries.map((entry, index) => (
          <div
            key={entry.id}
            id={`${listId}-${index}`}
            ref={index === at ? intoView : undefined}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            className={styles.option}
            onPointerMove={() => setChosen(index)}
            onClick={() => run(entry)}
            onKeyDown={onKeyDown}
          >
            <span className={entries[index - 1]?.group === entry.group ? styles.again : styles.group}>
              {entry.group}
              <span className="visually-hidden">: </span>
            </span>
            <bdi className={styles.name}>{entry.name}</bdi>
            <span className={styles.detail}>
              {entry.detail !== '' && <span className="visually-hidden">, </span>}
              {entry.detail}
            </span>
          </div>
        ))}
      </div>
      <p role="status" className={styles.note}>
        {entries.length === 0 && (busy ? 'Searching…' : `Nothing fits “${typed}”.`)}
      </p>
    </Modal>
  )
}

const intoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' })
