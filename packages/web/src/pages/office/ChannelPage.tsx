import { t } from '@parley/core/text/translate'
import { Inbox } from 'lucide-react'
import { useState } from 'react'
import { useWorkspaceZone } from '../../data/capabilities/queries.ts'
import { useChannelHealth, type KeptEnd, type Span, spans, useLedger } from '../../data/channel/channel.ts'
import { KeptTable, ledgerBars, ledgerSeries, LedgerSums, StepTable } from '../../features/channel/Ledger.tsx'
import { HealthPanel } from '../../features/channel/Health.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { StackedBars } from '../../ui/charts/StackedBars.tsx'
import styles from './ChannelPage.module.css'
import { Older, Records, RecordsFoot } from './Records.tsx'

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
    <Records
      query={ledger}
      isEmpty={first === undefined}
      loading={t('Loading what WhatsApp sent')}
      failed={t('What WhatsApp sent could not be fetched')}
      filters={
        <>
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
        </>
      }
      above={health.data !== undefined && <HealthPanel health={health.data} />}
    >
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
            <RecordsFoot>
              {which.end === 'folded' ? t('None.') : t('No ignored or rejected messages.')}
            </RecordsFoot>
          )}
        </>
      )}
      {ledger.hasNextPage && (
        <RecordsFoot>
          <Older query={ledger} />
        </RecordsFoot>
      )}
    </Records>
  )
}
