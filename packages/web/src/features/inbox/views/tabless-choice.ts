import type { ConversationStatus } from '@parley/core/conversations/api'
import type { StatusCounts } from '@parley/core/live/cached'

/** Narrowing the list to a status that has no tab. */
export interface TablessChoice {
  /** What the list is narrowed to. */
  readonly status: ConversationStatus | undefined
  /** Null while they are not known. */
  readonly counts: StatusCounts | null
  readonly onChoose: (status: ConversationStatus) => void
}
