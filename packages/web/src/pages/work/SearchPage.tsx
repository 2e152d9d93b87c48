import { plural, t } from '@parley/core/text/translate'
import type { SearchReply } from '@parley/core/search/api'
import { type SearchKind, searchKinds } from '@parley/core/search/constants'
import { Search } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { browserZone } from '../../data/capabilities/workspace-day.ts'
import { useRecentSearches, isSearch, useSearch } from '../../data/search/search.ts'
import { useSession } from '../../data/session/session.ts'
import { filterOf, SearchFilters } from '../../features/search/SearchFilters.tsx'
import {
  countOf,
  countText,
  HitList,
  HitPanel,
  isTab,
  kindLabel,
  type SearchTab,
} from '../../features/search/Hits.tsx'
import { linesOf } from '../../features/search/hit-lines.tsx'
import { RecentList } from '../../features/search/RecentList.tsx'
import { Button } from '../../ui/Button.tsx'
import { Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { ListSearch } from '../../ui/fields/ListSearch.tsx'
import { RetryState } from '../../ui/states/RetryState.tsx'
import { Skeleton } from '../../ui/states/Skeleton.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { useMediaQuery } from '../../ui/hooks/use-media-query.ts'
import page from '../page.module.css'
import styles from './SearchPage.module.css'

type Changes = Readonly<Record<string, string | null | undefined>>

/** The same address with some of its parts changed; null and nothing take one out. */
const changed = (params: URLSearchParams, changes: Changes): URLSearchParams => {
  const next = new URLSearchParams(params)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === undefined || value === '') next.delete(name)
    else next.set(name, value)
  }
  return next
}

/** One search over everything: what is searched for, and how it is narrowed, stands in the address. */
export function SearchPage() {
  'use memo'
  const [params, setParams] = useSearchParams()
  const named = params.get('kind')
  const tab: SearchTab = isTab(named) ? named : 'everything'
  const zone = browserZone()
  // Of one moment, so that the days of "the last 30" do not make another search of each rendering.
  const [opened] = useState(() => new Date())
  const filter = filterOf(params, zone, opened)
  const change = (changes: Changes) => setParams(now => changed(now, changes), { replace: true })
  const isAsked = isSearch(filter.text)
  const found = useSearch(filter)
  const reply = isAsked ? found.data?.pages[0] : undefined
  const recent = useRecentSearches(useSession()?.user.id ?? '')
  const field = useRef<HTMLDivElement>(null)
  useEffect(() => field.current?.querySelector('input')?.focus(), [])
  const choose = (next: SearchTab) => change({ kind: next === 'everything' ? null : next })
  const tabs = (['everything', ...searchKinds] as const).map(value => ({
    value,
    label: value === 'everything' ? t('Everything') : kindLabel[value],
    count: reply && countText(countOf(value, reply)),
  }))
  return (
    <Grid narrow full className={page.headed}>
      <Grid gap={2.5} className={styles.head}>
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Enter in the field says that these are the words */}
        <HStack
          ref={field}
          align="stretch"
          flex="shrink"
          className={styles.field}
          onKeyDown={({ key, target }) => {
            if (key === 'Enter' && target instanceof HTMLInputElement) recent.add(target.value)
          }}
        >
          <ListSearch of={t('everything')} search={params.get('q') ?? ''} onSearch={q => change({ q })} />
        </HStack>
        <SearchFilters params={params} onChange={change} />
      </Grid>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- the links do what they do; words that led somewhere are kept */}
      <div
        className={styles.results}
        aria-busy={found.isFetching || undefined}
        onClick={({ target }) => {
          if (isAsked && target instanceof Element && target.closest('a') !== null) recent.add(filter.text)
        }}
      >
        <Tabs label={t('What was found')} variant="line" value={tab} onChange={choose} tabs={tabs}>
          {!isAsked && <RecentList {...recent} />}
          {!isAsked && (
            <EmptyState
              icon={<Search size={20} strokeWidth={1.8} aria-hidden="true" />}
              title={t('Find anything')}
              hint={t(
                'Search names, phone numbers, words in messages and notes, or TCK-…, IPP-… and LIB-… numbers. Put “exact words” in quotes.',
              )}
            />
          )}
          {isAsked && found.isError && (
            <RetryState
              title={t('The search failed')}
              hint={found.error.message}
              busy={found.isFetching}
              onRetry={() => void found.refetch()}
              action={t('Try again')}
            />
          )}
          {isAsked && found.isPending && <Loading />}
          {reply && !found.isError && (
            <Found tab={tab} reply={reply} pages={found.data?.pages ?? []} onTab={choose}>
              {found.hasNextPage && (
                <p className={styles.more}>
                  <Button
                    size="small"
                    busy={found.isFetchingNextPage}
                    onClick={() => void found.fetchNextPage()}
                  >
                    {t('Older messages')}
                  </Button>
                </p>
              )}
            </Found>
          )}
        </Tabs>
      </div>
    </Grid>
  )
}

