import { type KeyboardEvent, useEffect, useId, useState } from 'react'

interface Choosing {
  /** Of the list; those of its options begin with it. */
  readonly id?: string
  /** Once this is another, the first option is chosen again. */
  readonly typed?: string
  /** The key of the option that is chosen at first, unless it is the first. */
  readonly start?: string | undefined
  /** Down leads from the last option to the first, and Up back. */
  readonly wraps?: boolean
}

/**
 * Options of which a text field chooses one while it keeps the focus: a combobox of the ARIA practices. Base UI's has keys that
 * a text of several lines needs itself (docs/decisions/0014).
 */
export function useOptionList<T>(options: readonly T[], keyOf: (option: T) => string, choosing: Choosing) {
  const ownId = useId()
  const { id = ownId, typed = '', start, wraps = false } = choosing
  const [last, setLast] = useState({ typed, key: start })
  const found = last.typed === typed ? options.findIndex(one => keyOf(one) === last.key) : 0
  const at = Math.max(0, found)
  const chosen = options[at] ?? null
  // Without spaces, since an attribute lists ids.
  const idOf = (option: T) => `${id}-${encodeURIComponent(keyOf(option))}`
  const active = chosen === null ? undefined : idOf(chosen)
  useEffect(() => {
    if (active !== undefined) document.getElementById(active)?.scrollIntoView({ block: 'nearest' })
  }, [active])
  const choose = (option: T) => setLast({ typed, key: keyOf(option) })
  /** Chooses with an arrow key of the field; false: it is another key. */
  const step = (event: KeyboardEvent): boolean => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return false
    event.preventDefault()
    const next = options.at(wraps ? (at + by) % options.length : Math.max(0, at + by))
    if (next !== undefined) choose(next)
    return true
  }
  return { id, chosen, active, choose, step, idOf }
}
