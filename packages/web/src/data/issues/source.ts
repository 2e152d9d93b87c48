import type { CreateIssueBody } from '@parley/core/api/issues'
import type { IssueEntity } from '@parley/core/entities/issue'
import type { MessageEntity } from '@parley/core/entities/message'
import { type HeldIssues, type HeldThread, keys } from '@parley/core/live/held'
import { loadIssues } from '@parley/core/live/reducers'
import { readIssue } from '@parley/core/read/issue'
import type { Attached } from '@parley/core/rules/issue-change'
import type { QueryClient } from '@tanstack/react-query'
import type * as z from 'zod'
import { laterApi } from '../../client/later-client.ts'
import { editHeld } from '../../sync/cache-edit.ts'
import { source } from '../../sync/source.ts'
import { takeAnswer } from '../../sync/take-answer.ts'

/** A new issue; the same client id never makes a second one. */
export type NewIssue = z.output<typeof CreateIssueBody> & { readonly client_issue_id: string }

/** What is known of a message that is to be attached. */
export type Attachable = Pick<MessageEntity, 'id' | 'conversation_id' | 'issue_id'>

/**
 * Where issues are kept: on the server, or in this page as sample data. Whatever an operation changes stands in the held
 * list (`keyOf`) when it resolves. Operations reject with an `ApiFailure`, or with the `Refusal` of our own rule.
 */
export interface IssueSource {
  /** Under which key the issues of a conversation are held. */
  keyOf(conversationId: string): readonly unknown[]
  list(conversationId: string): Promise<HeldIssues>
  create(raised: NewIssue): Promise<IssueEntity>
  resolve(issue: IssueEntity, summary: string): Promise<IssueEntity>
  reopen(issue: IssueEntity, reason: string): Promise<IssueEntity>
  attach(issue: IssueEntity, message: Attachable): Promise<Attached<IssueEntity>>
}

type IssueCalls = Pick<typeof laterApi, 'createIssue' | 'resolveIssue' | 'reopenIssue' | 'attachMessage'>

/** Issues as the server stores them; everyone sees the same. */
export function servedIssues(client: QueryClient, ask: IssueCalls = laterApi): IssueSource {
  const take = async (write: () => Promise<{ readonly value: { readonly id: string } }>) =>
    readIssue(await takeAnswer(client, write, data => ({ event: 'issue', data })))
  return {
    keyOf: keys.issues,
    list: conversationId => loadIssues(source, conversationId),
    create: raised => take(() => ask.createIssue({ body: raised })),
    resolve: ({ id }, summary) =>
      take(() => ask.resolveIssue({ params: { id }, body: { resolution_summary: summary } })),
    reopen: ({ id }, reason) => take(() => ask.reopenIssue({ params: { id }, body: { reason } })),
    attach: async ({ id }, message) => {
      const { alreadyAttached, issue } = await takeAnswer(
        client,
        () => ask.attachMessage({ params: { id }, body: { message_id: message.id } }),
        answer => ({ event: 'issue', data: answer.issue }),
      )
      const attached = readIssue(issue)
      if (attached.attached_messages.includes(message.id)) showLink(client, message, id)
      return { alreadyAttached, issue: attached }
    },
  }
}

/** The message as its frame will tell it too: an issue once given stays, so it may be told twice. */
const showLink = (client: QueryClient, { id, conversation_id }: Attachable, issue_id: string): void =>
  editHeld<HeldThread>(client, keys.thread(conversation_id), held => ({
    ...held,
    messages: held.messages.map(message => (message.id === id ? { ...message, issue_id } : message)),
  }))
