import { plural, t } from '@parley/core/text/translate'
import { ChartColumn } from 'lucide-react'
import type { Averages } from '@parley/core/reports/api'
import { metrics } from '@parley/core/reports/catalogue'
import type { MetricId } from '@parley/core/reports/constants'
import { type Period, periodNames, periods, rangeLabel } from '@parley/core/reports/period'
import {
  type AgentView,
  countText,
  figureText,
  percentOf,
  percentText,
  roundedTo,
  totalConversations,
} from '@parley/core/reports/rules'
import { useWorkspaceZone } from '../../data/capabilities/queries.ts'
import type { Explain } from '../../data/reports/counted-rows.ts'
import type { Asked } from '../../data/reports/figures.ts'
import type { Performance } from '../../data/reports/statistics.ts'
import { oldSince } from '../../sync/telling.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { CsvButton } from '../../ui/files/CsvButton.tsx'
import { DateRange } from '../../ui/fields/DateRange.tsx'
import { HStack } from '../../ui/layout/Layout.tsx'
import { EmptyState, ErrorState } from '../../ui/states/EmptyState.tsx'
import { NotLoaded, StaleNotice } from '../../ui/states/RetryState.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { StatCard } from '../../ui/charts/StatCard.tsx'
import { shownLabel } from '../../ui/charts/shown-label.ts'
import { AgentTable, columns } from './AgentTable.tsx'
import styles from './performance.module.css'
import { usePerformance } from './use-performance.ts'

const title = t('Customer Service Metrics')
const failed = t('Error fetching agent performance data')

/** How each agent did over a period, and all of them together. */
export function PerformancePanel({ explain }: { explain: Explain }) {
  const { period, choose, typed, type, problem, figures } = usePerformance()
  const { timeZone } = useWorkspaceZone()
  const { shown, failure } = figures
  const reload = () => location.reload()
  return (
    <Card
      title={title}
      period={shown?.value.label}
      asOf={oldSince(figures, shown?.at)}
      actions={
        <>
          {shown !== null && shown.value.agents.length > 0 && (
            <CsvButton
              of={title}
              parts={[shown.range.from, shown.range.to]}
              header={csvHeader}
              rows={() => csvRows(shown.value.agents)}
            />
          )}
          <Select<Period>
            label={t('Period')}
            labelHidden
            value={period}
            onChange={choose}
            choices={periods.map(value => ({ value, label: periodNames[value] }))}
          />
        </>
      }
    >
      {period === 'custom' && (
        <div className={styles.dates}>
          <DateRange
            label={t('Dates of {title}', { title })}
            names={[t('Start date'), t('End date')]}
            ordered
            value={typed}
            onChange={type}
            problem={problem}
          />
        </div>
      )}
      {failure !== null &&
        (shown === null ? (
          <ErrorState
            title={failed}
            hint={failure}
            action={<Button onClick={reload}>{t('Try again')}</Button>}
          />
        ) : (
          <div className={styles.note}>
            <StaleNotice
              shown={shownLabel(shown, timeZone)}
              busy={false}
              onRetry={reload}
              action={t('Try again')}
            >
              {`${failed}: ${failure}.`}
            </StaleNotice>
          </div>
        ))}
      {figures.cut && shown === null && <NotLoaded />}
      {(shown !== null || figures.loading) && (
        <>
          <Header shown={shown} explain={explain} />
          {shown !== null && shown.value.agents.length === 0 ? (
            <EmptyState
              icon={<ChartColumn size={20} strokeWidth={1.7} aria-hidden="true" />}
              title={t('No data available')}
              hint={t('No agent wrote in these days. Try another date range.')}
            />
          ) : (
            <AgentTable shown={shown} explain={explain} />
          )}
        </>
      )}
      {shown !== null && (
        <HStack
          as="footer"
          align="stretch"
          justify="between"
          wrap
          rule="top"
          size="meta"
          tone="muted"
          className={styles.foot}
        >
          <span>{shown.value.label}</span>
          <span>{rangeLabel(shown.range)}</span>
          {figures.other && failure === null && !figures.cut && (
            <span role="status">{t('Loading the chosen period...')}</span>
          )}
        </HStack>
      )}
    </Card>
  )
}

/** What the panel holds: the period's name travels with its figures. */
export type LabelledPerformance = Performance & { readonly label: string }

const averages: readonly [MetricId, keyof Averages, string][] = [
  ['avg_response_time', 'avg_response_time', t('wait for an agent')],
  ['avg_resolution_time', 'avg_resolution_time', t('from raising to resolving')],
  ['avg_satisfaction', 'avg_satisfaction', t("customers' ratings")],
  ['avg_fcr_rate', 'avg_fcr_rate', t('of resolved tickets')],
]

/** How many tickets the first-contact resolution leaves out for now; nothing where it leaves out none. */
const pendingWords = (count: number): string | undefined =>
  count === 0
    ? undefined
    : plural(
        count,
        {
          one: '1 ticket resolved in these days is not counted yet: their 72 hours are not over.',
          other: '{count} tickets resolved in these days are not counted yet: their 72 hours are not over.',
        },
        { count: countText(count) },
      )

function Header({ shown, explain }: { shown: Asked<LabelledPerformance> | null; explain: Explain }) {
  const tile = (metric: MetricId, value: number | null, description: string, leftOut?: string) => {
    const text = metric === 'avg_fcr_rate' ? percentText(value, 0) : figureText(value, metrics[metric].unit)
    return (
      <StatCard
        key={metric}
        flat
        title={metrics[metric].name}
        value={value === null ? <span title={t('not measured')}>{text}</span> : text}
        description={description}
        loading={shown === null}
        about={
          shown &&
          explain({
            metric,
            value,
            text,
            range: shown.range,
            agent: null,
            at: shown.at,
            sample: false,
            leftOut,
          })
        }
      />
    )
  }
  const total = shown === null ? 0 : totalConversations(shown.value.agents)
  return (
    <div className={styles.tiles}>
      {tile('total_conversations', total, t("the agents' together"))}
      {averages.map(([metric, field, description]) =>
        tile(
          metric,
          shown?.value.averages[field] ?? null,
          description,
          metric === 'avg_fcr_rate' ? pendingWords(shown?.value.averages.fcr_pending ?? 0) : undefined,
        ),
      )}
    </div>
  )
}

/** As on the screen, and the seconds behind the response time, which are written in more than one unit there. */
const csvHeader = [...columns, t('Avg. Response in seconds')]

const csvRows = (agents: readonly AgentView[]) =>
  agents.map(agent => [
    agent.name,
    agent.conversations,
    roundedTo(percentOf(agent.conversations, totalConversations(agents)), 1),
    agent.avgResponseTime === null ? null : figureText(agent.avgResponseTime, 'minutes'),
    roundedTo(agent.resolutionRate, 1),
    agent.messages,
    agent.avgResponseTime === null ? null : roundedTo(agent.avgResponseTime * 60, 1),
  ])
