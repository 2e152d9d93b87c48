import { type Insertable, type RawBuilder, sql } from 'kysely'
import { customerName } from '@parley/core/conversations/rules'
import { contentLabel } from '@parley/core/conversations/thread'
import { codeLockoutNotice, lockoutNotice, type NoticeText } from '@parley/core/notifications/rules'
import { cut } from '@parley/core/text/format'
import { atTheServer, record } from '../audit/record.ts'
import type { Database } from '../db/database.ts'
import { statement } from '../db/connection/statement.ts'
import { type TxContext, write, type Writer } from '../db/write.ts'

type NewNotice = Omit<Insertable<Database['notifications']>, 'created_at' | 'updated_at'>

/** Replaces the agent's open notice of this cause and place, which becomes unread again, or writes the first one. */
async function notifyAnew(
  { tx, publish, now }: TxContext,
  notice: NewNotice,
  place: 'conversation_id' | 'ticket_id' | null,
): Promise<void> {
  const { title, message } = notice
  const { id } = await tx
    .insertInto('notifications')
    .values({ ...notice, created_at: now, updated_at: now })
    .onConflict(conflict =>
      conflict
        .columns(place === null ? ['agent_id'] : ['agent_id', place])
        .where('cause', '=', sql.lit(notice.cause))
        .where('dismissed_at', 'is', null)
        .doUpdateSet({ title, message, read_at: null, updated_at: now }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  publish({ noun: 'notification', id, kind: 'changed', agentId: notice.agent_id })
}

/** A colleague's change of an owner's conversation or of its ticket. */
interface ColleaguesWork {
  readonly conversationId: number
  readonly byId: number
  readonly about: { readonly cause: 'status' } | { readonly cause: 'ticket'; readonly ticketId: number }
  /** Given the colleague's name. */
  readonly say: (by: string) => NoticeText
}

/**
 * Tells a conversation's owner about a colleague's change, in its transaction. An owner has one open notice per ticket,
 * and one per conversation for its status. The colleague's own notice of the same is dismissed. The conversation must be
 * locked.
 */
export async function notifyOwner(context: TxContext, work: ColleaguesWork): Promise<void> {
  const { conversationId, byId, about } = work
  const own = about.cause === 'ticket' ? about : { cause: about.cause, conversationId }
  await dismissDone(context, { ...own, agentId: byId })
  const owner = await context.tx
    .selectFrom('conversations as c')
    .innerJoin('agents as o', 'o.id', 'c.assignee_id')
    .innerJoin('agents as b', join => join.on('b.id', '=', byId))
    .select(['o.id', 'b.name as by'])
    .where('c.id', '=', conversationId)
    .where('o.id', '<>', byId)
    .where('o.disabled_at', 'is', null)
    .executeTakeFirst()
  if (owner === undefined) return
  const notice = { agent_id: owner.id, cause: about.cause, type: about.cause, ...work.say(owner.by) }
  // A ticket's notice leads to the ticket, so it names no conversation.
  if (about.cause === 'ticket')
    await notifyAnew(context, { ...notice, ticket_id: about.ticketId }, 'ticket_id')
  else await notifyAnew(context, { ...notice, conversation_id: conversationId }, 'conversation_id')
}

const longestExcerpt = 120

interface MessageTold {
  readonly conversationId: number
  readonly text: string
  readonly type: string
}

/** Answers the conversation of each notice. */
const telling = statement<{ id: number }>(
  'notify_of_messages',
  `insert into notifications (agent_id, cause, type, title, message, conversation_id, created_at, updated_at)
   select a.id, 'message', 'MESSAGE',
     'New message from ' || coalesce(cu.name, 'Customer (' || coalesce(cu.phone, 'Unknown') || ')'),
     t.words, c.id, $3::timestamptz, $3::timestamptz
   from unnest($1::bigint[], $2::text[]) as t (conversation_id, words)
   join conversations c on c.id = t.conversation_id and not c.with_bot
   join customers cu on cu.id = c.customer_id
   left join agents o on o.id = c.assignee_id and o.disabled_at is null
   join agents a on a.disabled_at is null and (a.id = o.id or (o.id is null and a.status = 'AVAILABLE'))
   order by a.id, c.id
   on conflict (agent_id, conversation_id) where cause = 'message' and dismissed_at is null
   do update set title = excluded.title, message = excluded.message, read_at = null, updated_at = excluded.updated_at
   returning conversation_id as id`,
)

/**
 * Notifies about customers' messages, at most one per conversation: the owner, else every available agent; nobody while
 * the bot has the conversation. An agent has one open notice per conversation, with the newest message. The event log gets
 * one row per conversation, however many agents are notified. The conversations must be locked.
 */
export async function notifyOfMessages(
  { tx, publish, now }: TxContext,
  messages: readonly MessageTold[],
): Promise<void> {
  if (messages.length === 0) return
  const wordsOf = ({ text, type }: MessageTold) =>
    cut(contentLabel({ content: text, message_type: type }).trim(), longestExcerpt)
  const told = await telling(tx, [
    messages.map(({ conversationId }) => conversationId),
    messages.map(wordsOf),
    now,
  ])
  for (const { id } of told) publish({ noun: 'message-notices', id, kind: 'changed' })
}

interface SnoozeOver {
  readonly conversationId: number
  readonly agentId: number
  /** Given the customer's name. */
  readonly say: (customer: string) => NoticeText
}

/** Tells an agent that a snooze has ended: one open notice per conversation. The conversation must be locked. */
export async function notifyOfSnooze(
  context: TxContext,
  { conversationId, agentId, say }: SnoozeOver,
): Promise<void> {
  const customer = await context.tx
    .selectFrom('conversations as c')
    .innerJoin('customers as u', 'u.id', 'c.customer_id')
    .innerJoin('agents as a', join => join.on('a.id', '=', agentId).on('a.disabled_at', 'is', null))
    .select(['u.name', 'u.phone'])
    .where('c.id', '=', conversationId)
    .executeTakeFirst()
  if (customer === undefined) return
  const text = say(customerName(customer.name, customer.phone))
  const notice = {
    agent_id: agentId,
    cause: 'snooze',
    type: 'info',
    ...text,
    conversation_id: conversationId,
  }
  await notifyAnew(context, notice, 'conversation_id')
}

/**
 * Tells account owners about locks after too many wrong passwords or codes, once per lock, and puts each lock on record.
 * The sign-in call does not do this: its response time would reveal which accounts exist. Answers how many were told.
 */
export const tellLockouts = (writer: Writer): Promise<number> =>
  write(writer, async context => {
    const { tx, now } = context
    const { rows } = await sql<{ agent_id: number; of_codes: boolean; failures: number; locked_until: Date }>`
      update sign_in_tries set told_until = locked_until
      where counter in (
        select counter from sign_in_tries
        where agent_id is not null and locked_until is not null and told_until is distinct from locked_until
          and (counter like 'agent %' or counter like 'code %')
        order by counter for no key update skip locked
      )
      returning agent_id, counter like 'code %' as of_codes, failures, locked_until`.execute(tx)
    for (const { agent_id: agentId, of_codes: ofCodes, failures, locked_until: until } of rows) {
      const text = (ofCodes ? codeLockoutNotice : lockoutNotice)(failures, until, now)
      const shown = { type: 'warning', importance: 'high', auto_close: false }
      await notifyAnew(context, { agent_id: agentId, cause: 'lockout', ...shown, ...text }, null)
      const action = ofCodes ? 'second-factor.locked' : 'sign-in.locked'
      await record(context, atTheServer, action, agentId, { after: { failures, until } })
    }
    return rows.length
  })

type About =
  | { readonly conversationId: number; readonly cause: 'offer' | 'message' | 'status' }
  | { readonly ticketId: number; readonly cause: 'ticket' }
  | { readonly noteId: number; readonly cause: 'mention' }
  | { readonly reminderId: number; readonly cause: 'reminder' }

/** The notices of a conversation, or of one of its tickets, notes or reminders, whose cause is done. */
type DoneCause = About & {
  /** Only this agent's. */
  readonly agentId?: number
  /** Everybody's but this agent's. */
  readonly exceptAgentId?: number
}

const placeOf = (about: About): RawBuilder<unknown> => {
  if ('ticketId' in about) return sql`ticket_id = ${about.ticketId}`
  if ('reminderId' in about) return sql`reminder_id = ${about.reminderId}`
  return 'noteId' in about ? sql`note_id = ${about.noteId}` : sql`conversation_id = ${about.conversationId}`
}

/** Dismisses notices whose cause is done. The conversation must be locked, also for a ticket, a note or a reminder. */
export async function dismissDone({ tx, publish, now }: TxContext, done: DoneCause): Promise<void> {
  const about = placeOf(done)
  const { rows } = await sql<{ id: number; agent_id: number }>`
    update notifications set dismissed_at = ${now}, updated_at = ${now}
    where id in (
      select id from notifications
      where ${about} and cause = ${done.cause} and dismissed_at is null
        and (${done.agentId ?? null}::bigint is null or agent_id = ${done.agentId ?? null})
        and (${done.exceptAgentId ?? null}::bigint is null or agent_id <> ${done.exceptAgentId ?? null})
      order by id for no key update
    )
    returning id, agent_id`.execute(tx)
  for (const { id, agent_id: agentId } of rows)
    publish({ noun: 'notification', id, kind: 'changed', agentId })
}
