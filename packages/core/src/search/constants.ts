/** The kinds of results. */
export const searchKinds = ['messages', 'people', 'tickets', 'notes', 'issues', 'applications'] as const
export type SearchKind = (typeof searchKinds)[number]

/** Authors of messages. */
export const messageWriters = ['CUSTOMER', 'AGENT', 'BOT'] as const
export type MessageWriter = (typeof messageWriters)[number]

export const searchLimits = {
  /** Characters of a query. */
  typed: 200,
  /** Hits of one kind in one response. */
  page: 50,
  /** More hits are not counted. */
  counted: 100,
} as const
