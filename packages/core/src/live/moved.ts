/** What is held without a row that is another conversation's now, as after a merge; the same where it was not held. */
export const withoutMoved = <
  Key extends string,
  Held extends Readonly<Record<Key, readonly { readonly id: string }[]>>,
>(
  held: Held,
  key: Key,
  id: string,
): Held =>
  held[key].some(row => row.id === id) ? { ...held, [key]: held[key].filter(row => row.id !== id) } : held
