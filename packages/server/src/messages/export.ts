import type { MessageDetails } from '@parley/core/messages/details'
import { sql } from 'kysely'
import { fileFields } from '../attachments/descriptor.ts'
import type { Reader } from '../db/write.ts'
import type { StoredFile } from '../descriptor.ts'

/** What the transcript shows of a message; customer.json has all of its fields. */
export interface MessageRecord {
  readonly id: string
  readonly at: Date
  readonly direction: 'INBOUND' | 'OUTBOUND'
  readonly source: string
  readonly message_type: string
  readonly content: string
  readonly status: string
  readonly sender_name: string | null
  /** WhatsApp's id of the message that it answers, and which one that is. */
  readonly quoted_wamid: string | null
  readonly quoted_id: string | null
  readonly quoted_at: Date | null
  readonly forwarded: string | null
  /** The customer's reaction. */
  readonly reaction: string | null
  /** The business's, as WhatsApp has it. */
  readonly own_reaction: string | null
  /** The words before the first edit; null: never edited. */
  readonly original_content: string | null
  /** When the customer deleted it. */
  readonly revoked_at: Date | null
  readonly details: MessageDetails | null
  readonly files: readonly StoredFile[]
}

const pageSize = 500

/** The messages of a conversation in thread order, read a page at a time. */
export async function* messageRecords(reader: Reader, conversationId: number): AsyncGenerator<MessageRecord> {
  let behind = sql`true`
  for (;;) {
    const { rows: page } = await sql<Omit<MessageRecord, 'files'>>`
      select m.id::text, m.at, m.arrived_at, m.direction, m.source, m.message_type, m.content, m.status, m.failure,
        m.wamid, m.client_message_id, m.agent_id::text, a.name as sender_name, m.issue_id::text, m.metadata,
        m.response_time_seconds, m.first_seen_at, m.quoted_wamid, m.quoted_id::text, q.at as quoted_at, m.forwarded,
        m.details, m.reaction, m.reaction_at, nullif(r.told, '') as own_reaction, m.original_content, m.edited_at, m.revoked_at
      from messages m left join agents a on a.id = m.agent_id left join messages q on q.id = m.quoted_id
        left join agent_reactions r on r.message_id = m.id
      where m.conversation_id = ${conversationId} and ${behind} order by m.at, m.id limit ${pageSize}`.execute(
      reader,
    )
    yield* await withParts(reader, page)
    const last = page.at(-1)
    if (last === undefined || page.length < pageSize) return
    behind = sql`(m.at, m.id) > (${last.at}, ${last.id}::bigint)`
  }
}

interface Part {
  readonly message_id: string
}

async function withParts(
  reader: Reader,
  messages: readonly Omit<MessageRecord, 'files'>[],
): Promise<readonly MessageRecord[]> {
  const ids = sql`${messages.map(message => message.id)}::bigint[]`
  const { rows: files } = await sql<StoredFile & Part>`
    select k.message_id::text, ${fileFields} from message_attachments k join attachments f on f.id = k.attachment_id
    where k.message_id = any(${ids}) order by k.message_id, k.position`.execute(reader)
  const { rows: attempts } = await sql<Part>`
    select message_id::text, no, state, wamid, failure, created_at, updated_at from attempts
    where message_id = any(${ids}) order by message_id, no`.execute(reader)
  const { rows: changes } = await sql<Part>`
    select message_id::text, kind, content, at, wamid from message_folds where message_id = any(${ids})
    order by message_id, at, id`.execute(reader)
  return messages.map(message => ({
    ...message,
    changes: changes.filter(change => change.message_id === message.id),
    attempts: attempts.filter(attempt => attempt.message_id === message.id),
    files: files.filter(file => file.message_id === message.id),
  }))
}
