import { msg, t } from '@parley/core/text/translate'
import type { AgentEntity } from '@parley/core/agents/api'
import type { ConversationMeta } from '@parley/core/conversations/api'
import { assigneeOrder } from '@parley/core/assignments/rules'
import { isOfferedTo, namesApart } from '@parley/core/conversations/rules'
import { readAgent } from '@parley/core/read/entities'
import type { AgentList } from '../../data/agents/queries.ts'

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
