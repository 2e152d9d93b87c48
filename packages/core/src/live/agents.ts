import type { LiveEvent } from '../sockets/api.ts'
import type { AgentEntity } from '../agents/api.ts'
import { readAgent } from '../read/entities.ts'
import { compareAgents } from '../agents/rules.ts'

/** All agents, by name, after one frame; a disabled one leaves. */
export function applyToAgents(agents: readonly AgentEntity[], event: LiveEvent): readonly AgentEntity[] {
  if (event.event !== 'agent') return agents
  const others = agents.filter(agent => agent.id !== event.data.id)
  return event.data.disabled ? others : [...others, readAgent(event.data)].toSorted(compareAgents)
}
