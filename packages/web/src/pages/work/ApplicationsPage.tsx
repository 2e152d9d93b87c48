import { t } from '@parley/core/text/translate'
import type { ApplicationKind } from '@parley/core/applications/application'
import { useSearchParams } from 'react-router'
import { useApplications } from '../../data/applications/queries.ts'
import { ApplicationList } from '../../features/applications/list/ApplicationList.tsx'
import {
  filterFrom,
  listTabs,
  listTitles,
  otherStatuses,
  rangeChoices,
  tabCount,
  withParam,
} from '../../features/applications/list-filter.ts'
import { ListSearch } from '../../ui/fields/ListSearch.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { Grid } from '../../ui/layout/Layout.tsx'
import styles from './ApplicationsPage.module.css'

/** All applications of a kind: tabs, date range, search, and the list. The address says what is asked for. */
export function ApplicationsPage({ kind }: { kind: ApplicationKind }) {
  'use memo'
  const [params, setParams] = useSearchParams()
  const filter = filterFrom(params)
  const list = useApplications(kind, filter)
  const set = (name: 'status' | 'range' | 'search' | 'order') => (value: string) =>
    setParams(now => withParam(now, name, value), { replace: true })
  const others = otherStatuses(list.counts)
  return (
    <Grid narrow full className={styles.page}>
      <h2 className={styles.title}>{listTitles[kind]}</h2>
      <Tabs
        label={t('Filter by status')}
        value={filter.status ?? 'ALL'}
        onChange={set('status')}
        tabs={listTabs(filter.status).map(tab => ({ ...tab, count: tabCount(list.counts, tab.value) }))}
        beside={
          <>
            <Select
              label={t('Other statuses')}
              labelHidden
              value={others.find(({ value }) => value === filter.status)?.value ?? 'ALL'}
              onChange={set('status')}
              choices={others}
            />
            <Select
              label={t('Date range')}
              labelHidden
              value={filter.range ?? 'ALL'}
              onChange={set('range')}
              choices={rangeChoices}
            />
            <ListSearch of={t('applications')} search={filter.search ?? ''} onSearch={set('search')} />
          </>
        }
      >
        <ApplicationList kind={kind} filter={filter} list={list} onOrder={set('order')} />
      </Tabs>
    </Grid>
  )
}
