/** What a figure is counted in. minutes: a length of time; fraction: 0 to 1; percent: 0 to 100 and above; rating: 1 to 5. */
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

/** What a figure is taken over. range: days that the reader chose; week: this week so far; today; now: the present moment. */
export type Span = 'range' | 'week' | 'today' | 'now'

/** What stands behind a figure and can be listed. */
export type Counted = 'customer' | 'conversation' | 'message' | 'ticket' | 'rating' | 'agent'

/** One figure: what it means, wherever it is shown. */
export interface Metric {
  /** As the screens name it. */
  readonly name: string
  /** One sentence. */
  readonly definition: string
  /** What is left out, in one sentence; null where nothing is. */
  readonly exclusions: string | null
  readonly unit: Unit
  readonly span: Span
  /** Which direction is good news; null where neither is. */
  readonly better: 'up' | 'down' | null
  readonly counts: Counted
}
