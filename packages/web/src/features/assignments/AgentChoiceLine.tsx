import type { AgentList } from '../../data/agents/queries.ts'
import { t } from '@parley/core/text/translate'
import { awayDetail, loadLabel, statusWord } from '@parley/core/agents/rules'
import { Grid, Text } from '../../ui/layout/Layout.tsx'
import { Avatar } from '../../ui/marks/Avatar.tsx'
import { Badge, type Tone } from '../../ui/marks/Badge.tsx'
import { Tag } from '../../ui/marks/Tag.tsx'
import { useNow } from '../../ui/hooks/use-now.ts'
import styles from './assignments.module.css'
import type { AgentChoice } from './agent-choices.ts'

const tones: Readonly<Record<ReturnType<typeof loadLabel>, Tone>> = {
  Available: 'ok',
  Busy: 'warn',
  'Heavy Load': 'danger',
}

/** An agent to choose: who it is, how much they have, whether they are there. */
export function AgentChoiceLine({ choice }: { choice: AgentChoice }) {
  const { agent, name, known, mark } = choice
  const now = useNow()
  const away = known ? awayDetail(agent, now.getTime()) : null
  const load = loadLabel(agent.availability_percentage)
  const { department, current_workload: workload, max_capacity: capacity } = agent
  const facts = [department, known && t('{workload} of {capacity}', { workload, capacity }), mark && t(mark)]
  const lines = [facts.filter(Boolean).join(' · '), away].filter(Boolean)
  return (
    <>
      <Avatar name={agent.name} size="small" />
      <Grid as="span" flex="grow" className={styles.who}>
        <Text as="bdi" weight={500} cut>
          {name}
          {choice.isViewer && t(' (you)')}
        </Text>
        {lines.map(line => (
          <Text key={line} size="meta" tone="faint" digits>
            {line}
          </Text>
        ))}
      </Grid>
      {/* One word for one state: who is not there is not "Available" too, however little they have. */}
      {known && !agent.is_online && <Tag>{t(statusWord(agent))}</Tag>}
      {known && (agent.is_online || load === 'Heavy Load') && (
        <Badge tone={agent.is_online ? tones[load] : 'pale'}>{t(load)}</Badge>
      )}
    </>
  )
}

/** How current the list of agents is. */
export function headingOf({ state, stale }: AgentList): string {
  if (state === 'unavailable') return t('Agent list unavailable')
  if (state === 'loading') return t('Loading agents')
  return stale ? t('Agents (may be out of date)') : t('Agents')
}
