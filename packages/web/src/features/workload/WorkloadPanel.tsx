import { utilizationTone } from '@parley/core/agents/rules'
import { metrics } from '@parley/core/reports/catalogue'
import type { MetricId } from '@parley/core/reports/constants'
import { countText, figureText, percentText } from '@parley/core/reports/rules'
import { dayOf } from '@parley/core/text/days'
import { calendar } from '@parley/core/text/format'
import { t } from '@parley/core/text/translate'
import { ChartColumn, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useWorkspaceZone } from '../../data/capabilities/queries.ts'
import { browserZone } from '../../data/capabilities/workspace-day.ts'
import type { Explain } from '../../data/reports/counted-rows.ts'
import { type TeamLoad, useTeamLoad } from '../../data/reports/workload.ts'
import { oldSince } from '../../sync/telling.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Meter } from '../../ui/charts/Meter.tsx'
import { StatCard } from '../../ui/charts/StatCard.tsx'
import { CsvButton } from '../../ui/files/CsvButton.tsx'
import { Box, Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import { ScrollBox } from '../../ui/lists/ScrollBox.tsx'
import { Cell, HeaderCell, Table } from '../../ui/lists/Table.tsx'
import { Badge } from '../../ui/marks/Badge.tsx'
import { EmptyState, ErrorState } from '../../ui/states/EmptyState.tsx'
import { NotLoaded, StaleNotice } from '../../ui/states/RetryState.tsx'
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

const overloadedTitle = t('Overloaded agents')
const columns = [t('Agent'), t('Current Load'), t('Max Capacity'), t('Exceeding By'), t('Status')] as const
const status = 'OVERLOADED'

/** The agents at or above their capacity, or the word that there are none. */
function OverloadedTable({ load }: { load: TeamLoad }) {
  const { timeZone = browserZone() } = useWorkspaceZone()
  const { overloaded } = load
  if (overloaded.length === 0)
    return (
      <Text as="p" size="list" tone="muted" pad={4}>
        {t('No agents are currently overloaded. Workload distribution is balanced.')}
      </Text>
    )
  return (
    <Box flex="shrink" className={styles.table}>
      <ScrollBox label={t('{title} and their load', { title: overloadedTitle })}>
        <Table label={overloadedTitle} density="tight">
          <thead>
            <tr>
              {columns.map((column, n) => (
                <HeaderCell key={column} align={n > 0 && n < 4 ? 'end' : 'start'}>
                  {column}
                </HeaderCell>
              ))}
            </tr>
          </thead>
          <tbody>
            {overloaded.map(agent => (
              <tr key={agent.user_id}>
                <Cell>
                  <bdi>{agent.user_name}</bdi>
                </Cell>
                <Cell align="end">{countText(agent.current_workload)}</Cell>
                <Cell align="end">{countText(agent.max_capacity)}</Cell>
                <Cell align="end">
                  {agent.capacity_exceeded_by === 0
                    ? t('At capacity')
                    : countText(agent.capacity_exceeded_by)}
                </Cell>
                <Cell>
                  <Badge tone="danger">{status}</Badge>
                </Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      </ScrollBox>
      <HStack align="stretch" justify="end" className={styles.download}>
        <CsvButton
          of={overloadedTitle}
          parts={[dayOf(new Date(load.at), timeZone)]}
          header={columns}
          rows={() =>
            overloaded.map(agent => [
              agent.user_name,
              agent.current_workload,
              agent.max_capacity,
              agent.capacity_exceeded_by,
              status,
            ])
          }
        />
      </HStack>
    </Box>
  )
}
