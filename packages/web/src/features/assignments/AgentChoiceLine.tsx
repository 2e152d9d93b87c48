import { t } from '@parley/core/text/translate'
import { awayDetail, loadLabel, statusWord } from '@parley/core/agents/rules'
import { Text } from '../../ui/layout/Layout.tsx'
import { Avatar } from '../../ui/marks/Avatar.tsx'
import { Badge, type Tone } from '../../ui/marks/Badge.tsx'
import { Tag } from '../../ui/marks/Tag.tsx'
import { useNow } from '../../ui/hooks/use-now.ts'
import styles from './AgentChoiceLine.module.css'
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
  const facts = [
    agent.department,
    known
      ? t('{workload} of {capacity}', { workload: agent.current_workload, capacity: agent.max_capacity })
      : null,
    mark === null ? null : t(mark),
  ]
  const meta = facts.filter(fact => fact !== null).join(' · ')
  return (
    <>
      <Avatar name={agent.name} size="small" />
      <span className={styles.who}>
        <Text as="bdi" weight={500} cut>
          {name}
          {choice.isViewer && t(' (you)')}
        </Text>
        {meta !== '' && (
          <Text size="meta" tone="faint" digits>
            {meta}
          </Text>
        )}
        {away !== null && (
          <Text size="meta" tone="faint" digits>
            {away}
          </Text>
        )}
      </span>
      {/* One word for one state: who is not there is not "Available" too, however little they have. */}
      {known && !agent.is_online && <Tag>{t(statusWord(agent))}</Tag>}
      {known && (agent.is_online || load === 'Heavy Load') && (
        <Badge tone={agent.is_online ? tones[load] : 'pale'}>{t(load)}</Badge>
      )}
    </>
  )
}
