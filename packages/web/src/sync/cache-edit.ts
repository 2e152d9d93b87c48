import type { Held } from '@parley/core/live/held'
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Changes what one entry holds and nothing else about it. `setQueryData` would also call it fresh, successful and just
 * fetched: an entry that waits to be fetched again would never be, and a failure would vanish from the screen.
 */
export function editQuery<T>(query: Query, edit: (held: T) => T): void {
  const held = query.state.data as T | undefined
  if (held === undefined) return
  const edited = edit(held)
  if (edited !== held) query.setState({ data: edited })
}

/** The same by key; does nothing when there is no such entry. */
export function editHeld<T>(client: QueryClient, queryKey: QueryKey, edit: (held: T) => T): void {
  const query = client.getQueryCache().find({ queryKey, exact: true })
  if (query !== undefined) editQuery(query, edit)
}

interface Row {
  readonly id: string
}

/** Puts a row into a held list, or takes it out, until the list is fetched again. A new row stands at an end. */
export const putRow = (
  client: QueryClient,
  queryKey: QueryKey,
  id: string,
  row: Row | null,
  end: 'first' | 'last' = 'last',
): void =>
  editHeld<Held<readonly Row[]>>(client, queryKey, held => {
    const { value: rows } = held
    if (row === null) return { ...held, value: rows.filter(one => one.id !== id) }
    if (rows.some(one => one.id === id))
      return { ...held, value: rows.map(one => (one.id === id ? row : one)) }
    return { ...held, value: end === 'first' ? [row, ...rows] : [...rows, row] }
  })
