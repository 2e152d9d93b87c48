import type { assignmentStates } from '../words/assignments.ts'

/** One offer of a conversation and how it ended, as the console holds it. */
export interface AssignmentEntity {
  readonly id: string
  readonly agent_id: string
  readonly agent_name: string
  /** Who offered it; null where a provider does not say. */
  readonly by_id: string | null
  readonly by_name: string | null
  readonly state: (typeof assignmentStates)[number]
  readonly reason: string | null
  readonly offered_at: string | null
  readonly ended_at: string | null
}
