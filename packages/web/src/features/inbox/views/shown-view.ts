import type { ConversationFilter } from '@parley/core/conversations/rules'

/** What the list shows, and how it is told to show something else. */
export interface ShownView {
  readonly filter: ConversationFilter
  /** The id of the saved view that it was opened by; null: by none. */
  readonly view: string | null
  /** Told another address of the list. */
  readonly onAddress: (params: URLSearchParams) => void
}
