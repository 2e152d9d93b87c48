import { useEffect, useMemo, useRef, useState } from 'react'
import { among, howMany, noRows, toggled, upTo } from './selected-rows.ts'

/** The rows that are selected in a list, and what a press does. */
export interface RowSelection {
  readonly ids: ReadonlySet<string>
  readonly all: ReturnType<typeof howMany>
  /** One row, or with `isRange` all rows from the one before up to it. The same function for as long as the list stands. */
  readonly press: (id: string, isRange: boolean) => void
  readonly selectAll: () => void
  readonly clear: () => void
  /** These alone from now on. */
  readonly keep: (ids: readonly string[]) => void
}

interface Rows {
  /** All that may be selected; the same array as long as nothing changed. */
  readonly ids: readonly string[]
  /** As they stand on the screen at this moment. */
  readonly shown: () => readonly string[]
  /** So many at once. */
  readonly most: number
}

/** Rows are selected by their ids, wherever they move; what leaves the list leaves the selection. Escape clears it. */
export function useRowSelection({ ids, shown, most }: Rows): RowSelection {
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
