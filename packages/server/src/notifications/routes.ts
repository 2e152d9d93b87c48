import { ApiError } from '@parley/core/errors'
import { notificationCalls } from '@parley/core/notifications/api'
import { agentStates } from '../agents/queries.ts'
import type { Writer } from '../db/write.ts'
import { agentId, conversationId, notificationId } from '../http/ids.ts'
import { type Http, mount } from '../http/mount.ts'
import { currentSeq } from '../live/log.ts'
import { leaveNotice, readNotice, stampOpenNotices } from './actions.ts'
import { notificationStates, openNotifications } from './queries.ts'

export function notificationRoutes(http: Http, writer: Writer): void {
  const { db } = writer

  const noticeOf = async (id: number) => {
    const notice = (await notificationStates(db, [id])).get(id)
    if (notice === undefined) throw new ApiError('notification.not-found', { id })
    return notice
  }

  mount(http, notificationCalls, {
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
      updated_count: await stampOpenNotices(writer, caller.agentId, 'read_at'),
    }),
    clearNotifications: async ({ caller }) => ({
      updated_count: await stampOpenNotices(writer, caller.agentId, 'dismissed_at'),
    }),
    notifyAgent: async ({ params, body, caller }) => {
      const toId = agentId(params.id)
      if (!(await agentStates(db, [toId], writer.now())).has(toId)) {
        throw new ApiError('agent.not-found', { id: params.id })
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
