import type * as z from 'zod'
import { byTime, compareIds, type Tone } from '../conversations/rules.ts'
import type { CreateIssueBody, Issue, IssueCategory, IssueEntity, IssuePriority, IssueStatus } from './api.ts'
import { ApiError } from '../errors.ts'
import { inWords } from '../text/words.ts'

export const isOpenIssue = (status: IssueStatus): boolean => status !== 'RESOLVED'

/** The badge's colour: green is untouched, yellow is being worked on, blue is done. */
export const issueTone: Readonly<Record<IssueStatus, Tone>> = {
  OPEN: 'ok',
  IN_PROGRESS: 'warn',
  RESOLVED: 'info',
  REOPENED: 'warn',
}

/** "In progress" for IN_PROGRESS: a status, a priority or a category as a person reads it. */
export const issueWord = (word: IssueStatus | IssuePriority | IssueCategory): string => inWords(word)

/** The list's order: newest first, then the greater id. */
export const compareIssues = byTime('created_at', 'newest')

/* Edits of an issue, for the server and the console's sample source. Each returns a changed copy. */

const minuteMs = 60_000

/** The wire's issue, or the console's. */
type AnyIssue = Issue | IssueEntity

/** "Issue with ID {id} not found" */
export const issueNotFound = (id: string | number): ApiError => new ApiError('issue.not-found', { id })

/** A new issue without its id. */
export const createIssue = <A extends IssueEntity['assigned_agent']>(
  raised: Omit<z.output<typeof CreateIssueBody>, 'client_issue_id'>,
  assigned_agent: A,
  now: Date,
) => ({
  conversation_id: raised.conversation_id,
  title: raised.title,
  description: raised.description,
  created_at: now.toISOString(),
  updated_at: now.toISOString(),
  closed_at: null,
  status: 'OPEN' as const,
  priority: raised.priority,
  category: raised.category,
  assigned_agent,
  resolution_summary: null,
  resolution_time: null,
  reopen_reason: null,
  attached_messages: [],
})

/**
 * Resolves an issue, with the whole minutes since its creation. The same summary again changes nothing.
 * @throws ApiError issue.resolved, since a colleague's summary would be lost
 */
export function resolveIssue<T extends AnyIssue>(issue: T, summary: string, now: Date): T {
  if (!isOpenIssue(issue.status)) {
    if (issue.resolution_summary === summary) return issue
    throw new ApiError('issue.resolved', {}, undefined, { current: issue })
  }
  const elapsed = now.getTime() - new Date(issue.created_at).getTime()
  return {
    ...issue,
    status: 'RESOLVED',
    closed_at: now.toISOString(),
    updated_at: now.toISOString(),
    resolution_summary: summary,
    resolution_time: Math.max(0, Math.floor(elapsed / minuteMs)),
  }
}

/**
 * Reopens an issue; its resolution stays readable.
 * @throws ApiError issue.not-resolved, "Only resolved issues can be reopened"
 */
export function reopenIssue<T extends AnyIssue>(issue: T, reason: string, now: Date): T {
  if (isOpenIssue(issue.status)) throw new ApiError('issue.not-resolved')
  return {
    ...issue,
    status: 'REOPENED',
    closed_at: null,
    updated_at: now.toISOString(),
    reopen_reason: reason,
  }
}

export interface Attached<T> {
  /** The message had an issue, this or another one; nothing changed. */
  readonly alreadyAttached: boolean
  readonly issue: T
}

/**
 * Attaches a message to an issue.
 * @param message `issue_id` null: it has no issue yet
 * @throws ApiError message.not-found for one of another conversation
 */
export function attachMessage<T extends AnyIssue>(
  issue: T,
  message: {
    readonly id: T['attached_messages'][number]
    readonly conversation_id: string
    readonly issue_id: string | null
  },
  now: Date,
): Attached<T> {
  if (message.conversation_id !== issue.conversation_id) {
    throw new ApiError('message.not-found', { id: message.id })
  }
  if (message.issue_id !== null || issue.attached_messages.some(id => id === message.id)) {
    return { alreadyAttached: true, issue }
  }
  const attached_messages = [...issue.attached_messages, message.id].toSorted(compareIds)
  return { alreadyAttached: false, issue: { ...issue, attached_messages, updated_at: now.toISOString() } }
}
