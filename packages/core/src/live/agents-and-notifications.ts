import type { AgentEntity } from '../agents/api.ts'
import { compareAgents } from '../agents/rules.ts'
import type { NotificationEntity } from '../notifications/api.ts'
import { compareNotifications } from '../notifications/rules.ts'
import { readAgent, readNotification } from '../read/entities.ts'
import type { LiveEvent } from '../sockets/api.ts'

/** The viewer's notifications after one event, newest first. A dismissed one is removed. */
export function applyToNotifications(
  notices: readonly NotificationEntity[],
  event: LiveEvent,
): readonly NotificationEntity[] {
  if (event.event !== 'notification') return notices
  const others = notices.filter(notice => notice.id !== event.data.id)
  if (event.data.dismissed) return others
  return [...others, readNotification(event.data)].toSorted(compareNotifications)
}

/** All agents after one event, sorted by name. A disabled one is removed. */
export function applyToAgents(agents: readonly AgentEntity[], event: LiveEvent): readonly AgentEntity[] {
  if (event.event !== 'agent') return agents
  const others = agents.filter(agent => agent.id !== event.data.id)
  return event.data.disabled ? others : [...others, readAgent(event.data)].toSorted(compareAgents)
}
