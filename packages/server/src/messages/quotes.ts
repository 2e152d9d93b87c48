import type { Attachment } from '@parley/core/attachments/api'
import type { Message } from '@parley/core/messages/api'
import { noticeName } from '@parley/core/conversations/thread'
import { Refusal } from '@parley/core/errors'
import { excerptOf } from '@parley/core/messages/rules'
import { revokedType } from '@parley/core/messages/constants'
import { sql } from 'kysely'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/write.ts'
import { idOf } from '../http/ids.ts'

/** Who wrote what came from the business's own phone: nobody knows which person it was. */
export const businessPhone = 'Business phone'

/** What a row of a message has of the one it quotes. */
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

/** What stands above a message that answers another one; null for one that answers none. */
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

/** SQL: the id of a conversation's message that WhatsApp knows by this id, the customer's or one of ours; null for none. */
export const messageOfWamid = (conversation: string, phoneNumber: string, wamid: string): string => `coalesce(
  (select i.id from messages i where i.phone_number_id = ${phoneNumber} and i.wamid = ${wamid}
     and i.conversation_id = ${conversation}),
  (select t.message_id from attempts t where t.phone_number_id = ${phoneNumber} and t.wamid = ${wamid}
     and t.conversation_id = ${conversation}))`

/** SQL: WhatsApp's id of a message: the customer's, or that of its last attempt that has one; null while it has none. */
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
 * Messages that came before the one they quote find it, now that WhatsApp's ids of these are stored. The conversation of
 * each must be locked: then no answer comes in unseen meanwhile. Answers which they are.
 */
export const linkQuotesOf = (
  tx: Tx,
  phoneNumberId: string,
  wamids: readonly string[],
): Promise<readonly { id: number }[]> => linking(tx, [phoneNumberId, wamids])

/** The same of a conversation into which messages were brought. */
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
 * The message that one to be sent will quote, null for none.
 * @throws Refusal input.invalid naming `quoted_message_id`, where it is not one of the conversation's or not at WhatsApp
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
  if (message === undefined) throw Refusal.field('quoted_message_id', 'is no message of this conversation')
  if (message.known === null) {
    throw Refusal.field('quoted_message_id', 'has not reached WhatsApp: answer without quoting it')
  }
  return message.id
}
