import type { AgentEntity } from '@parley/core/agents/api'
import { isOverloaded, statusWord } from '@parley/core/agents/rules'
import type { MetricId } from '@parley/core/reports/constants'
import { countText, figureText } from '@parley/core/reports/rules'
import { plural, t } from '@parley/core/text/translate'
import { type ReactNode, useId } from 'react'
import type { AgentList } from '../../data/agents/queries.ts'
import { useToday } from '../../data/capabilities/workspace-day.ts'
import type { Explain } from '../../data/reports/counted-rows.ts'
import { useFigures } from '../../data/reports/figures.ts'
import { loadPerformance } from '../../data/reports/statistics.ts'
import { Meter } from '../../ui/charts/Meter.tsx'
import { Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import { Fact, Facts } from '../../ui/lists/Facts.tsx'
import { Avatar } from '../../ui/marks/Avatar.tsx'
import { rich } from '../../ui/rich.ts'
import styles from './shift.module.css'

interface YourShiftProps {
  readonly viewer: { readonly id: string; readonly name: string }
  readonly explain: Explain
}

/** The viewer's figures of today, as the report on agents has them. */
export function YourShift({ viewer, explain }: YourShiftProps) {
  const today = useToday()
  const range = today === null ? null : { from: today, to: today }
  const { shown, failure } = useFigures('performance', range, 'shift', async ({ from, to }) => {
    const loaded = await loadPerformance({ start_date: from, end_date: to })
    if (loaded.message !== null) throw new Error(loaded.message)
    return loaded
  })
  const own = shown?.value.agents.find(({ id }) => id === viewer.id)
  const figure = (metric: MetricId, value: number | null, text: string) =>
    shown === null
      ? '…'
      : explain({ metric, value, text, range: shown.range, agent: viewer, at: shown.at, sample: false }, true)
  const conversations = own?.conversations ?? 0
  const answers = own?.messages ?? 0
  const time = own?.avgResponseTime ?? null
  const rate = own?.resolutionRate ?? null
  return (
    <Part title={rich('Your shift {today}', { today: <Quiet>{t('today')}</Quiet> })}>
      {failure !== null && shown === null ? (
        <Text as="p" size="meta" tone="muted">
          {t('Your figures could not be loaded.')}
        </Text>
      ) : (
        <Facts>
          <Fact name={t('Handled')}>
            {figure('agent_conversations', conversations, conversationsText(conversations))}
          </Fact>
          <Fact name={t('Replies')}>{figure('agent_responses', answers, countText(answers))}</Fact>
          <Fact name={t('Response time')}>
            {figure('agent_response_time', time, figureText(time, 'minutes'))}
          </Fact>
          <Fact name={t('Resolution rate')}>
            {figure('agent_resolution_rate', rate, figureText(rate, 'percent'))}
          </Fact>
        </Facts>
      )}
    </Part>
  )
}

/** One of the parts beside the list. */
function Part({ title, children }: { title: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <Grid as="section" gap={3} rule="bottom" pad={4} className={styles.part} aria-labelledby={id}>
      <HStack as="h3" id={id} gap={2} align="stretch" justify="between" size="list" weight={600}>
        {title}
      </HStack>
      {children}
    </Grid>
  )
}

const Quiet = ({ children }: { children: string }) => (
  <Text weight={400} tone="muted">
    {children}
  </Text>
)

const conversationsText = (count: number): string =>
  plural(count, { one: '{count} conversation', other: '{count} conversations' }, { count: countText(count) })

interface RoomProps {
  readonly agents: AgentList
  readonly viewerId: string
  /** How many conversations go to each agent. */
  readonly planned: ReadonlyMap<string, number>
}

/** What colleagues have once everything is handed over as it is chosen: those who are there, and who was chosen. */
export function RoomWithOthers({ agents, viewerId, planned }: RoomProps) {
  const others = agents.agents
    .filter(
      ({ id, placeholder, is_online: isThere }) =>
        id !== viewerId && !placeholder && (isThere || planned.has(id)),
    )
    .toSorted((a, b) => Number(b.is_online) - Number(a.is_online))
  return (
    <Part title={rich('Team capacity {after}', { after: <Quiet>{t('after handover')}</Quiet> })}>
      {others.length === 0 ? (
        <Text as="p" size="meta" tone="muted">
          {agents.state === 'ready' ? t('Nobody else is available.') : t('Not known yet.')}
        </Text>
      ) : (
        <Grid as="ul" gap={3}>
          {others.map(agent => (
            <Room key={agent.id} agent={agent} more={planned.get(agent.id) ?? 0} />
          ))}
        </Grid>
      )}
    </Part>
  )
}

function Room({ agent, more }: { readonly agent: AgentEntity; readonly more: number }) {
  const { name, max_capacity: capacity, is_online: isThere } = agent
  const load = agent.current_workload + more
  const isOver = isOverloaded({ current_workload: load, max_capacity: capacity })
  const facts = [isThere ? agent.department : t(statusWord(agent)), isOver && t('Overloaded')]
  const meta = facts.filter(Boolean).join(' · ')
  return (
    <HStack as="li" gap={2.5} align="start">
      <Avatar name={name} />
      <Grid flex="grow" className={styles.load}>
        <HStack gap={2} align="baseline">
          <Text as="bdi" flex="grow" size="list" weight={500} cut>
            {name}
          </Text>
          <Text size="meta" tone={isOver ? 'danger' : 'muted'} digits>
            {t('{load} of {capacity}', { load, capacity })}
          </Text>
        </HStack>
        <Meter percent={capacity === 0 ? 100 : (load / capacity) * 100} tone={isOver ? 'danger' : 'accent'} />
        {meta !== '' && (
          <Text as="p" size="meta" tone="muted">
            {meta}
          </Text>
        )}
      </Grid>
    </HStack>
  )
}
