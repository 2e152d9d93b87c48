import { useEffect, useMemo, useRef, useState } from 'react'

interface Rows {
  /** All that may be selected; the same array as long as nothing changed. */
  readonly ids: readonly string[]
  /** As they stand on the screen at this moment. */
  readonly shown: () => readonly string[]
  /** So many at once. */
  readonly most: number
}

/** Rows are selected by their ids, wherever they move; what leaves the list leaves the selection. Escape clears it. */
export function useRowSelection({ ids, shown, most }: Rows) {
  'use memo'
  const [selected, setSelected] = useState(noRows)
  const known = new Set(ids)
  const held = among(selected, known)
  // What comes back is not selected again.
  if (held !== selected) setSelected(held)

  const newest = useRef({ known, shown })
  useEffect(() => {
    newest.current = { known, shown }
  })
  const actions = useMemo(() => {
    /** One row, or with `isRange` all rows from the one before up to it. The same function for as long as the list stands. */
    const press = (id: string, isRange: boolean) => {
      const now = newest.current
      if (!now.known.has(id)) return
      const inOrder = () => now.shown().filter(one => now.known.has(one))
      setSelected(before => (isRange ? upTo(before, id, inOrder(), most) : toggled(before, id, most)))
    }
    const selectAll = () => {
      const inOrder = newest.current.shown().filter(one => newest.current.known.has(one))
      setSelected({ ids: new Set(inOrder.slice(0, most)), anchor: null })
    }
    const clear = () => setSelected(noRows)
    /** These alone from now on. */
    const keep = (some: readonly string[]) => setSelected({ ids: new Set(some), anchor: null })
    return { press, selectAll, clear, keep }
  }, [most])

  const isAny = held.ids.size > 0
  const { clear } = actions
  useEffect(() => {
    if (!isAny) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !isElsewhere(event.target)) clear()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isAny, clear])

  return { ids: held.ids, all: howMany(held, ids.length, most), ...actions }
}

/** What is open over the page, and what is typed, have an Escape of their own. */
const isElsewhere = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('[role=menu],[role=dialog],[role=alertdialog],input:not([type=checkbox]),textarea') !== null

/** Which rows of a list are selected, and the one from which a range goes on. */
export interface SelectedRows {
  readonly ids: ReadonlySet<string>
  readonly anchor: string | null
}

export const noRows: SelectedRows = { ids: new Set(), anchor: null }

/** At most so many: of more the first ones in the order that is given. */
const first = (ids: Iterable<string>, most: number): ReadonlySet<string> =>
  new Set([...new Set(ids)].slice(0, most))

/** One row more, or less. What is more than may be selected stays out. */
export function toggled({ ids, anchor }: SelectedRows, id: string, most: number): SelectedRows {
  if (ids.has(id)) return { ids: new Set([...ids].filter(other => other !== id)), anchor: id }
  return ids.size >= most ? { ids, anchor } : { ids: new Set([...ids, id]), anchor: id }
}

/**
 * All rows from the one that was pressed last to this one, in the order in which they are shown, beside those that are
 * selected; where none was, or it has gone, this one alone.
 */
export function upTo(
  selected: SelectedRows,
  id: string,
  shown: readonly string[],
  most: number,
): SelectedRows {
  const [from, to] = [selected.anchor === null ? -1 : shown.indexOf(selected.anchor), shown.indexOf(id)]
  if (to === -1) return selected
  if (from === -1) return { ids: first([...selected.ids, id], most), anchor: id }
  // From the anchor on, so that what is too much is left out at the far end.
  const range = from <= to ? shown.slice(from, to + 1) : shown.slice(to, from + 1).toReversed()
  return { ids: first([...selected.ids, ...range], most), anchor: selected.anchor }
}

/** Without those that left the list: nothing is done to what cannot be seen. The same where none did. */
export function among(selected: SelectedRows, ids: ReadonlySet<string>): SelectedRows {
  const left = [...selected.ids].filter(id => ids.has(id))
  return left.length === selected.ids.size ? selected : { ...selected, ids: new Set(left) }
}

/** How many of those shown are selected, as a checkbox for all says it. */
export function howMany({ ids }: SelectedRows, shown: number, most: number): 'none' | 'some' | 'all' {
  if (ids.size === 0) return 'none'
  return ids.size >= Math.min(shown, most) ? 'all' : 'some'
}
