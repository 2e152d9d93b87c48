import { t } from '@parley/core/text/translate'
import { useSearchParams } from 'react-router'
import { useSession } from '../../data/session/session.ts'
import { useTicketList } from '../../data/tickets/queries.ts'
import { filterFrom, type ListParam, withParam } from '../../features/tickets/list/list-filter.ts'
import { TicketFilters } from '../../features/tickets/list/TicketFilters.tsx'
import { TicketList } from '../../features/tickets/list/TicketList.tsx'
import { ListSearch } from '../../ui/fields/ListSearch.tsx'
import { Grid, HStack } from '../../ui/layout/Layout.tsx'
import page from '../page.module.css'
import styles from './TicketsPage.module.css'

/** The tickets of all conversations: mine that are open, unless the address says otherwise. */
export function TicketsPage() {
  const viewerId = useSession()?.user.id
  return viewerId === undefined ? null : <Tickets key={viewerId} viewerId={viewerId} />
}

function Tickets({ viewerId }: { viewerId: string }) {
  'use memo'
  const [params, setParams] = useSearchParams()
  const filter = filterFrom(params, viewerId)
  const list = useTicketList(filter)
  const set = (name: ListParam, value: string) =>
    setParams(now => withParam(now, name, value), { replace: true })
  return (
    <Grid narrow full className={page.headed}>
      <Grid gap={2.5} rule="bottom" className={styles.head}>
        <h2 className={page.title}>{t('Tickets')}</h2>
        <HStack gap={2} justify="between" wrap>
          <TicketFilters params={params} viewerId={viewerId} counts={list.counts} onChange={set} />
          <ListSearch of={t('tickets')} search={filter.search ?? ''} onSearch={text => set('search', text)} />
        </HStack>
      </Grid>
      <TicketList filter={filter} list={list} viewerId={viewerId} onEverybody={() => set('agent', 'any')} />
    </Grid>
  )
}
