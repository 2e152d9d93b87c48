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
