import * as z from 'zod'
import { issueCategories, issuePriorities, issueStatuses, maxIssueText, maxIssueTitle } from './constants.ts'
import { NamedAgent } from '../agents/api.ts'
import { declare, orElse, type Plain } from '../call.ts'
import { AgentId, ConversationId, IssueId, MessageId, PathId, Time } from '../ids.ts'
import { typedText } from '../text/typed.ts'

export const IssueStatus = z.enum(issueStatuses)
export type IssueStatus = z.output<typeof IssueStatus>

export const IssuePriority = z.enum(issuePriorities)
export type IssuePriority = z.output<typeof IssuePriority>

export const IssueCategory = z.enum(issueCategories)
export type IssueCategory = z.output<typeof IssueCategory>

export const Issue = z.object({
  id: IssueId,
  conversation_id: ConversationId,
  title: z.string(),
  description: z.string(),
  created_at: Time,
  updated_at: Time,
  /** Set exactly while it is RESOLVED. */
  closed_at: Time.nullable(),
  status: IssueStatus,
  priority: orElse(IssuePriority, 'MEDIUM'),
  category: IssueCategory,
  /** The agent who raised it. */
  assigned_agent: z.object({ id: AgentId, name: z.string() }).nullable(),
  /** Its last resolution; kept when it is reopened. */
  resolution_summary: z.string().nullable(),
  /** Whole minutes from its creation to its last resolution. */
  resolution_time: z.int().nullable(),
  /** Why it was last reopened. */
  reopen_reason: z.string().nullable(),
  /** Each message once, in the order of the ids. */
  attached_messages: z.array(MessageId),
})
export type Issue = z.output<typeof Issue>

/** The same for a server that may leave out some fields. */
export const ToldIssue = Issue.extend({
  /** Null for a value that this page does not know. */
  category: IssueCategory.nullable(),
  assigned_agent: NamedAgent.nullable(),
})

/** An issue as the console caches it (DATA-32). */
export type IssueEntity = Plain<z.output<typeof ToldIssue>>

const title = typedText(maxIssueTitle).min(1)
const words = typedText(maxIssueText)

export const CreateIssueBody = z.object({
  conversation_id: z.string().max(100),
  title,
  description: words.default(''),
  priority: IssuePriority.default('MEDIUM'),
  category: IssueCategory,
  /** The client's idempotency key: the same key never makes a second issue. */
  client_issue_id: z.string().min(1).max(100).optional(),
})

export const issueCalls = declare({
  issues: {
    method: 'GET',
    path: '/issues',
    summary: "A conversation's issues, newest first",
    policy: 'desk',
    about: { 'query.conversation_id': 'conversation' },
    area: 'issues',
    query: z.object({ conversation_id: z.string().max(100) }),
    reply: z.array(Issue),
    headers: ['Parley-Seq'],
    problems: ['conversation.not-found'],
  },
  issue: {
    method: 'GET',
    path: '/issues/:id',
    summary: 'One issue',
    policy: 'desk',
    about: { 'params.id': 'issue' },
    area: 'issues',
    params: PathId,
    reply: Issue,
    headers: ['Parley-Seq'],
    problems: ['issue.not-found'],
  },
  createIssue: {
    method: 'POST',
    path: '/issues',
    summary: 'Raise an issue on a conversation; it is OPEN and has the caller as its agent',
    policy: 'desk',
    about: { 'body.conversation_id': 'conversation' },
    area: 'issues',
    body: CreateIssueBody,
    reply: Issue,
    problems: ['conversation.not-found', 'issue.same-client-id'],
  },
  resolveIssue: {
    method: 'POST',
    path: '/issues/:id/resolve',
    summary: 'Resolve an issue, with how it was resolved; again with the same words changes nothing',
    policy: 'desk',
    about: { 'params.id': 'issue' },
    area: 'issues',
    params: PathId,
    body: z.object({ resolution_summary: words.min(1) }),
    reply: Issue,
    problems: ['issue.not-found', 'issue.resolved'],
  },
  reopenIssue: {
    method: 'POST',
    path: '/issues/:id/reopen',
    summary: 'Open a resolved issue again, with the reason',
    policy: 'desk',
    about: { 'params.id': 'issue' },
    area: 'issues',
    params: PathId,
    body: z.object({ reason: words.min(1) }),
    reply: Issue,
    problems: ['issue.not-found', 'issue.not-resolved'],
  },
  attachMessage: {
    method: 'POST',
    path: '/issues/:id/messages',
    summary: 'Attach a message of the conversation to an issue; one that has an issue already keeps it',
    policy: 'desk',
    about: { 'params.id': 'issue', 'body.message_id': 'message' },
    area: 'issues',
    params: PathId,
    body: z.object({ message_id: z.string().max(100) }),
    reply: z.object({ alreadyAttached: z.boolean(), issue: Issue }),
    problems: ['issue.not-found', 'message.not-found'],
  },
})
