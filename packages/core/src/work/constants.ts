/**
 * What stands around a thread: tickets, issues, offers, the applications of the conversation's customer by kind, the notes in
 * it, the one on its customer, and what was promised at its messages.
 */
export const workParts = [
  'tickets',
  'issues',
  'assignments',
  'ipp',
  'lib',
  'notes',
  'customer_note',
  'reminders',
] as const
export type WorkPart = (typeof workParts)[number]

/** Conversations that are handed over by one call. */
export const maxHandOver = 100
