/** The token of a reset link, `/login?reset={token}`; null on any other address. */
export const resetTokenIn = (search: string): string | null =>
  new URLSearchParams(search).get('reset') || null
