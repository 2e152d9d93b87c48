import { type RecentSearch, recentSearches, withoutSearch, withSearch } from '@parley/core/search/rules'
import type { DraftKind } from '../../client/device/kept-draft.ts'
import { useNow } from '../../ui/hooks/use-now.ts'
import { useKeptDraft } from '../../client/device/use-kept-draft.ts'

/** What an agent searched for last in this browser, the newest first. */
export interface RecentSearches {
  readonly texts: readonly string[]
  readonly add: (text: string) => void
  readonly remove: (text: string) => void
  readonly clear: () => void
}

const none: readonly RecentSearch[] = []

const kind: DraftKind<readonly RecentSearch[]> = {
  empty: () => none,
  isEmpty: kept => kept.length === 0,
  join: (kept, written) => [
    ...written,
    ...kept.filter(({ text }) => !written.some(one => one.text === text)),
  ],
}

/** An agent's last searches, sealed like what they have not sent: they hold customers' names and numbers. */
export function useRecentSearches(agentId: string): RecentSearches {
  'use memo'
  const now = useNow()
  const { draft, kept } = useKeptDraft(`recent-searches:${agentId}`, kind)
  return {
    texts: recentSearches(draft, now).map(({ text }) => text),
    add: text => kept.change(held => withSearch(held, text, new Date())),
    remove: text => kept.change(held => withoutSearch(held, text)),
    clear: () => kept.change(() => none),
  }
}
