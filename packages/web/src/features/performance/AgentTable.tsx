import { t } from '@parley/core/text/translate'
import type { MetricId } from '@parley/core/reports/constants'
import {
  type AgentView,
  countText,
  figureText,
  notMeasured,
  percentOf,
  percentText,
  totalConversations,
} from '@parley/core/reports/rules'
import type { Explain } from '../../data/reports/counted-rows.ts'
import type { Asked } from '../../data/reports/figures.ts'
import type { Performance } from '../../data/reports/statistics.ts'
import { HStack } from '../../ui/layout/Layout.tsx'
import { Avatar } from '../../ui/marks/Avatar.tsx'
import { Meter } from '../../ui/charts/Meter.tsx'
import { ScrollBox } from '../../ui/lists/ScrollBox.tsx'
import { Skeleton } from '../../ui/states/Skeleton.tsx'
import { Cell, HeaderCell, Table } from '../../ui/lists/Table.tsx'
import { type SortKey, useSorting } from '../../ui/lists/use-sorting.ts'
import styles from './performance.module.css'

const title = t('Agents')
/** The table's columns, of the screen and of the download. */
export const columns = [
  t('Agent'),
  t('Conversations'),
  t('% of Total'),
  t('Avg. Response'),
  t('Resolution %'),
  t('Total Responses'),
] as const
/** What they sort by. */
const keys: readonly SortKey<AgentView>[] = [
  agent => agent.name,
  agent => agent.conversations,
  agent => agent.conversations,
  agent => agent.avgResponseTime,
  agent => agent.resolutionRate,
  agent => agent.messages,
]
const mostConversations = { column: 1, direction: 'descending' } as const
const loadingRows = 3

type AgentTableProps = { shown: Asked<Performance> | null; explain: Explain }

/** One row for each agent, the most conversations first, unless another order is chosen. The bars compare the agents. */
export function AgentTable({ shown, explain }: AgentTableProps) {
  const agents = shown?.value.agents ?? []
  const total = totalConversations(agents)
  const { rows, headingOf } = useSorting(agents, keys, mostConversations)
  return (
    <div className={styles.table}>
      <ScrollBox label={t('{title}, by conversations', { title })}>
        <Table label={title} density="recent">
          <thead>
            <tr>
              {columns.map((column, index) => (
                <HeaderCell key={column} align={index === 0 ? 'start' : 'end'} {...headingOf(index)}>
                  {column}
                </HeaderCell>
              ))}
            </tr>
          </thead>
          <tbody aria-busy={shown === null}>
            {shown === null
              ? Array.from({ length: loadingRows }, (_, index) => <LoadingRow key={index} />)
              : rows.map(agent => (
                  <AgentRow key={agent.id} agent={agent} total={total} shown={shown} explain={explain} />
                ))}
          </tbody>
        </Table>
      </ScrollBox>
    </div>
  )
}

type AgentRowProps = { agent: AgentView; total: number; shown: Asked<Performance>; explain: Explain }

function AgentRow({ agent, total, shown, explain }: AgentRowProps) {
  const figure = (metric: MetricId, value: number | null, text: string) =>
    explain({ metric, value, text, range: shown.range, agent, at: shown.at, sample: false }, true)
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
      <Cell align="end">
        <HStack as="span" gap={2} justify="end" className={styles.meter}>
          <Meter percent={share} />
          {percentText(share, 1)}
        </HStack>
      </Cell>
      <Cell align="end">
        {figure('agent_response_time', agent.avgResponseTime, figureText(agent.avgResponseTime, 'minutes'))}
      </Cell>
      <Cell align="end">
        <HStack as="span" gap={2} justify="end" className={styles.meter}>
          <Meter percent={rate ?? 0} tone="ok" />
          {rate === null ? (
            <span title={t('not measured')}>{notMeasured}</span>
          ) : (
            figure('agent_resolution_rate', rate, percentText(rate, 1))
          )}
        </HStack>
      </Cell>
      <Cell align="end">{figure('agent_responses', agent.messages, countText(agent.messages))}</Cell>
    </tr>
  )
}

function LoadingRow() {
  return (
    <tr>
      {columns.map(column => (
        <Cell key={column}>
          <Skeleton width={column === 'Agent' ? 140 : 60} />
        </Cell>
      ))}
    </tr>
  )
}
