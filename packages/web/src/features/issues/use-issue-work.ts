import type { IssueEntity } from '@parley/core/issues/api'
import type { MessageEntity } from '@parley/core/messages/api'
import { useMemo, useState } from 'react'
import { useKeptDraft } from '../../client/device/kept-draft.ts'
import { type IssueDrafts, issueDrafts, issueDraftsKey } from '../../data/issues/drafts.ts'
import { issueOf, type IssuesView, useIssues } from '../../data/issues/issues.ts'
import { createStore, type Store } from '../../store.ts'

/** A message that is to be attached to the issue that is selected next. */
export interface AwaitingIssue {
  readonly messageId: string
  /** What has the focus back where nothing is chosen. */
  readonly from: HTMLElement
  /** An issue was selected: it is attached once that is there. */
  readonly chosen: boolean
}

/** An agent's work on the issues of one conversation. */
export interface IssueWork extends IssuesView {
  readonly conversationId: string
  /** The selected issue; null when none is, or it is not there any more. */
  readonly current: IssueEntity | null
  /** Its id, also while the issues are not loaded: what is sent meanwhile is linked all the same. */
  readonly currentId: string | null
  readonly select: (id: string | null) => void
  /** Null: no message waits for an issue. */
  readonly awaiting: Store<AwaitingIssue | null>
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
  const [awaiting] = useState(() => createStore<AwaitingIssue | null>(null))
  const current = view.issues.find(issue => issue.id === drafts.current) ?? null
  const currentId =
    view.state === 'off' || (view.state === 'ready' && current === null) ? null : drafts.current
  return useMemo(
    () => ({
      ...view,
      conversationId,
      current,
      currentId,
      select: id => {
        const message = awaiting.get()
        awaiting.set(message !== null && id !== null ? { ...message, chosen: true } : null)
        kept.change(now => ({ ...now, current: id }))
      },
      awaiting,
      drafts,
      change: part => kept.change(now => ({ ...now, ...part })),
      setText: (issueId, text) =>
        kept.change(now => {
          const { [issueId]: _, ...others } = now.texts
          return { ...now, texts: text === '' ? others : { ...others, [issueId]: text } }
        }),
    }),
    [view, conversationId, current, currentId, awaiting, drafts, kept],
  )
}

/** Has an issue chosen for a message that has none, where none is selected; elsewhere nothing happens. */
export function chooseIssueFor(
  { state, source, current, issues, awaiting }: IssueWork,
  message: MessageEntity,
  from: HTMLElement,
): void {
  if (state !== 'ready' || source === null || current !== null || issueOf(issues, message) !== null) return
  awaiting.set({ messageId: message.id, from, chosen: false })
}
