import type { ChangeFrame } from '../sockets/api.ts'
import type { AgentEntity } from '../agents/api.ts'
import { readAgent } from '../read/entities.ts'
import { compareAgents } from '../agents/rules.ts'

/** All agents, by name, after one frame; a disabled one leaves. */
export function applyToAgents(agents: readonly AgentEntity[], frame: ChangeFrame): readonly AgentEntity[] {
  if (frame.event !== 'agent') return agents
  const others = agents.filter(agent => agent.id !== frame.data.id)
  return frame.data.disabled ? others : [...others, readAgent(frame.data)].toSorted(compareAgents)
}
