/** minutes: a duration; fraction: 0 to 1; percent: 0 to 100 and above; rating: 1 to 5. */
export type Unit =
  | 'customers'
  | 'messages'
  | 'conversations'
  | 'tickets'
  | 'agents'
  | 'minutes'
  | 'fraction'
  | 'percent'
  | 'rating'

/** range: days that the reader chose; week: this week so far; now: the present moment. */
export type Span = 'range' | 'week' | 'today' | 'now'

/** The rows that a figure counts. */
export type Counted = 'customer' | 'conversation' | 'message' | 'ticket' | 'rating' | 'agent'

/** The definition of a figure, for all screens. */
export interface Metric {
  /** The name on the screens. */
  readonly name: string
  /** One sentence. */
  readonly definition: string
  /** One sentence; null: nothing is excluded. */
  readonly exclusions: string | null
  readonly unit: Unit
  readonly span: Span
  /** The direction that is good news; null: neither. */
  readonly better: 'up' | 'down' | null
  readonly counts: Counted
}
