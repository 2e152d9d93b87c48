/** Resolves once what was typed last is on the server, or has taken too long; absent where nothing is typed. */
export const flushDrafts: { written?: () => Promise<unknown> } = {}
