/**
 * Rows without one that is another conversation's now, as after a merge; the same array where it was not among them.
 */
export const withoutMoved = <Row extends { readonly id: string }>(
  rows: readonly Row[],
  id: string,
): readonly Row[] => (rows.some(row => row.id === id) ? rows.filter(row => row.id !== id) : rows)
