import { plural, t } from '@parley/core/text/translate'
import {
  type AgentView,
  countText,
  figureText,
  notMeasured,
  percentOf,
  percentText,
  roundedTo,
  totalConversations,
} from '@parley/core/reports/rules'
import { metrics } from '@parley/core/reports/catalogue'
import {
  type DayRange,
  type Period,
  periodLabel,
  periodNames,
  periodRange,
  periods,
  rangeLabel,
  rangeProblem,
} from '@parley/core/reports/period'
import { ChartColumn } from 'lucide-react'
import { useState } from 'react'
import type { Explain } from '../../data/reports/counted-rows.ts'
import { type Asked, useFigures } from '../../data/reports/figures.ts'
import { loadPerformance, type Performance } from '../../data/reports/statistics.ts'
import { classNames } from '../../ui/hooks/class-names.ts'
import { HStack } from '../../ui/layout/Layout.tsx'
import { Avatar } from '../../ui/marks/Avatar.tsx'
import { ScrollBox } from '../../ui/lists/ScrollBox.tsx'
import { Cell, Table } from '../../ui/lists/Table.tsx'
import { type SortKey, useSorting } from '../../ui/lists/use-sorting.ts'
import { useWorkspaceZone } from '../../data/capabilities/queries.ts'
import { oldSince } from '../../sync/telling.ts'
import { Card } from '../../ui/Card.tsx'
import { CsvButton } from '../../ui/files/CsvButton.tsx'
import { DateRange, type TypedDates } from '../../ui/fields/DateRange.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { RetryState, NotLoaded, StaleNotice } from '../../ui/states/RetryState.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { shownLabel } from '../../ui/charts/shown-label.ts'
import { useToday } from '../../data/capabilities/workspace-day.ts'
import { figuresOf } from './FigureParts.tsx'
import { Columns, FigureTiles, LoadingRows, MeterCell, type Tile } from './PanelParts.tsx'
import styles from './panels.module.css'

const tableTitle = t('Agents')
/** The table's columns, and what they sort by. */
const columns: readonly (readonly [title: string, key: SortKey<AgentView>])[] = [
  [t('Agent'), agent => agent.name],
  [t('Conversations'), agent => agent.conversations],
  [t('% of Total'), agent => agent.conversations],
  [t('Avg. Response'), agent => agent.avgResponseTime],
  [t('Resolution %'), agent => agent.resolutionRate],
  [t('Total Responses'), agent => agent.messages],
]
const titles = columns.map(([name]) => name)
const keys = columns.map(([, key]) => key)
const mostConversations = { column: 1, direction: 'descending' } as const

type AgentTableProps = { shown: Asked<Performance> | null; explain: Explain }

/** One row for each agent, the most conversations first, unless another order is chosen. The bars compare the agents. */
function AgentTable({ shown, explain }: AgentTableProps) {
  const agents = shown?.value.agents ?? []
  const total = totalConversations(agents)
  const { rows, headingOf } = useSorting(agents, keys, mostConversations)
  return (
    <div className={classNames(styles.table, styles.agents)}>
      <ScrollBox label={t('{title}, by conversations', { title: tableTitle })}>
        <Table label={tableTitle} density="recent">
          <Columns columns={titles} headingOf={headingOf} />
          <tbody aria-busy={shown === null}>
            {shown === null ? (
              <LoadingRows count={3} widths={[140, 60, 60, 60, 60, 60]} />
            ) : (
              rows.map(agent => (
                <AgentRow key={agent.id} agent={agent} total={total} shown={shown} explain={explain} />
              ))
            )}
          </tbody>
        </Table>
      </ScrollBox>
    </div>
  )
}

type AgentRowProps = { agent: AgentView; total: number; shown: Asked<Performance>; explain: Explain }

function AgentRow({ agent, total, shown, explain }: AgentRowProps) {
  const figure = figuresOf(explain, { range: shown.range, agent, at: shown.at })
  const share = percentOf(agent.conversations, total)
  const rate = agent.resolutionRate
  return (
    <tr>
      <Cell>
        <HStack as="span" gap={2} inline weight={500}>
          <Avatar name={agent.name} />
          <bdi>{agent.name}</bdi>
        </HStack>
      </Cell>
      <Cell align="end">
        {figure('agent_conversations', agent.conversations, countText(agent.conversations))}
      </Cell>
      <MeterCell percent={share}>{percentText(share, 1)}</MeterCell>
      <Cell align="end">
        {figure('agent_response_time', agent.avgResponseTime, figureText(agent.avgResponseTime, 'minutes'))}
      </Cell>
      <MeterCell percent={rate ?? 0} tone="ok">
        {rate === null ? (
          <span title={t('not measured')}>{notMeasured}</span>
        ) : (
          figure('agent_resolution_rate', rate, percentText(rate, 1))
        )}
      </MeterCell>
      <Cell align="end">{figure('agent_responses', agent.messages, countText(agent.messages))}</Cell>
    </tr>
  )
}

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
        <div className={styles.note}>
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
          <RetryState title={failed} hint={failure} busy={false} onRetry={reload} action={t('Try again')} />
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
          <div className={styles.overview}>
            <FigureTiles tiles={tilesOf(shown?.value)} shown={shown} explain={explain} />
          </div>
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
          className={styles.period}
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
type LabelledPerformance = Performance & { readonly label: string }

const averages = [
  ['avg_response_time', t('wait for an agent')],
  ['avg_resolution_time', t('from raising to resolving')],
  ['avg_satisfaction', t("customers' ratings")],
  ['avg_fcr_rate', t('of resolved tickets')],
] as const

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

function tilesOf(performance: LabelledPerformance | undefined): readonly Tile[] {
  const total = performance === undefined ? 0 : totalConversations(performance.agents)
  return [
    {
      metric: 'total_conversations',
      value: total,
      text: countText(total),
      description: t("the agents' together"),
    },
    ...averages.map(([metric, description]) => {
      const value = performance?.averages[metric] ?? null
      const isShare = metric === 'avg_fcr_rate'
      return {
        metric,
        value,
        text: isShare ? percentText(value, 0) : figureText(value, metrics[metric].unit),
        description,
        leftOut: isShare ? pendingWords(performance?.averages.fcr_pending ?? 0) : undefined,
      }
    }),
  ]
}

/** As on the screen, and the seconds behind the response time, which are written in more than one unit there. */
const csvHeader = [...titles, t('Avg. Response in seconds')]

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

const noDates: TypedDates = { from: '', to: '' }

/** The chosen period, its days, and the figures of them. Any change asks anew; dates that are no range ask for nothing. */
function usePerformance() {
  const today = useToday()
  const [period, setPeriod] = useState<Period>('currentMonth')
  const [typed, setTyped] = useState<TypedDates>(noDates)
  const [custom, setCustom] = useState<DayRange | null>(null)
  const range = period === 'custom' ? custom : today === null ? null : periodRange(period, today)
  const figures = useFigures('performance', range, period, async ({ from, to }) => {
    const loaded = await loadPerformance({ start_date: from, end_date: to })
    if (loaded.message !== null) throw new Error(loaded.message)
    return { ...loaded, label: periodLabel(period, { from, to }) }
  })
  return {
    period,
    choose: (next: Period) => {
      setPeriod(next)
      if (next !== 'custom' || today === null) return
      const start = periodRange('custom', today)
      setTyped(start)
      setCustom(start)
    },
    typed,
    type: (dates: TypedDates) => {
      setTyped(dates)
      if (rangeProblem(dates) === null) setCustom(dates)
    },
    problem: rangeProblem(typed),
    figures,
  }
}
