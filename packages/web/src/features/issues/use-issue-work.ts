import type { IssueEntity } from '@parley/core/read/issue'
import { useCurrentIssue } from '../../data/issues/current-issue.ts'
import { type IssuesView, useIssues } from '../../data/issues/queries.ts'

/** An agent's work on the issues of one conversation. */
export interface IssueWork extends IssuesView {
  readonly conversationId: string
  /** The selected issue; null when none is, or it is not there any more. */
  readonly current: IssueEntity | null
  /** Its id, also while the issues are not loaded: what is sent meanwhile is linked all the same. */
  readonly currentId: string | null
  readonly select: (id: string | null) => void
}

/** The issues of a conversation and which of them the agent has selected. `enabled` off: a placeholder has none. */
export function useIssueWork(agentId: string, conversationId: string, enabled: boolean): IssueWork {
  const view = useIssues(conversationId, enabled)
  const [selected, select] = useCurrentIssue(agentId, conversationId)
  const current = view.issues.find(issue => issue.id === selected) ?? null
  const isKnown = view.state === 'ready' || view.state === 'stale'
  const currentId = view.state === 'off' || (isKnown && current === null) ? null : selected
  return { ...view, conversationId, current, currentId, select }
}
