import type { AgentEntity } from '../entities/agent.ts'
import { availabilityPercentage, capacityOf, isAvailable } from '../rules/agent.ts'
import { fieldsOf, firstText, listOf, numberOf, textOf, timeOf } from './value.ts'

/** Reads one agent's profile. Never throws; online is what the provider says, else what the status says. */
export function readAgent(raw: unknown): AgentEntity {
  const fields = fieldsOf(raw)
  const id = firstText(fields, 'user_id', 'id') ?? ''
  const workload = Math.max(0, Math.trunc(numberOf(fields['current_workload']) ?? 0))
  const capacity = capacityOf({
    max_capacity: numberOf(fields['max_capacity']),
    max_concurrent_tickets: numberOf(fields['max_concurrent_tickets']),
    max_capacity_concurrent: numberOf(fields['max_capacity_concurrent']),
  })
  const status = (textOf(fields['status']) ?? 'OFFLINE').toUpperCase()
  return {
    id,
    name: firstText(fields, 'name', 'user_name') ?? `Agent ${id}`,
    department: textOf(fields['department']),
    status,
    status_reason: textOf(fields['status_reason']),
    status_since: timeOf(fields['status_since']),
    status_until: timeOf(fields['status_until']),
    is_online: isAvailable(status) && fields['is_online'] !== false,
    current_workload: workload,
    max_capacity: capacity,
    availability_percentage: availabilityPercentage(workload, capacity),
    skills: listOf(fields['skills']).flatMap(skill => textOf(skill) ?? []),
    last_activity_at: timeOf(fields['last_activity_at']),
    placeholder: false,
  }
}

/** The agents of a list answer, bare or wrapped; entries without an id are left out. */
export const readAgents = (raw: unknown): readonly AgentEntity[] =>
  listOf(Array.isArray(raw) ? raw : Object.values(fieldsOf(raw)).find(Array.isArray))
    .map(readAgent)
    .filter(agent => agent.id !== '')
