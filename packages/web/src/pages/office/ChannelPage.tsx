import { t } from '@parley/core/text/translate'
import { Inbox } from 'lucide-react'
import { useState } from 'react'
import { useWorkspaceZone } from '../../data/capabilities/queries.ts'
import { useChannelHealth, type KeptEnd, type Span, spans, useLedger } from '../../data/channel/channel.ts'
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
  { value: 'both', label: t('Noted and refused'), end: null },
  { value: 'refused', label: t('Refused'), end: 'refused' },
  { value: 'noted', label: t('Noted'), end: 'noted' },
  { value: 'folded', label: t('Folded'), end: 'folded' },
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
      <HStack wrap rule="bottom" className={styles.filters} role="group" aria-label={t('Filters')}>
        <Select
          label={t('When')}
          labelHidden
          value={span.value}
          choices={spans}
          onChange={value => setSpan(spans.find(one => one.value === value) ?? spans[0])}
        />
        <Select
          label={t('Which')}
          labelHidden
          value={which.value}
          choices={kept}
          onChange={value => setWhich(kept.find(one => one.value === value) ?? kept[0])}
        />
        <Button busy={ledger.isRefetching} onClick={() => void ledger.refetch()}>
          {t('Refresh')}
        </Button>
      </HStack>
      <div className={styles.ledger}>
        {health.data !== undefined && <HealthPanel health={health.data} />}
        {ledger.isPending && (
          <Center className={styles.loading}>
            <Spinner label={t('Loading what WhatsApp sent')} />
          </Center>
        )}
        {ledger.isError && first === undefined && (
          <RetryState
            title={t('What WhatsApp sent could not be fetched')}
            hint={ledger.error.message}
            busy={ledger.isFetching}
            onRetry={() => void ledger.refetch()}
            action={t('Try again')}
          />
        )}
        {first !== undefined && <LedgerSums ledger={first} />}
        {first?.received === 0 && (
          <EmptyState
            icon={<Inbox size={20} strokeWidth={1.8} aria-hidden="true" />}
            title={t('No webhooks')}
            hint={t('WhatsApp sent nothing in this period')}
          />
        )}
        {first !== undefined && timeZone !== undefined && first.received > 0 && (
          <>
            <div className={styles.chart}>
              <StackedBars
                label={t('What came, {label}', { label: span.label.toLowerCase() })}
                by={span.by}
                series={ledgerSeries}
                bars={ledgerBars(first, span.by, timeZone)}
              />
            </div>
            <StepTable
              steps={first.steps}
              label={span.by === 'hour' ? t('By hour') : t('By day')}
              by={span.by}
              timeZone={timeZone}
            />
          </>
        )}
        {first !== undefined && first.received > 0 && (
          <>
            <h2 className={styles.title}>{which.label}</h2>
            {items.length > 0 ? (
              <KeptTable items={items} label={t('{label} items', { label: which.label })} />
            ) : (
              <HStack as="p" gap={3} wrap size="meta" tone="muted" className={styles.foot}>
                {which.end === 'folded' ? t('None.') : t('No ignored or rejected messages.')}
              </HStack>
            )}
          </>
        )}
        {ledger.hasNextPage && (
          <HStack as="p" gap={3} wrap size="meta" tone="muted" className={styles.foot}>
            {ledger.isFetchNextPageError && (
              <span role="alert">{t('Older ones could not be fetched.')} </span>
            )}
            <Button size="small" busy={ledger.isFetchingNextPage} onClick={() => void ledger.fetchNextPage()}>
              {t('Older')}
            </Button>
          </HStack>
        )}
      </div>
    </Grid>
  )
}
