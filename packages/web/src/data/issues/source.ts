import type { CreateIssueBody, IssueEntity } from '@parley/core/issues/api'
import type { MessageEntity } from '@parley/core/messages/api'
import { type Cached, type CachedThread, keys } from '@parley/core/live/cached'
import { readIssue, readIssues } from '@parley/core/read/work'
import type { Attached } from '@parley/core/issues/rules'
import type { QueryClient } from '@tanstack/react-query'
import type * as z from 'zod'
import { ApiFailure } from '../../client/api-failure.ts'
import { api } from '../../client/client.ts'
import { editCached, putRow } from '../../sync/query-cache.ts'
import { invalidate } from '../../sync/invalidate.ts'
import { fetched, work } from '../../sync/source.ts'

/** A new issue; the same client id never makes a second one. */
export type NewIssue = z.output<typeof CreateIssueBody> & { readonly client_issue_id: string }

/** What is known of a message that is to be attached. */
export type Attachable = Pick<MessageEntity, 'id' | 'conversation_id' | 'issue_id'>

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
export function servedIssues(client: QueryClient, ask: IssueCalls = api): IssueSource {
  const hold = (value: unknown): IssueEntity => {
    const issue = readIssue(value)
    putRow(client, keys.issues(issue.conversation_id), issue.id, issue, 'first')
    void invalidate(client, 'issue', issue)
    return issue
  }
  const held = async (write: Promise<{ readonly value: unknown }>): Promise<IssueEntity> => {
    try {
      return hold((await write).value)
    } catch (cause) {
      if (cause instanceof ApiFailure && cause.current !== undefined) hold(cause.current)
      throw cause
    }
  }
  return {
    keyOf: keys.issues,
    list: conversationId =>
      fetched(
        () =>
          work.ask({ conversationId, part: 'issues' }, () =>
            api.issues({ query: { conversation_id: conversationId } }),
          ),
        readIssues,
      ),
    create: raised => held(ask.createIssue({ body: raised })),
    resolve: ({ id }, summary) =>
      held(ask.resolveIssue({ params: { id }, body: { resolution_summary: summary } })),
    reopen: ({ id }, reason) => held(ask.reopenIssue({ params: { id }, body: { reason } })),
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
