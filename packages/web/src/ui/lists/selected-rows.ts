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
