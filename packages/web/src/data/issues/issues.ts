import type { CreateIssueBody, IssueEntity } from '@parley/core/issues/api'
import {
  type Attached,
  attachMessage,
  compareIssues,
  createIssue,
  issueNotFound,
  reopenIssue,
  resolveIssue,
} from '@parley/core/issues/rules'
import { type Cached, type CachedThread, keys } from '@parley/core/live/cached'
import type { MessageEntity } from '@parley/core/messages/api'
import { readIssue, readIssues } from '@parley/core/read/work'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod'
import { logFailure } from '../../client/action-messages.ts'
import { api, newId } from '../../client/client.ts'
import { ownSession } from '../../client/session-store.ts'
import { heldWrite } from '../../sync/take-answer.ts'
import { type AreaState, useArea } from '../capabilities/queries.ts'
import { type Delay, sampleCreationMs, sampleDelayMs, systemDelay } from '../capabilities/sample-delay.ts'
import { invalidate } from '../../sync/invalidate.ts'
import { useLiveQuery, useLoaded } from '../../sync/live-query.ts'
import { editCached, putRow } from '../../sync/query-cache.ts'
import { besideThread } from '../../sync/source.ts'

/** A new issue; the same client id never makes a second one. */
type NewIssue = z.output<typeof CreateIssueBody> & { readonly client_issue_id: string }

/** What is known of a message that is to be attached. */
type Attachable = Pick<MessageEntity, 'id' | 'conversation_id' | 'issue_id'>

/** The issues of one conversation, newest first. */
export type CachedIssues = Cached<readonly IssueEntity[]>

/**
 * Where issues are kept: on the server, or in this page as sample data. Whatever an operation changes stands in the held
 * list (`keyOf`) when it resolves. Operations reject with an `ApiFailure`, or with the `ApiError` of our own rule.
 */
export interface IssueSource {
  /** Under which key the issues of a conversation are held. */
  keyOf(conversationId: string): readonly unknown[]
  list(conversationId: string): Promise<CachedIssues>
  create(raised: NewIssue): Promise<IssueEntity>
  resolve(issue: IssueEntity, summary: string): Promise<IssueEntity>
  reopen(issue: IssueEntity, reason: string): Promise<IssueEntity>
  attach(issue: IssueEntity, message: Attachable): Promise<Attached<IssueEntity>>
}

type IssueCalls = Pick<typeof api, 'createIssue' | 'resolveIssue' | 'reopenIssue' | 'attachMessage'>

/** Issues as the server stores them; everyone sees the same. */
function servedIssues(client: QueryClient, ask: IssueCalls = api): IssueSource {
  const hold = (value: unknown): IssueEntity => {
    const issue = readIssue(value)
    putRow(client, keys.issues(issue.conversation_id), issue.id, issue, 'first')
    void invalidate(client, 'issue', issue)
    return issue
  }
  return {
    keyOf: keys.issues,
    list: id => besideThread(id, 'issues', () => api.issues({ query: { conversation_id: id } }), readIssues),
    create: raised => heldWrite(() => ask.createIssue({ body: raised }), hold),
    resolve: ({ id }, summary) =>
      heldWrite(() => ask.resolveIssue({ params: { id }, body: { resolution_summary: summary } }), hold),
    reopen: ({ id }, reason) => heldWrite(() => ask.reopenIssue({ params: { id }, body: { reason } }), hold),
    attach: async ({ id }, message) => {
      const { value } = await ask.attachMessage({ params: { id }, body: { message_id: message.id } })
      const attached = hold(value.issue)
      if (attached.attached_messages.includes(message.id)) showLink(client, message, id)
      return { alreadyAttached: value.alreadyAttached, issue: attached }
    },
  }
}

/** The message as its frame will tell it too: an issue once given stays, so it may be told twice. */
const showLink = (client: QueryClient, { id, conversation_id }: Attachable, issue_id: string): void =>
  editCached<CachedThread>(client, keys.thread(conversation_id), cached => ({
    ...cached,
    messages: cached.messages.map(message => (message.id === id ? { ...message, issue_id } : message)),
  }))

/** What the sample source needs of the page. */
interface SampleIssuesWorld {
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

const sampleIssuesKey = (conversationId: string) => ['sample-issues', conversationId] as const

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

const noIssues: readonly IssueEntity[] = []

export type IssuesView = ReturnType<typeof useIssues>

/**
 * A conversation's issues, newest first: the server's, fetched again when an event says so, or the built-in samples. off: it
 * is not known who serves them.
 */
export function useIssues(conversationId: string, enabled: boolean) {
  'use memo'
  const client = useQueryClient()
  const area = useArea('issues')
  const source = sourceFor(client, area)
  const query = useLiveQuery<CachedIssues>(
    {
      key: source?.keyOf(conversationId) ?? ['issues-of-nobody'],
      load: source === null || !enabled ? null : () => source.list(conversationId),
      onFailure: cause => logFailure('fetchIssues', cause),
    },
    // What is changed in the samples is nowhere else.
    area === 'sample' ? { gcTime: Number.POSITIVE_INFINITY } : {},
  )
  const loaded = useLoaded(query)
  const issues = query.data?.value ?? noIssues
  return {
    ...loaded,
    area,
    issues,
    /** Null while nobody can be asked. */
    source,
  }
}

function sourceFor(client: QueryClient, area: AreaState): IssueSource | null {
  if (area === 'served') return servedIssues(client)
  return area === 'sample' ? samplesOf(client) : null
}

const samplesOf = (client: QueryClient): IssueSource =>
  sampleIssues({
    delay: systemDelay,
    now: () => new Date(),
    newId,
    agent: () => ownSession()?.user ?? null,
    cached: conversationId => client.getQueryData<CachedIssues>(sampleIssuesKey(conversationId)),
    hold: (conversationId, issues) => client.setQueryData(sampleIssuesKey(conversationId), issues),
  })

/** The issue that a message belongs to: as the server says, or as this page's samples do. */
export const issueOf = (issues: readonly IssueEntity[], message: MessageEntity): string | null =>
  message.issue_id ?? linkedIn(issues, message.id)

/**
 * After a message was sent with a sample issue selected, which no server knows: it is attached in this page. The message
 * is sent already, so a failure of this is logged only.
 */
export function linkSent(client: QueryClient, issueId: string | null, message: MessageEntity): void {
  if (issueId === null || !isSampleIssue(issueId)) return
  const cached = client.getQueryData<CachedIssues>(sampleIssuesKey(message.conversation_id))
  const issue = cached?.value.find(one => one.id === issueId)
  if (issue === undefined) return
  samplesOf(client)
    .attach(issue, message)
    .catch((cause: unknown) => logFailure('attachMessage', cause))
}
