/** The parts around a thread. */
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

/** The most conversations of one hand-over. */
export const maxHandOver = 100
