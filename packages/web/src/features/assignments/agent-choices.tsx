import type { AgentEntity } from '@parley/core/agents/api'
import { awayDetail, loadLabel, statusWord } from '@parley/core/agents/rules'
import { assigneeOrder } from '@parley/core/assignments/rules'
import type { ConversationMeta } from '@parley/core/conversations/api'
import { isOfferedTo, namesApart } from '@parley/core/conversations/rules'
import { readAgent } from '@parley/core/read/entities'
import { msg, t } from '@parley/core/text/translate'
import type { AgentList } from '../../data/agents/queries.ts'
import { useNow } from '../../ui/hooks/use-now.ts'
import { Grid, Text } from '../../ui/layout/Layout.tsx'
import { Avatar } from '../../ui/marks/Avatar.tsx'
import { Badge, type Tone } from '../../ui/marks/Badge.tsx'
import { Tag } from '../../ui/marks/Tag.tsx'
import styles from './assignments.module.css'

/** An entry of the Assign dropdown. */
export interface AgentChoice {
  readonly agent: AgentEntity
  /** Told apart from a namesake's. */
  readonly name: string
  readonly isViewer: boolean
  /** What the agent is to this conversation already. */
  readonly mark: 'Assigned' | 'Offered' | null
  /** False where nothing is known of the agent's load and presence. */
  readonly known: boolean
  readonly choosable: boolean
}

type Viewer = { readonly id: string; readonly name: string }

/**
 * The agents to choose from, by name. Without a list: the viewer, and "System", which cannot be chosen (ERR-07, Q-003).
 * Who has the conversation can be chosen only to take back an offer of it.
 */
export function agentChoices(
  list: Pick<AgentList, 'state' | 'agents'>,
  row: Pick<ConversationMeta, 'agent' | 'offer'>,
  viewer: Viewer,
): readonly AgentChoice[] {
  const nameOf = namesApart(list.agents)
  const choice = (agent: AgentEntity, known: boolean): AgentChoice => {
    const isOwner = agent.id === row.agent?.id
    return {
      agent,
      name: nameOf(agent),
      isViewer: agent.id === viewer.id,
      mark: isOfferedTo(row, agent.id) ? msg('Offered') : isOwner ? msg('Assigned') : null,
      known,
      choosable: agent.placeholder !== true && !(isOwner && row.offer === null),
    }
  }
  if (list.state !== 'unavailable') return list.agents.map(agent => choice(agent, true))
  const system = { ...readAgent({ id: 'system', name: t('System') }), placeholder: true as const }
  return [readAgent(viewer), system].map(agent => choice(agent, false))
}

/** The choices that match the typed words: oneself before all others until something is typed, then the best first. */
export function matchingChoices(choices: readonly AgentChoice[], typed: string): readonly AgentChoice[] {
  const order = assigneeOrder(
    choices.map(({ agent }) => agent),
    typed,
  )
  const own = (choice: AgentChoice) => Number(typed.trim() === '' && choice.isViewer)
  return order
    .flatMap(agent => choices.find(choice => choice.agent === agent) ?? [])
    .toSorted((a, b) => own(b) - own(a))
}

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
