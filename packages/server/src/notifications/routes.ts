import { notificationCalls } from '@parley/core/notifications/api'
import { Refusal } from '@parley/core/errors'
import { agentStates } from '../agents/queries.ts'
import type { Writer } from '../db/write.ts'
import { type Http, mount } from '../http/mount.ts'
import { agentId, conversationId, notificationId } from '../http/ids.ts'
import { currentSeq } from '../live/log.ts'
import { clearNotices } from './clear.ts'
import { leaveNotice } from './leave.ts'
import { notificationStates, openNotifications } from './queries.ts'
import { readNotice } from './read.ts'
import { readAllNotices } from './read-all.ts'

export function notificationRoutes(http: Http, writer: Writer): void {
  const { db } = writer

  const noticeOf = async (id: number) => {
    const notice = (await notificationStates(db, [id])).get(id)
    if (notice === undefined) throw new Refusal('notification.not-found', { id })
    return notice
  }

  mount(
    http,
    notificationCalls,
  )({
    pollNotifications: async ({ caller, reply }) => {
      reply.header('Parley-Seq', await currentSeq(db))
      return openNotifications(db, caller.agentId)
    },
    readNotification: async ({ params, caller }) => {
      const id = notificationId(params.id)
      await readNotice(writer, caller.agentId, id)
      return noticeOf(id)
    },
    readAllNotifications: async ({ caller }) => ({
      updated_count: await readAllNotices(writer, caller.agentId),
    }),
    clearNotifications: async ({ caller }) => ({ updated_count: await clearNotices(writer, caller.agentId) }),
    notifyAgent: async ({ params, body, caller }) => {
      const toId = agentId(params.id)
      if (!(await agentStates(db, [toId], writer.now())).has(toId)) {
        throw new Refusal('agent.not-found', { id: params.id })
      }
      // The transaction that assigned has told the agent already.
      if (body.type === 'ASSIGNMENT') return { notification: null }
      const about = body.conversation_id
      const aboutId = about === undefined ? null : conversationId(about)
      const from = { id: caller.agentId, name: caller.agentName }
      const { type, message = '' } = body
      return {
        notification: await noticeOf(
          await leaveNotice(writer, { from, toId, type, conversationId: aboutId, message }),
        ),
      }
    },
  })
}
