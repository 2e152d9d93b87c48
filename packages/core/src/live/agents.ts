import type { ChangeFrame } from '../api/sockets.ts'
import type { AgentEntity } from '../api/agents.ts'
import { readAgent } from '../read/entities.ts'
import { compareAgents } from '../rules/agent.ts'

/** All agents, by name, after one frame; a disabled one leaves. */
export function applyToAgents(agents: readonly AgentEntity[], frame: ChangeFrame): readonly AgentEntity[] {
  if (frame.event !== 'agent') return agents
  const others = agents.filter(agent => agent.id !== frame.data.id)
  return frame.data.disabled ? others : [...others, readAgent(frame.data)].toSorted(compareAgents)
}
