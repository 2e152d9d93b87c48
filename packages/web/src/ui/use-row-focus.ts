import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'

type RowFocusOptions = {
  ids: readonly string[]
  /** How many rows a page key moves by. */
  pageSize: number
  /** Brings a row into view; called before it gets the focus. */
  reveal: (index: number) => void
  open: (index: number) => void
}

/** Which row the Tab key reaches, and what the arrow keys do. */
export interface RowFocus {
  /** The row that holds the focus, or would get it; it must stay in the page while it is out of view. */
  readonly index: number
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly onFocus: (id: string) => void
  /** For the row with this index; the focus follows the active row through it. */
  readonly rowRef: (element: HTMLElement | null) => void
}

/** Moves the focus over the rows of a virtual list by keyboard. It stays with its row when rows move. */
export function useRowFocus({ ids, pageSize, reveal, open }: RowFocusOptions): RowFocus {
  const [activeId, setActiveId] = useState<string>()
  const row = useRef<HTMLElement>(null)
  const moved = useRef(false)
  const index = Math.max(0, activeId === undefined ? 0 : ids.indexOf(activeId))

  useLayoutEffect(() => {
    if (!moved.current) return
    moved.current = false
    row.current?.focus({ preventScroll: true })
  })

  const move = (to: number) => {
    const target = Math.max(0, Math.min(ids.length - 1, to))
    moved.current = true
    reveal(target)
    setActiveId(ids[target])
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const act = {
      ArrowDown: () => move(index + 1),
      ArrowUp: () => move(index - 1),
      PageDown: () => move(index + pageSize),
      PageUp: () => move(index - pageSize),
      Home: () => move(0),
      End: () => move(ids.length - 1),
      Enter: () => open(index),
    }[event.key]
    if (act === undefined) return
    event.preventDefault()
    act()
  }

  return {
    index,
    onKeyDown,
    onFocus: setActiveId,
    rowRef: element => {
      row.current = element
    },
  }
}
