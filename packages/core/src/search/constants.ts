/** What one search looks through. */
export const searchKinds = ['messages', 'people', 'tickets', 'notes', 'issues', 'applications'] as const
export type SearchKind = (typeof searchKinds)[number]

/** Who wrote a message. */
export const messageWriters = ['CUSTOMER', 'AGENT', 'BOT'] as const
export type MessageWriter = (typeof messageWriters)[number]

export const searchLimits = {
  /** Characters of what is typed. */
  typed: 200,
  /** Hits of a kind in one answer. */
  page: 50,
  /** Of more hits than this it is only said that there are more. */
  counted: 100,
} as const
