import { ApiError } from '@parley/core/errors'
import { reminderCalls } from '@parley/core/reminders/api'
import { conversationExists } from '../conversations/queries.ts'
import type { Writer } from '../db/write.ts'
import { type Http, mount } from '../http/mount.ts'
import { conversationId, messageId, reminderId } from '../http/ids.ts'
import { currentSeq } from '../live/log.ts'
import { endReminder, remind } from './actions.ts'
import { reminderById, remindersOfConversation } from './queries.ts'

export function reminderRoutes(http: Http, writer: Writer): void {
  const { db } = writer
  mount(http, reminderCalls, {
    reminders: async ({ params, reply }) => {
      reply.header('Parley-Seq', await currentSeq(db))
      const id = conversationId(params.id)
      if (!(await conversationExists(db, id))) throw new ApiError('conversation.not-found', { id: params.id })
      return remindersOfConversation(db, id)
    },
    remind: async ({ params, body, caller }) => {
      const { agentId } = caller
      const id = messageId(params.id)
      const set = { messageId: id, agentId, dueAt: new Date(body.due_at), text: body.text }
      return reminderById(db, await remind(writer, set))
    },
    endReminder: async ({ params, caller }) => {
      const id = reminderId(params.id)
      await endReminder(writer, id, caller.agentId)
      return { id: String(id) }
    },
  })
}
