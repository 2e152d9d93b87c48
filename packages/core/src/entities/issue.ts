import type { IssueCategory, IssuePriority, IssueStatus } from '../issues/api.ts'

/** An issue as the console holds it (DATA-32). */
export interface IssueEntity {
  readonly id: string
  readonly conversation_id: string
  readonly title: string
  readonly description: string
  readonly created_at: string
  readonly updated_at: string
  readonly closed_at: string | null
  readonly status: IssueStatus
  readonly priority: IssuePriority
  /** Null for a word that nobody knows. */
  readonly category: IssueCategory | null
  readonly assigned_agent: { readonly id: string | null; readonly name: string } | null
  readonly resolution_summary: string | null
  /** Whole minutes. */
  readonly resolution_time: number | null
  readonly reopen_reason: string | null
  readonly attached_messages: readonly string[]
}
