import type { MessageEntity } from '@parley/core/messages/api'
import { useState } from 'react'
import { useKeptDraft } from '../../client/device/kept-draft.ts'
import { type IssueDrafts, issueDrafts, issueDraftsKey } from '../../data/issues/drafts.ts'
import { issueOf, useIssues } from '../../data/issues/issues.ts'
import { createStore } from '../../store.ts'

/** A message that is to be attached to the issue that is selected next. */
interface AwaitingIssue {
  readonly messageId: string
  /** What has the focus back where nothing is chosen. */
  readonly from: HTMLElement
  /** An issue was selected: it is attached once that is there. */
  readonly chosen: boolean
}

/** An agent's work on the issues of one conversation. */
export type IssueWork = ReturnType<typeof useIssueWork>

/**
 * The issues of a conversation, which of them the agent has selected, and what is begun on them; all of it is kept on this
 * device. `enabled` off: a placeholder has none.
 */
export function useIssueWork(agentId: string, conversationId: string, enabled: boolean) {
  'use memo'
  const view = useIssues(conversationId, enabled)
  const { draft: drafts, kept } = useKeptDraft(issueDraftsKey(agentId, conversationId), issueDrafts)
  const [awaiting] = useState(() => createStore<AwaitingIssue | null>(null))
  const current = view.issues.find(issue => issue.id === drafts.current) ?? null
  const currentId =
    view.state === 'off' || (view.state === 'ready' && current === null) ? null : drafts.current
  return {
    ...view,
    conversationId,
    /** The selected issue; null when none is, or it is not there any more. */
    current,
    /** Its id, also while the issues are not loaded: what is sent meanwhile is linked all the same. */
    currentId,
    select: (id: string | null) => {
      const message = awaiting.get()
      awaiting.set(message !== null && id !== null ? { ...message, chosen: true } : null)
      kept.change(now => ({ ...now, current: id }))
    },
    /** Null: no message waits for an issue. */
    awaiting,
    drafts,
    change: (part: Partial<IssueDrafts>) => kept.change(now => ({ ...now, ...part })),
    /** What stands in an issue's field for a summary or a reason. */
    setText: (issueId: string, text: string) => kept.change(now => withText(now, issueId, text)),
  }
}

/** The drafts with the text of an issue's field changed; an empty one is not kept. */
function withText(now: IssueDrafts, issueId: string, text: string): IssueDrafts {
  const { [issueId]: _, ...others } = now.texts
  return { ...now, texts: text === '' ? others : { ...others, [issueId]: text } }
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
