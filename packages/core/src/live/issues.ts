import type { ChangeFrame } from '../api/sockets.ts'
import type { IssueEntity } from '../entities/issue.ts'
import { readIssue } from '../read/issue.ts'
import { compareIssues } from '../rules/issue.ts'
import { withoutMoved } from './moved.ts'
import { isLost } from './sight.ts'

/** The issues of one conversation as held: all of them, newest first. */
export interface IssuesState {
  readonly conversationId: string
  readonly issues: readonly IssueEntity[]
}

/** A conversation's issues after one frame. */
export function applyToIssues(held: IssuesState, frame: ChangeFrame): IssuesState {
  if (isLost(frame, held.conversationId)) return { ...held, issues: [] }
  if (frame.event !== 'issue') return held
  if (frame.data.conversation_id !== held.conversationId) return withoutMoved(held, 'issues', frame.data.id)
  const issue = readIssue(frame.data)
  const others = held.issues.filter(other => other.id !== issue.id)
  return { ...held, issues: [...others, issue].toSorted(compareIssues) }
}
