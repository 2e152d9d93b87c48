import type { AssignmentEntity } from '../entities/assignment.ts'
import { assignmentStates } from '../words/assignments.ts'
import { fieldsOf, listOf, textOf, timeOf, wordOf } from './value.ts'

function readAssignment(raw: unknown): AssignmentEntity | null {
  const fields = fieldsOf(raw)
  const by = fieldsOf(fields['by'])
  const [id, agent_id] = [textOf(fields['id']), textOf(fields['agent_id'])]
  const state = wordOf(fields['state'], assignmentStates)
  if (id === null || agent_id === null || state === null) return null
  return {
    id,
    agent_id,
    agent_name: textOf(fields['agent_name']) ?? `Agent ${agent_id}`,
    by_id: textOf(by['id']),
    by_name: textOf(by['name']),
    state,
    reason: textOf(fields['reason']),
    offered_at: timeOf(fields['offered_at']),
    ended_at: timeOf(fields['ended_at']),
  }
}

/** The offers of an answer, bare or under assignment_history, in its order. Never throws; what is no offer is left out. */
export const readAssignments = (raw: unknown): readonly AssignmentEntity[] =>
  listOf(Array.isArray(raw) ? raw : fieldsOf(raw)['assignment_history']).flatMap(
    entry => readAssignment(entry) ?? [],
  )
