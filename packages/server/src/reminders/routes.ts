import { reminderCalls } from '@parley/core/reminders/api'
import { Refusal } from '@parley/core/errors'
import { conversationExists } from '../conversations/queries.ts'
import type { Writer } from '../db/write.ts'
import { type Http, mount } from '../http/mount.ts'
import { conversationId, messageId, reminderId } from '../http/ids.ts'
import { currentSeq } from '../live/log.ts'
import { endReminder } from './end.ts'
import { reminderById, remindersOfConversation } from './queries.ts'
import { remind } from './remind.ts'

/** What agents promised at messages. */
export function reminderRoutes(http: Http, writer: Writer): void {
  const { db } = writer
  mount(
    http,
    reminderCalls,
  )({
    reminders: async ({ params, reply }) => {
      reply.header('Parley-Seq', await currentSeq(db))
      const id = conversationId(params.id)
      if (!(await conversationExists(db, id))) throw new Refusal('conversation.not-found', { id: params.id })
      return remindersOfConversation(db, id)
    },
    remind: async ({ params, body, caller }) => {
      const { agentId } = caller
      const promised = {
        messageId: messageId(params.id),
        agentId,
        dueAt: new Date(body.due_at),
        text: body.text,
      }
      return reminderById(db, await remind(writer, promised))
    },
    endReminder: async ({ params, caller }) => {
      const id = reminderId(params.id)
      await endReminder(writer, id, caller.agentId)
      return { id: String(id) }
    },
  })
}
