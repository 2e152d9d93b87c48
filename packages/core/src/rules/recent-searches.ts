import { isSameText } from './fold.ts'

/** Something that an agent searched for, and when last, ISO 8601. */
export interface RecentSearch {
  readonly text: string
  readonly at: string
}

/** So many of an agent's last searches are offered again, for so many days: they hold customers' names and numbers. */
export const recentSearchLimits = { count: 8, days: 14 } as const

/** Those that are still offered at a moment, the newest first. */
export const recentSearches = (kept: readonly RecentSearch[], now: Date): readonly RecentSearch[] =>
  kept
    .filter(({ at }) => now.getTime() - Date.parse(at) < recentSearchLimits.days * 86_400_000)
    .toSorted((a, b) => b.at.localeCompare(a.at))
    .slice(0, recentSearchLimits.count)

/** With one more; the same words in other capitals stand once, as they were typed last. */
export function withSearch(kept: readonly RecentSearch[], typed: string, now: Date): readonly RecentSearch[] {
  const text = typed.trim()
  if (text === '') return kept
  return recentSearches([{ text, at: now.toISOString() }, ...withoutSearch(kept, text)], now)
}

/** Without one. */
export const withoutSearch = (kept: readonly RecentSearch[], text: string): readonly RecentSearch[] =>
  kept.filter(one => !isSameText(one.text, text))