type FoundProps = {
  tab: SearchTab
  reply: SearchReply
  pages: readonly SearchReply[]
  onTab: (tab: SearchTab) => void
  /** Stands below the messages. */
  children: ReactNode
}

const besides: readonly SearchKind[] = searchKinds.filter(kind => kind !== 'messages')

function Found({ tab, reply, pages, onTab, children }: FoundProps) {
  const isWide = useMediaQuery('(min-width: 1100px)')
  const kind = tab === 'everything' ? 'messages' : tab
  const hasPanel = tab === 'everything' && besides.some(one => countOf(one, reply).count > 0)
  const hasRoom = useMediaQuery(hasPanel ? '(min-width: 1680px)' : '(min-width: 1280px)')
  const lines = linesOf(kind, pages, hasRoom)
  if (countOf(tab, reply).count === 0) {
    return (
      <EmptyState
        icon={<Search size={20} strokeWidth={1.8} aria-hidden="true" />}
        title={
          tab === 'everything'
            ? t('Nothing was found')
            : t('No {kind} were found', { kind: kindLabel[tab].toLowerCase() })
        }
        hint={t('Try fewer or shorter words, or remove a filter. You find only what you have access to.')}
      />
    )
  }
  const panel = hasPanel && (
    <aside className={styles.panel} aria-label={t('People and work')}>
      <HitPanel reply={reply} kinds={besides} onAll={onTab} />
    </aside>
  )
  return (
    <div className={isWide && hasPanel ? styles.beside : styles.below}>
      {!isWide && panel}
      <div className={styles.list}>
        <Text as="p" size="meta" tone="faint" className={styles.summary} role="status">
          {summaryOf(kind, reply)}
        </Text>
        <HitList label={kindLabel[kind]} lines={lines} />
        {kind === 'messages' && children}
      </div>
      {isWide && panel}
    </div>
  )
}

function summaryOf(kind: SearchKind, reply: SearchReply): string {
  const counted = countOf(kind, reply)
  const text = countText(counted)
  if (kind !== 'messages')
    return t('{text} {kind}, newest first', { text, kind: kindLabel[kind].toLowerCase() })
  if (counted.count === 0) return t('No messages found')
  const conversations = reply.messages?.conversations ?? 0
  const among = plural(conversations, { one: '{count} conversation', other: '{count} conversations' })
  return counted.more
    ? t('More than {count} messages, newest first; the first {count} in {among}', {
        count: counted.count,
        among,
      })
    : plural(
        counted.count,
        {
          one: '{count} message in {among}, newest first',
          other: '{count} messages in {among}, newest first',
        },
        { count: text, among },
      )
}

const Loading = () => (
  <div role="status" aria-label={t('Searching')} className={styles.loading}>
    {Array.from({ length: 6 }, (_, place) => (
      <HStack key={place} gap={3} align="stretch" rule="bottom" className={styles.skeleton}>
        <Skeleton width={28} height={28} round />
        <Grid flex="grow" gap={2}>
          <Skeleton width={180} />
          <Skeleton width="70%" />
        </Grid>
      </HStack>
    ))}
  </div>
)
