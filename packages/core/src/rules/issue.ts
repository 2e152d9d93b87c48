import type { IssueCategory, IssuePriority, IssueStatus } from '../api/issues.ts'
import type { IssueEntity } from '../entities/issue.ts'
import { compareIds, type Tone } from './conversation.ts'

/** Whether something is left to do. */
export const isOpenIssue = (status: IssueStatus): boolean => status !== 'RESOLVED'

/** The badge's colour: green is untouched, yellow is being worked on, blue is done. */
export const issueTone: Readonly<Record<IssueStatus, Tone>> = {
  OPEN: 'ok',
  IN_PROGRESS: 'warn',
  RESOLVED: 'info',
  REOPENED: 'warn',
}

/** "In progress" for IN_PROGRESS: a status, a priority or a category as a person reads it. */
export const issueWord = (word: IssueStatus | IssuePriority | IssueCategory): string =>
  word[0] + word.slice(1).toLowerCase().replaceAll('_', ' ')

/** The list's order: newest first, then the greater id. */
export const compareIssues = (
  a: Pick<IssueEntity, 'id' | 'created_at'>,
  b: Pick<IssueEntity, 'id' | 'created_at'>,
): number => (a.created_at === b.created_at ? compareIds(b.id, a.id) : a.created_at < b.created_at ? 1 : -1)
