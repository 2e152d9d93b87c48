import { ApiError } from '@parley/core/errors'
import { issueCalls } from '@parley/core/issues/api'
import { reopenIssue, resolveIssue } from '@parley/core/issues/rules'
import { conversationExists } from '../conversations/queries.ts'
import type { Writer } from '../db/write.ts'
import { type Http, mount } from '../http/mount.ts'
import { conversationId, issueId, messageId } from '../http/ids.ts'
import { currentSeq } from '../live/log.ts'
import { attach, editIssue, raiseIssue } from './actions.ts'
import { issueById, issuesOfConversation } from './queries.ts'

export function issueRoutes(http: Http, writer: Writer): void {
  const { db } = writer
  const edited = async (text: string, rule: Parameters<typeof editIssue>[2]) => {
    const id = issueId(text)
    await editIssue(writer, id, rule)
    return issueById(db, id)
  }

  mount(http, issueCalls, {
    issues: async ({ query, reply }) => {
      reply.header('Parley-Seq', await currentSeq(db))
      const id = conversationId(query.conversation_id)
      if (!(await conversationExists(db, id))) throw new ApiError('conversation.not-found', { id })
      return issuesOfConversation(db, id)
    },
    issue: async ({ params, reply }) => {
      reply.header('Parley-Seq', await currentSeq(db))
      return issueById(db, issueId(params.id))
    },
    createIssue: async ({ body, caller }) =>
      issueById(db, await raiseIssue(writer, caller, conversationId(body.conversation_id), body)),
    resolveIssue: ({ params, body }) =>
      edited(params.id, (issue, now) => resolveIssue(issue, body.resolution_summary, now)),
    reopenIssue: ({ params, body }) =>
      edited(params.id, (issue, now) => reopenIssue(issue, body.reason, now)),
    attachMessage: async ({ params, body }) => {
      const id = issueId(params.id)
      // If both ids are unknown, the answer names the issue.
      await issueById(db, id)
      const alreadyAttached = await attach(writer, id, messageId(body.message_id))
      return { alreadyAttached, issue: await issueById(db, id) }
    },
  })
}
