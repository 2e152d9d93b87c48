import type { IssueEntity } from '@parley/core/entities/issue'
import { useMemo } from 'react'
import { useKeptDraft } from '../../client/use-kept-draft.ts'
import { type IssueDrafts, issueDrafts, issueDraftsKey } from '../../data/issues/drafts.ts'
import { type IssuesView, useIssues } from '../../data/issues/queries.ts'

/** An agent's work on the issues of one conversation. */
export interface IssueWork extends IssuesView {
  readonly conversationId: string
  /** The selected issue; null when none is, or it is not there any more. */
  readonly current: IssueEntity | null
  /** Its id, also while the issues are not loaded: what is sent meanwhile is linked all the same. */
  readonly currentId: string | null
  readonly select: (id: string | null) => void
  readonly drafts: IssueDrafts
  readonly change: (part: Partial<IssueDrafts>) => void
  /** What stands in an issue's field for a summary or a reason. */
  readonly setText: (issueId: string, text: string) => void
}

/**
 * The issues of a conversation, which of them the agent has selected, and what is begun on them; all of it is kept on this
 * device. `enabled` off: a placeholder has none.
 */
export function useIssueWork(agentId: string, conversationId: string, enabled: boolean): IssueWork {
  const view = useIssues(conversationId, enabled)
  const { draft: drafts, kept } = useKeptDraft(issueDraftsKey(agentId, conversationId), issueDrafts)
  const current = view.issues.find(issue => issue.id === drafts.current) ?? null
  const currentId =
    view.state === 'off' || (view.state === 'ready' && current === null) ? null : drafts.current
  return useMemo(
    () => ({
      ...view,
      conversationId,
      current,
      currentId,
      select: id => kept.change(now => ({ ...now, current: id })),
      drafts,
      change: part => kept.change(now => ({ ...now, ...part })),
      setText: (issueId, text) =>
        kept.change(now => {
          const { [issueId]: _, ...others } = now.texts
          return { ...now, texts: text === '' ? others : { ...others, [issueId]: text } }
        }),
    }),
    [view, conversationId, current, currentId, drafts, kept],
  )
}
