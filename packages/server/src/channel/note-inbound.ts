import { statement } from '../db/statement.ts'
import type { Tx } from '../db/write.ts'

/** What customers' messages make of their conversation, when all of them are in. */
export interface Inbound {
  /** The number of its newest one. */
  readonly inboundNo: number
  readonly status: string
}

/*
 * The last message is the thread's last, and messages arrive in any order. A wait starts with the first message that no
 * agent has answered yet; a late one starts none. Who resolved a conversation decided that nothing was owed: a wait from
 * before that ends with it, and what comes after begins its own.
 */
const noting = statement(
  'note_inbound',
  `update conversations c set
     inbound_no = n.inbound_no,
     status = n.status,
     human_wait_started_at = coalesce(case when c.status <> 'RESOLVED' then c.human_wait_started_at end, (
       select m.at from messages m
       where m.id = any($4::bigint[]) and m.conversation_id = n.id and m.source = 'CUSTOMER' and not exists (
         select 1 from messages a
         where a.conversation_id = n.id and a.source = 'AGENT' and a.at >= m.at and a.status <> 'failed')
       order by m.id limit 1)),
     last_message_id = (
       select m.id from messages m
       where m.id = any(array_append($4::bigint[], c.last_message_id)) and m.conversation_id = n.id
       order by m.at desc, m.id desc limit 1),
     last_activity = greatest(c.last_activity, $5::timestamptz),
     updated_at = $5::timestamptz
   from unnest($1::bigint[], $2::int[], $3::text[]) as n (id, inbound_no, status)
   where c.id = n.id`,
)

/** Notes new inbound messages in their conversations, which must be locked. `messageIds`: in the order of arrival. */
export async function noteInbound(
  tx: Tx,
  conversations: ReadonlyMap<number, Inbound>,
  messageIds: readonly number[],
  now: Date,
): Promise<void> {
  const noted = [...conversations.values()]
  await noting(tx, [
    [...conversations.keys()],
    noted.map(one => one.inboundNo),
    noted.map(one => one.status),
    messageIds,
    now,
  ])
}
