import { t } from '@parley/core/text/translate'
import { ListChecks } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useArea } from '../../data/capabilities/queries.ts'
import { useConversationList } from '../../data/conversations/list.ts'
import type { Selecting } from '../../features/inbox/ConversationGrid.tsx'
import { ConversationList } from '../../features/inbox/ConversationList.tsx'
import { filterFrom, listTabs, tabOf, withParam, withTab } from '../../features/inbox/list-filter.ts'
import { totalOf } from '../../features/inbox/list-total.ts'
import { MoreTabs } from '../../features/inbox/views/MoreTabs.tsx'
import { RefreshButton } from '../../features/inbox/RefreshButton.tsx'
import { ListMenuButtons } from '../../features/inbox/views/ListMenuButtons.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { ListSearch } from '../../ui/fields/ListSearch.tsx'
import { lazyWithRetry, usePreloaded } from '../../ui/hooks/lazy-part.ts'
import { Tabs } from '../../ui/Tabs.tsx'
import { usePhoneLayout } from '../../ui/hooks/use-media-query.ts'

const bulk = lazyWithRetry(
  async () => (await import('../../features/inbox/ConversationsBulk.tsx')).ConversationsBulk,
)

const Bar = (selecting: Selecting) => (
  <Suspense fallback={null}>
    <bulk.Part {...selecting} />
  </Suspense>
)

/** All conversations: tabs, search, and the list. What is asked for stands in the address, so that Back returns to it. */
export function ConversationsPage() {
  'use memo'
  const [params, setParams] = useSearchParams()
  const filter = filterFrom(params)
  const list = useConversationList(filter)
  const hasIssues = useArea('issues') === 'served'
  const phone = usePhoneLayout()
  const [selects, setSelects] = useState(false)
  usePreloaded(bulk)
  return (
    <Tabs
      label={t('Filter by status')}
      value={tabOf(filter.status)}
      onChange={tab => setParams(withTab(params, tab), { replace: true })}
      tabs={listTabs.map(tab => ({ ...tab, count: totalOf(list.counts, tab.value) }))}
      after={
        <MoreTabs
          status={filter.status}
          counts={list.counts}
          onChoose={status => setParams(withTab(params, status), { replace: true })}
        />
      }
      beside={
        <>
          <ListSearch
            of={t('conversations')}
            search={filter.search ?? ''}
            onSearch={search => setParams(now => withParam(now, 'search', search), { replace: true })}
          />
          {hasIssues && (
            <Checkbox
              label={t('Open issues')}
              checked={filter.hasOpenIssues === true}
              onChange={({ target }) =>
                setParams(now => withParam(now, 'issues', target.checked ? 'open' : ''), { replace: true })
              }
            />
          )}
          <ListMenuButtons
            filter={filter}
            view={params.get('view')}
            onAddress={next => setParams(next, { replace: true })}
          />
          {phone && (
            <IconButton label={t('Select')} aria-pressed={selects} onClick={() => setSelects(!selects)}>
              <ListChecks size={16} strokeWidth={1.8} aria-hidden="true" />
            </IconButton>
          )}
          <RefreshButton busy={list.refreshing} onRefresh={list.refresh} />
        </>
      }
    >
      <ConversationList
        list={list}
        filter={filter}
        selects={selects}
        onOrder={order => setParams(now => withParam(now, 'order', order), { replace: true })}
        Bar={Bar}
      />
    </Tabs>
  )
}
