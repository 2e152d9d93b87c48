import { t } from '@parley/core/text/translate'
import { ChartColumn, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { utilizationTone } from '@parley/core/agents/rules'
import { metrics } from '@parley/core/reports/catalogue'
import type { MetricId } from '@parley/core/reports/constants'
import { countText, figureText, percentText } from '@parley/core/reports/rules'
import { calendar } from '@parley/core/text/format'
import { useWorkspaceZone } from '../../data/capabilities/queries.ts'
import type { Explain } from '../../data/reports/counted-rows.ts'
import { type TeamLoad, useTeamLoad } from '../../data/reports/workload.ts'
import { oldSince } from '../../sync/telling.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Grid, HStack } from '../../ui/layout/Layout.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { ErrorState } from '../../ui/states/ErrorState.tsx'
import { Meter } from '../../ui/charts/Meter.tsx'
import { NotLoaded } from '../../ui/states/NotLoaded.tsx'
import { StaleNotice } from '../../ui/states/StaleNotice.tsx'
import { StatCard } from '../../ui/charts/StatCard.tsx'
import { OverloadedTable } from './OverloadedTable.tsx'
import styles from './workload.module.css'

const title = t('Workload Distribution')
const failed = t('Failed to load workload data')

/** How loaded the team is now, and who is at or above capacity. */
export function WorkloadPanel({ explain }: { explain: Explain }) {
  const load = useTeamLoad()
  const { timeZone } = useWorkspaceZone()
  const [onlyOverloaded, setOnlyOverloaded] = useState(false)
  const { shown } = load
  return (
    <Card
      title={title}
      period={t('now')}
      asOf={oldSince(load, shown?.at)}
      actions={
        <>
          <Button
            variant="quiet"
            size="small"
            aria-pressed={onlyOverloaded}
            onClick={() => setOnlyOverloaded(!onlyOverloaded)}
          >
            {t('Show Overloaded Only')}
          </Button>
          <Button
            size="small"
            aria-label={t('Refresh {title}', { title })}
            busy={load.refreshing}
            disabled={load.cut}
            icon={<RefreshCw size={14} strokeWidth={1.8} aria-hidden="true" />}
            onClick={load.refresh}
          >
            {t('Refresh')}
          </Button>
        </>
      }
    >
      {load.failed &&
        (shown === null ? (
          <ErrorState
            title={failed}
            action={
              <Button aria-label={t('Refresh Data: {title}', { title })} onClick={() => location.reload()}>
                {t('Refresh Data')}
              </Button>
            }
          />
        ) : (
          <div className={styles.note}>
            <StaleNotice
              shown={t('the workload as of {at}', { at: calendar(timeZone).clock(new Date(shown.at)) })}
              busy={false}
              onRetry={() => location.reload()}
              action={t('Refresh Data')}
            >
              {`${failed}.`}
            </StaleNotice>
          </div>
        ))}
      {shown === null && load.cut && <NotLoaded />}
      {shown === null && !load.failed && !load.cut && <Figures load={null} explain={explain} />}
      {shown !== null &&
        (shown.metrics.total_agents === 0 ? (
          <EmptyState
            icon={<ChartColumn size={20} strokeWidth={1.7} aria-hidden="true" />}
            title={t('No workload data available')}
          />
        ) : (
          <Grid align="start" className={styles.parts}>
            {!onlyOverloaded && <Figures load={shown} explain={explain} />}
            <OverloadedTable load={shown} />
          </Grid>
        ))}
    </Card>
  )
}

function Figures({ load, explain }: { load: TeamLoad | null; explain: Explain }) {
  const team = load?.metrics
  const utilization = team?.avg_utilization_percentage ?? 0
  const tiles: readonly [MetricId, number | undefined][] = [
    ['total_agents', team?.total_agents],
    ['overloaded_agents', team?.overloaded_agents],
    ['avg_utilization', team?.avg_utilization_percentage],
    ['max_workload', team?.max_workload],
  ]
  return (
    <Grid gap={3} flex="shrink" className={styles.figures}>
      <div className={styles.tiles}>
        {tiles.map(([metric, value = 0]) => {
          const text = metrics[metric].unit === 'percent' ? figureText(value, 'percent') : countText(value)
          return (
            <StatCard
              key={metric}
              flat
              title={metrics[metric].name}
              value={text}
              loading={load === null}
              about={
                load && explain({ metric, value, text, range: null, agent: null, at: load.at, sample: false })
              }
            />
          )
        })}
      </div>
      <Grid
        as="figure"
        gap={1}
        size="meta"
        tone="muted"
        digits
        aria-label={t('Average utilization on an axis from 0 to 100 percent')}
      >
        <HStack as="figcaption" gap={2} align="stretch" justify="between">
          <span>{t('Average utilization')}</span>
          <span>{load && `${percentText(utilization, 1)}, ${verdicts[utilizationTone(utilization)]}`}</span>
        </HStack>
        <Meter thick percent={utilization} tone={utilizationTone(utilization)} />
        <HStack gap={2} align="stretch" justify="between" tone="faint" aria-hidden="true">
          <span>0</span>
          <span>50</span>
          <span>100</span>
        </HStack>
      </Grid>
    </Grid>
  )
}

/** What the bar's colour says. */
const verdicts = { ok: t('room to spare'), warn: 'busy', danger: t('close to full or over it') }
