import type { CompiledQuery } from 'kysely'
import { isBotOn } from '../conversations/with-bot.ts'
import { statement } from '../db/statement.ts'
import { ofWamids } from './of-wamids.ts'

/** What customers' messages make of their conversation, when all of them are in. */
export interface Inbound {
  /** The number of its newest one. */
  readonly inboundNo: number
  readonly status: string
}

/*
 * WhatsApp's window goes by its own clock: a message that comes late opens it for less, and one that comes behind a newer
 * one changes nothing. The last message is the thread's last, and messages arrive in any order. A wait starts with the
 * first message that no agent has answered yet; a late one starts none. Who resolved a conversation decided that nothing
 * was owed: a wait from before that ends with it, and what comes after begins its own. While the bot answers nobody waits for
 * a person; where it is on, it has what was resolved once the customer writes again. An answer to the question for a rating
 * has no number: the window opens by it, and neither the bot nor a person owes one. What was put off is back.
 */
const noting = statement<{ with_bot: boolean }>(
  'note_inbound',
  `with fresh as materialized (
     select m.id, m.conversation_id, m.at, m.source, m.inbound_no
     from ${ofWamids('messages', '$4::text', '$5::text[]')} m
   ), n as materialized (
     select n.id, n.inbound_no, n.status, o.assignee_id as owner_id, o.wakes_bot, o.wakes_bot or o.with_bot as with_bot
     from unnest($1::bigint[], $2::int[], $3::text[]) as n (id, inbound_no, status)
     cross join lateral (
       select c.assignee_id, c.with_bot, c.status = 'RESOLVED' and n.status = 'ACTIVE'
         and ${isBotOn('c.phone_number_id')} as wakes_bot
       from conversations c where c.id = n.id) o
   ), back as (
     insert into owner_changes (conversation_id, from_id, at)
     select n.id, n.owner_id, $6::timestamptz from n where n.wakes_bot and n.owner_id is not null order by n.id
   )
   update conversations c set
     inbound_no = n.inbound_no,
     status = n.status,
     customer_wrote_at = greatest(c.customer_wrote_at, (
       select max(m.at) from fresh m where m.conversation_id = n.id and m.source = 'CUSTOMER')),
     with_bot = n.with_bot,
     assignee_id = case when not n.wakes_bot then c.assignee_id end,
     owner_generation = c.owner_generation + case when n.wakes_bot then 1 else 0 end,
     bot_from = case when n.with_bot then coalesce(c.bot_from, (
       select min(m.id) from fresh m where m.conversation_id = n.id and m.inbound_no is not null)) end,
     human_wait_started_at = case when not n.with_bot then coalesce(case when c.status <> 'RESOLVED' then c.human_wait_started_at end, (
       select m.at from fresh m
       where m.conversation_id = n.id and m.inbound_no is not null and not exists (
         select 1 from messages a
         where a.conversation_id = n.id and a.source = 'AGENT' and a.at >= m.at and a.status <> 'failed')
       order by m.id limit 1)) end,
     closing_soon = false,
     snoozed_until = case when n.inbound_no = c.inbound_no then c.snoozed_until end,
     snoozed_by = case when n.inbound_no = c.inbound_no then c.snoozed_by end,
     snooze_reason = case when n.inbound_no = c.inbound_no then c.snooze_reason end,
     last_message_id = (
       select m.id from (
         select f.id, f.at from fresh f where f.conversation_id = n.id
         union all
         select l.id, l.at from messages l where l.id = c.last_message_id) m
       order by m.at desc, m.id desc limit 1),
     last_activity = greatest(c.last_activity, $6::timestamptz),
     updated_at = $6::timestamptz
   from n where c.id = n.id
   returning c.with_bot`,
)

/** Which messages are new, by what WhatsApp calls them. */
export interface NewMessages {
  readonly phoneNumberId: string
  readonly wamids: readonly string[]
}

/**
 * Notes new inbound messages, once they are stored, in their conversations, which must be locked. Answers of each conversation
 * whether the bot has it.
 */
export const noteInbound = (
  conversations: ReadonlyMap<number, Inbound>,
  { phoneNumberId, wamids }: NewMessages,
  now: Date,
): CompiledQuery<{ with_bot: boolean }> =>
  noting.with([
    [...conversations.keys()],
    [...conversations.values()].map(one => one.inboundNo),
    [...conversations.values()].map(one => one.status),
    phoneNumberId,
    wamids,
    now,
  ])
