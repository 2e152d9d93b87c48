import { type Issue, issueCalls } from '@parley/core/issues/api'
import { Refusal } from '@parley/core/errors'
import { issueNotFound } from '@parley/core/issues/rules'
import { conversationExists } from '../conversations/queries.ts'
import type { Writer } from '../db/write.ts'
import { type Http, mount } from '../http/mount.ts'
import { conversationId, issueId, messageId } from '../http/ids.ts'
import { currentSeq } from '../live/log.ts'
import { attach } from './attach.ts'
import { issuesById, issuesOfConversation } from './queries.ts'
import { raiseIssue } from './raise.ts'
import { reopen } from './reopen.ts'
import { resolve } from './resolve.ts'

export function issueRoutes(http: Http, writer: Writer): void {
  const { db } = writer

  const knownIssue = async (id: number): Promise<Issue> => {
    const issue = (await issuesById(db, [id])).get(id)
    if (issue === undefined) throw issueNotFound(id)
    return issue
  }

  mount(
    http,
    issueCalls,
  )({
    issues: async ({ query, reply }) => {
      reply.header('Parley-Seq', await currentSeq(db))
      const id = conversationId(query.conversation_id)
      if (!(await conversationExists(db, id))) throw new Refusal('conversation.not-found', { id })
      return issuesOfConversation(db, id)
    },
    issue: async ({ params, reply }) => {
      reply.header('Parley-Seq', await currentSeq(db))
      return knownIssue(issueId(params.id))
    },
    createIssue: async ({ body, caller }) =>
      knownIssue(await raiseIssue(writer, caller, conversationId(body.conversation_id), body)),
    resolveIssue: async ({ params, body }) => {
      const id = issueId(params.id)
      await resolve(writer, id, body.resolution_summary)
      return knownIssue(id)
    },
    reopenIssue: async ({ params, body }) => {
      const id = issueId(params.id)
      await reopen(writer, id, body.reason)
      return knownIssue(id)
    },
    attachMessage: async ({ params, body }) => {
      const id = issueId(params.id)
      // The issue first: of two unknown ids the path's is named.
      await knownIssue(id)
      const alreadyAttached = await attach(writer, id, messageId(body.message_id))
      return { alreadyAttached, issue: await knownIssue(id) }
    },
  })
}
