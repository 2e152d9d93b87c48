import type { AgentId, ConversationId, MessageId, ReminderId } from '@parley/core/ids'
import type { Reminder } from '@parley/core/reminders/api'
import { ApiError } from '@parley/core/errors'
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../db/write.ts'

interface Row {
  readonly id: number
  readonly conversation_id: number
  readonly message_id: number
  readonly agent_id: number
  readonly agent_name: string
  readonly text: string
  readonly due_at: Date
}

const rowsOf = async (reader: Reader, where: RawBuilder<unknown>): Promise<readonly Row[]> => {
  const { rows } = await sql<Row>`
    select r.id, r.conversation_id, r.message_id, r.agent_id, a.name as agent_name, r.text, r.due_at
    from reminders r join agents a on a.id = r.agent_id
    where ${where} order by r.due_at, r.id`.execute(reader)
  return rows
}

const reminderOf = (row: Row): Reminder => ({
  id: String(row.id) as ReminderId,
  conversation_id: String(row.conversation_id) as ConversationId,
  message_id: String(row.message_id) as MessageId,
  agent: { id: String(row.agent_id) as AgentId, name: row.agent_name },
  text: row.text,
  due_at: row.due_at.toISOString(),
})

/** The open reminders of a conversation, by due time. */
export const remindersOfConversation = async (reader: Reader, conversationId: number): Promise<Reminder[]> =>
  (await rowsOf(reader, sql`r.conversation_id = ${conversationId} and r.done_at is null`)).map(reminderOf)

/** One reminder, open or done. @throws ApiError reminder.not-found */
export async function reminderById(reader: Reader, id: number): Promise<Reminder> {
  const [row] = await rowsOf(reader, sql`r.id = ${id}`)
  if (row === undefined) throw new ApiError('reminder.not-found', { id })
  return reminderOf(row)
}
