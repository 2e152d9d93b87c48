import type { IssueEntity } from '@parley/core/issues/api'
import {
  attachMessage,
  compareIssues,
  createIssue,
  issueNotFound,
  reopenIssue,
  resolveIssue,
} from '@parley/core/issues/rules'
import { readIssue } from '@parley/core/read/work'
import { type Delay, sampleCreationMs, sampleDelayMs } from '../capabilities/sample-delay.ts'
import type { CachedIssues, IssueSource } from './source.ts'

/** What the sample source needs of the page. */
export interface SampleIssuesWorld {
  readonly delay: Delay
  readonly now: () => Date
  readonly newId: () => string
  /** Who is signed in. */
  readonly agent: () => { readonly id: string; readonly name: string } | null
  /** What the page holds of a conversation's sample issues; undefined before they were first listed. */
  readonly cached: (conversationId: string) => CachedIssues | undefined
  readonly hold: (conversationId: string, issues: CachedIssues) => void
}

const hourMs = 3_600_000
const prefix = 'sample-issue-'

/** Whether an id is of the sample source, and so means nothing to a server. */
export const isSampleIssue = (id: string): boolean => id.startsWith(prefix)

export const sampleIssuesKey = (conversationId: string) => ['sample-issues', conversationId] as const

/** The built-in issues, as if raised on the conversation at hand. Titles say what they are. */
function builtIn(conversationId: string, now: Date): readonly IssueEntity[] {
  const ago = (hours: number) => new Date(now.getTime() - hours * hourMs).toISOString()
  const common = { conversation_id: conversationId, attached_messages: [] }
  return [
    {
      ...common,
      id: `${prefix}1`,
      title: 'Sample issue: payment not showing',
      description: 'A contribution was paid and is not on the statement yet.',
      status: 'IN_PROGRESS',
      priority: 'HIGH',
      category: 'PAYMENTS',
      created_at: ago(3),
      updated_at: ago(2),
    },
    {
      ...common,
      id: `${prefix}2`,
      title: 'Sample issue: change of beneficiary',
      description: 'The form came without a signature.',
      status: 'RESOLVED',
      priority: 'MEDIUM',
      category: 'ACCOUNT',
      created_at: ago(50),
      updated_at: ago(26),
      closed_at: ago(26),
      resolution_summary: 'The signed form arrived.',
      resolution_time: 24 * 60,
    },
  ].map(readIssue)
}

/**
 * The built-in sample issues (API-53): no call, half a second for each operation and 800 ms to create, the rules of the
 * server. They live as long as the page.
 */
export function sampleIssues({ delay, now, newId, agent, cached, hold }: SampleIssuesWorld): IssueSource {
  const stateOf = (conversationId: string): CachedIssues =>
    cached(conversationId) ?? { value: builtIn(conversationId, now()), seq: 0 }

  const put = (issue: IssueEntity): IssueEntity => {
    const state = stateOf(issue.conversation_id)
    const others = state.value.filter(({ id }) => id !== issue.id)
    hold(issue.conversation_id, { ...state, value: [...others, issue].toSorted(compareIssues) })
    return issue
  }

  // As it is when the delay is over: another operation may have come before.
  const find = ({ id, conversation_id }: IssueEntity): IssueEntity => {
    const issue = stateOf(conversation_id).value.find(one => one.id === id)
    if (issue === undefined) throw issueNotFound(id)
    return issue
  }

  return {
    keyOf: sampleIssuesKey,
    list: async conversationId => {
      await delay(sampleDelayMs)
      return stateOf(conversationId)
    },
    create: async raised => {
      await delay(sampleCreationMs)
      return put({ id: `${prefix}${newId()}`, ...createIssue(raised, agent(), now()) })
    },
    resolve: async (issue, summary) => {
      await delay(sampleDelayMs)
      return put(resolveIssue(find(issue), summary, now()))
    },
    reopen: async (issue, reason) => {
      await delay(sampleDelayMs)
      return put(reopenIssue(find(issue), reason, now()))
    },
    attach: async (issue, message) => {
      await delay(sampleDelayMs)
      const linked = linkedIn(stateOf(issue.conversation_id).value, message.id)
      const attached = attachMessage(find(issue), { ...message, issue_id: message.issue_id ?? linked }, now())
      put(attached.issue)
      return attached
    },
  }
}

/** The issue to which a message is attached in this page, or null: the server's message does not know it. */
export const linkedIn = (issues: readonly IssueEntity[], messageId: string): string | null =>
  issues.find(issue => issue.attached_messages.includes(messageId))?.id ?? null
