import type { Attachment } from '@parley/core/attachments/api'
import type { Message } from '@parley/core/messages/api'
import { noticeName } from '@parley/core/conversations/thread'
import { ApiError } from '@parley/core/errors'
import { excerptOf } from '@parley/core/messages/rules'
import { revokedType } from '@parley/core/messages/constants'
import { sql } from 'kysely'
import { statement } from '../db/connection/statement.ts'
import type { Tx } from '../db/write.ts'
import { idOf } from '../http/ids.ts'

/** The sender's name of messages from the business's own phone: WhatsApp does not say which person wrote. */
export const businessPhone = 'Business phone'

/** The quoted message, in a row of a message. */
export interface QuotedColumns {
  readonly quoted_wamid: string | null
  readonly quoted_id: number | null
  readonly quoted_at: Date | null
  readonly quoted_direction: Message['direction'] | null
  readonly quoted_type: string | null
  readonly quoted_source: 'CUSTOMER' | 'AGENT' | 'BOT' | 'SYSTEM' | null
  readonly quoted_content: string | null
  readonly quoted_agent_name: string | null
  readonly quoted_revoked_at: Date | null
}

export const quotedColumns = sql`
  m.quoted_wamid, m.quoted_id, q.at as quoted_at, q.direction as quoted_direction, q.message_type as quoted_type,
  q.source as quoted_source, q.content as quoted_content, qa.name as quoted_agent_name,
  q.revoked_at as quoted_revoked_at`

export const quotedJoins = sql`
  left join messages q on q.id = m.quoted_id
  left join agents qa on qa.id = q.agent_id`

/** Null: the message quotes none. */
export function quoteOf(
  row: QuotedColumns & { readonly customer_name: string | null },
  files: ReadonlyMap<number, readonly Attachment[]>,
): Message['quote'] {
  const { quoted_id: id, quoted_at: at, quoted_direction: direction, quoted_source: source } = row
  if (id === null || at === null || direction === null || source === null) {
    return row.quoted_wamid === null ? null : { message: null }
  }
  const isRevoked = row.quoted_revoked_at !== null
  return {
    message: {
      id: String(id) as Message['id'],
      created_at: at.toISOString(),
      direction,
      message_type: isRevoked ? revokedType : (row.quoted_type ?? 'text'),
      source,
      sender_name: nameOf(source, row),
      excerpt: isRevoked ? '' : excerptOf(row.quoted_content ?? ''),
      attachment: isRevoked ? null : (files.get(id)?.[0] ?? null),
    },
  }
}

function nameOf(
  source: NonNullable<QuotedColumns['quoted_source']>,
  row: QuotedColumns & { readonly customer_name: string | null },
): string | null {
  switch (source) {
    case 'CUSTOMER':
      return row.customer_name
    case 'AGENT':
      return row.quoted_agent_name ?? businessPhone
    case 'BOT':
      return 'Bot'
    case 'SYSTEM':
      return row.quoted_direction === 'OUTBOUND' ? noticeName : null
  }
}

/** SQL: the id of the conversation's message with this WhatsApp id, inbound or outbound; null: none. */
export const messageOfWamid = (conversation: string, phoneNumber: string, wamid: string): string => `coalesce(
  (select i.id from messages i where i.phone_number_id = ${phoneNumber} and i.wamid = ${wamid}
     and i.conversation_id = ${conversation}),
  (select t.message_id from attempts t where t.phone_number_id = ${phoneNumber} and t.wamid = ${wamid}
     and t.conversation_id = ${conversation}))`

/** SQL: a message's WhatsApp id, or that of its last attempt that has one; null: none yet. */
export const wamidOf = (message: string): string => `(
  select coalesce(o.wamid, (
    select t.wamid from attempts t where t.message_id = o.id and t.wamid is not null order by t.no desc limit 1))
  from messages o where o.id = ${message})`

const linking = statement<{ id: number }>(
  'link_quotes',
  `update messages r set quoted_id = ${messageOfWamid('r.conversation_id', 'r.phone_number_id', 'r.quoted_wamid')}
   where r.phone_number_id = $1::text and r.quoted_wamid = any($2::text[]) and r.quoted_id is null
     and ${messageOfWamid('r.conversation_id', 'r.phone_number_id', 'r.quoted_wamid')} is not null
   returning r.id`,
)

/**
 * Links messages that arrived before the message that they quote, once its WhatsApp id is stored. The conversations must be
 * locked, so that no reply is missed. Answers the linked messages.
 */
export const linkQuotesOf = (
  tx: Tx,
  phoneNumberId: string,
  wamids: readonly string[],
): Promise<readonly { id: number }[]> => linking(tx, [phoneNumberId, wamids])

/** The same in a conversation that got another one's messages. */
export async function linkQuotesIn(tx: Tx, conversationId: number): Promise<readonly { id: number }[]> {
  const quoted = messageOfWamid('r.conversation_id', 'r.phone_number_id', 'r.quoted_wamid')
  const { rows } = await sql<{ id: number }>`
    update messages r set quoted_id = ${sql.raw(quoted)}
    where r.conversation_id = ${conversationId} and r.quoted_wamid is not null and r.quoted_id is null
      and ${sql.raw(quoted)} is not null
    returning r.id`.execute(tx)
  return rows
}

/**
 * The message that a reply quotes; null: none.
 * @throws ApiError input.invalid naming `quoted_message_id`, where it is not in the conversation or has no WhatsApp id
 */
export async function quotedBy(tx: Tx, conversationId: number, text: string | null): Promise<number | null> {
  if (text === null) return null
  const id = idOf(text)
  const message =
    id === null
      ? undefined
      : await tx
          .selectFrom('messages')
          .select(['id', sql.raw<string | null>(wamidOf('messages.id')).as('known')])
          .where('id', '=', id)
          .where('conversation_id', '=', conversationId)
          .executeTakeFirst()
  if (message === undefined) throw ApiError.field('quoted_message_id', 'is no message of this conversation')
  if (message.known === null) {
    throw ApiError.field('quoted_message_id', 'has not reached WhatsApp: answer without quoting it')
  }
  return message.id
}
