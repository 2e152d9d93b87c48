import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { isFocusFree } from '../overlays/free-focus.ts'

/** A page key moves by so many rows. */
const pageRows = 10

type RowFocusOptions = {
  /** Which list with which filter; in another one the first row is reached first. */
  place: string
  ids: readonly string[]
  /** Brings a row into view; called before it gets the focus. */
  reveal: (index: number) => void
  open: (index: number) => void
  /** Told of the row to which the keys have moved. */
  onMoved: (index: number) => void
}

interface ActiveRow {
  readonly place: string
  readonly id: string
  /** Where it stood when last drawn. */
  readonly at: number
}

/** By place, the row that was opened last: who comes back from what it opened is at it again. */
const openedRows = new Map<string, string>()

/** To be told of every row that opens another screen. */
export const noteOpenedRow = (place: string, id: string): void => void openedRows.set(place, id)

/**
 * Which row of a virtual list the Tab key reaches, and what the arrow keys do. The focus stays with its row when rows
 * move, goes to the row that takes the place of one that leaves, and is on the row that was opened when the reader comes back.
 */
export function useRowFocus({ place, ids, reveal, open, onMoved }: RowFocusOptions) {
  const [kept, setActive] = useState(() => openedRow(place, ids))
  const active = kept?.place === place ? kept : null
  const row = useRef<HTMLElement>(null)
  const moved = useRef(false)
  const held = useRef(active !== null)
  const found = active === null ? -1 : ids.indexOf(active.id)
  const index = Math.max(0, found === -1 ? Math.min(active?.at ?? 0, ids.length - 1) : found)

  const activate = (at: number) => {
    const id = ids[at]
    if (id !== undefined && (active?.id !== id || active.at !== at)) setActive({ place, id, at })
  }
  if (active !== null) activate(index)

  useLayoutEffect(() => {
    // An element that leaves the page takes the focus with it, without an event.
    const target = row.current
    // The virtual rows come one drawing after their list.
    if (target === null) return
    if (moved.current || (held.current && isFocusFree())) target.focus({ preventScroll: true })
    moved.current = false
    held.current = target.contains(document.activeElement)
  })

  const move = (to: number) => {
    const target = Math.max(0, Math.min(ids.length - 1, to))
    moved.current = true
    reveal(target)
    activate(target)
    onMoved(target)
    // The same row again draws nothing; what is drawn later must not take the focus from where it has gone since.
    if (target !== index || row.current === null) return
    row.current.focus({ preventScroll: true })
    moved.current = false
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const act = {
      ArrowDown: () => move(index + 1),
      ArrowUp: () => move(index - 1),
      PageDown: () => move(index + pageRows),
      PageUp: () => move(index - pageRows),
      Home: () => move(0),
      End: () => move(ids.length - 1),
      Enter: () => open(index),
    }[event.key]
    if (act === undefined) return
    event.preventDefault()
    act()
  }

  return {
    /** The row that holds the focus, or would get it; it must stay in the page while it is out of view. */
    index,
    onKeyDown,
    /** Puts the focus so many rows on from the active one; 0: onto it. */
    step: (rows: number) => move(index + rows),
    /** The row that the Tab key reaches from now on, in view; the focus stays where it is. False: there is no such row. */
    pointAt: (id: string) => {
      const at = ids.indexOf(id)
      if (at === -1) return false
      if (active?.id === id) return true
      reveal(at)
      setActive({ place, id, at })
      return true
    },
    onFocus: (at: number) => {
      held.current = true
      activate(at)
    },
    onBlur: () => {
      held.current = false
    },
    /** For the row with this index; the focus follows the active row through it. */
    rowRef: (element: HTMLElement | null) => {
      row.current = element
    },
  }
}

function openedRow(place: string, ids: readonly string[]): ActiveRow | null {
  const id = openedRows.get(place)
  const at = id === undefined ? -1 : ids.indexOf(id)
  return id === undefined || at === -1 ? null : { place, id, at }
}
