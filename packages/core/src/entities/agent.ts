/** An agent as the console holds it (DATA-13). */
export interface AgentEntity {
  readonly id: string
  readonly name: string
  readonly department: string | null
  readonly status: string
  /** Why they are what they said of themselves; null: not said. */
  readonly status_reason: string | null
  /** Since when; null: not said. */
  readonly status_since: string | null
  /** When they are available again by themselves; null: they say when. */
  readonly status_until: string | null
  readonly is_online: boolean
  readonly current_workload: number
  readonly max_capacity: number
  /** 0 to 100. */
  readonly availability_percentage: number
  readonly skills: readonly string[]
  readonly last_activity_at: string | null
  /** Stands in for a list that could not be fetched, and is nobody: never to be assigned to. */
  readonly placeholder: boolean
}
