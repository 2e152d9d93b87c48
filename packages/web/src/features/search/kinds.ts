import { t } from '@parley/core/text/translate'
import type { SearchReply } from '@parley/core/search/api'
import { type SearchKind, searchKinds } from '@parley/core/search/constants'

/** What a list shows: all kinds, or one. */
export type SearchTab = SearchKind | 'everything'

export const kindLabel: Readonly<Record<SearchKind, string>> = {
  messages: t('Messages'),
  people: t('Customers'),
  tickets: t('Tickets'),
  notes: t('Notes'),
  issues: t('Issues'),
  applications: t('Applications'),
}

export const isTab = (text: string | null): text is SearchTab =>
  text === 'everything' || searchKinds.some(kind => kind === text)

interface Counted {
  readonly count: number
  readonly more: boolean
}

const nothing: Counted = { count: 0, more: false }

/** How many of a kind were found; `everything`: of all together. */
export function countOf(tab: SearchTab, reply: SearchReply): Counted {
  if (tab !== 'everything') return reply[tab] ?? nothing
  const all = searchKinds.map(kind => countOf(kind, reply))
  return { count: all.reduce((sum, { count }) => sum + count, 0), more: all.some(({ more }) => more) }
}

/** "14"; "100+" where it is only known that there are more. */
export const countText = ({ count, more }: Counted): string => `${count}${more ? '+' : ''}`
