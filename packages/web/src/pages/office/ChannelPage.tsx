import { Inbox } from 'lucide-react'
import { useState } from 'react'
import { useWorkspaceZone } from '../../data/capabilities/queries.ts'
import { useChannelHealth } from '../../data/channel/health.ts'
import { type KeptEnd, type Span, spans, useLedger } from '../../data/channel/ledger.ts'
import { ledgerBars, ledgerSeries } from '../../features/channel/ledger-bars.ts'
import { HealthPanel } from '../../features/channel/HealthPanel.tsx'
import { LedgerSums } from '../../features/channel/LedgerSums.tsx'
import { KeptTable, StepTable } from '../../features/channel/LedgerTables.tsx'
import { Button } from '../../ui/Button.tsx'
import { Center, Grid, HStack } from '../../ui/layout/Layout.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { RetryState } from '../../ui/states/RetryState.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { Spinner } from '../../ui/states/Spinner.tsx'
import { StackedBars } from '../../ui/charts/StackedBars.tsx'
import styles from './ChannelPage.module.css'

const kept = [
  { value: 'both', label: 'Noted and refused', end: null },
  { value: 'refused', label: 'Refused', end: 'refused' },
  { value: 'noted', label: 'Noted', end: 'noted' },
  { value: 'folded', label: 'Folded', end: 'folded' },
] as const satisfies readonly { readonly value: string; readonly label: string; readonly end: KeptEnd }[]

/** What WhatsApp sent and what became of it: the sums of a span, by hour or day, and what has no row of its own. */
export function ChannelPage() {
  const [span, setSpan] = useState<Span>(spans[0])
  const [which, setWhich] = useState<(typeof kept)[number]>(kept[0])
  const ledger = useLedger(span, which.end)
  const { timeZone } = useWorkspaceZone()
  const health = useChannelHealth()
  const first = ledger.data?.pages[0]
  const items = ledger.data?.pages.flatMap(page => page.items) ?? []
  return (
    <Grid narrow full className={styles.page}>
      <HStack wrap rule="bottom" className={styles.filters} role="group" aria-label="Filters">
        <Select
          label="When"
          labelHidden
          value={span.value}
          choices={spans}
          onChange={value => setSpan(spans.find(one => one.value === value) ?? spans[0])}
        />
        <Select
          label="Which"
          labelHidden
          value={which.value}
          choices={kept}
          onChange={value => setWhich(kept.find(one => one.value === value) ?? kept[0])}
        />
        <Button busy={ledger.isRefetching} onClick={() => void ledger.refetch()}>
          Refresh
        </Button>
      </HStack>
      <div className={styles.ledger}>
        {health.data !== undefined && <HealthPanel health={health.data} />}
        {ledger.isPending && (
          <Center className={styles.loading}>
            <Spinner label="Loading what WhatsApp sent" />
          </Center>
        )}
        {ledger.isError && first === undefined && (
          <RetryState
            title="What WhatsApp sent could not be fetched"
            hint={ledger.error.message}
            busy={ledger.isFetching}
            onRetry={() => void ledger.refetch()}
            action="Try again"
          />
        )}
        {first !== undefined && <LedgerSums ledger={first} />}
        {first?.received === 0 && (
          <EmptyState
            icon={<Inbox size={20} strokeWidth={1.8} aria-hidden="true" />}
            title="No webhooks"
            hint="WhatsApp sent nothing in this period"
          />
        )}
        {first !== undefined && timeZone !== undefined && first.received > 0 && (
          <>
            <div className={styles.chart}>
              <StackedBars
                label={`What came, ${span.label.toLowerCase()}`}
                by={span.by}
                series={ledgerSeries}
                bars={ledgerBars(first, span.by, timeZone)}
              />
            </div>
            <StepTable
              steps={first.steps}
              label={span.by === 'hour' ? 'By hour' : 'By day'}
              by={span.by}
              timeZone={timeZone}
            />
          </>
        )}
        {first !== undefined && first.received > 0 && (
          <>
            <h2 className={styles.title}>{which.label}</h2>
            {items.length > 0 ? (
              <KeptTable items={items} label={`${which.label} items`} />
            ) : (
              <HStack as="p" gap={3} wrap size="meta" tone="muted" className={styles.foot}>
                {which.end === 'folded' ? 'None.' : 'No ignored or rejected messages.'}
              </HStack>
            )}
          </>
        )}
        {ledger.hasNextPage && (
          <HStack as="p" gap={3} wrap size="meta" tone="muted" className={styles.foot}>
            {ledger.isFetchNextPageError && <span role="alert">Older ones could not be fetched. </span>}
            <Button size="small" busy={ledger.isFetchingNextPage} onClick={() => void ledger.fetchNextPage()}>
              Older
            </Button>
          </HStack>
        )}
      </div>
    </Grid>
  )
}
