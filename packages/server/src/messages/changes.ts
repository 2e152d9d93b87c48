import type { Message } from '@parley/core/messages/api'
import { lockConversations } from '../conversations/lock.ts'
import { writersOf } from '../customers/writers.ts'
import { statement } from '../db/connection/statement.ts'
import { storable } from '../db/text.ts'
import type { Tx, TxContext } from '../db/write.ts'
import { businessReactions, type ReactionColumns } from './react.ts'

/*
 * Customers react to messages, edit and delete them. Every change is stored as it came (`message_folds`), and a message's
 * state is computed from all its changes. So the order of arrival does not matter.
 */

/**
 * SQL: the lock between storing a message's WhatsApp id (shared) and storing a change without its message (exclusive).
 * Without it, concurrent transactions could leave a change unlinked.
 */
const key = '1718643812, 0'
export const sharedWaitingLock = `pg_advisory_xact_lock_shared(${key})`

const locking = statement('lock_waiting_folds', `select pg_advisory_xact_lock(${key})::text`)
const sharing = statement('share_waiting_folds', `select ${sharedWaitingLock}::text`)

/** Until the transaction ends, no other one stores a new WhatsApp id. */
export const lockWaitingChanges = (tx: Tx): Promise<unknown> => locking(tx, [])
/** Until the transaction ends, no other one stores a change without its message. */
export const shareWaitingChanges = (tx: Tx): Promise<unknown> => sharing(tx, [])

/** SQL: whether a change arrived before its message. */
export const hasWaitingChanges = (phoneNumber: string, wamid: string): string => `exists (
  select 1 from message_folds w where w.phone_number_id = ${phoneNumber} and w.target_wamid = ${wamid}
    and w.message_id is null)`

interface MessageChange {
  /** The channel's ids of the change and of its message. */
  readonly id: string
  readonly targetId: string
  readonly kind: 'reaction' | 'edit' | 'revoke'
  /** A reaction's emoji, or an edited message's new text; null: none. */
  readonly content: string | null
  /** Null: unreadable. */
  readonly at: Date | null
  readonly from: string | null
  readonly userId: string | null
}

export interface ChangeTarget {
  readonly wamid: string
  readonly id: number
  readonly conversation_id: number
  /** Only the conversation's customer can change the message. */
  readonly customer_id: number
  readonly direction: Message['direction']
}

const looking = statement<ChangeTarget>(
  'fold_targets',
  `select g.wamid, m.id, m.conversation_id, c.customer_id, m.direction
   from unnest($2::text[]) as g (wamid)
   join lateral (
     select i.id, i.conversation_id, i.direction from messages i where i.phone_number_id = $1::text and i.wamid = g.wamid
     union all
     select o.id, o.conversation_id, o.direction from attempts t join messages o on o.id = t.message_id
     where t.phone_number_id = $1::text and t.wamid = g.wamid
     limit 1) m on true
   join conversations c on c.id = m.conversation_id`,
)

/** Inbound and outbound messages by WhatsApp id. */
export async function targetsOf(
  tx: Tx,
  phoneNumberId: string,
  wamids: readonly string[],
): Promise<ReadonlyMap<string, ChangeTarget>> {
  const rows = await looking(tx, [phoneNumberId, wamids])
  return new Map(rows.map(row => [row.wamid, row]))
}

const keeping = statement<{ wamid: string }>(
  'keep_folds',
  `insert into message_folds (phone_number_id, wamid, target_wamid, kind, content, at, arrived_at, wa_id, wa_user_id,
     message_id)
   select $1::text, f.wamid, f.target_wamid, f.kind, f.content, f.at, $2::timestamptz, f.wa_id, f.wa_user_id, f.message_id
   from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::timestamptz[], $8::text[], $9::text[], $10::bigint[])
     with ordinality as f (wamid, target_wamid, kind, content, at, wa_id, wa_user_id, message_id, place)
   order by f.place
   on conflict (phone_number_id, wamid) do update set message_id = excluded.message_id,
     target_wamid = excluded.target_wamid, kind = excluded.kind, content = excluded.content, at = excluded.at,
     wa_id = excluded.wa_id, wa_user_id = excluded.wa_user_id
     where message_folds.message_id is null and excluded.message_id is not null
   returning wamid`,
)

/**
 * Stores changes, each once. A change without its message, or to another customer's message, waits. A change with its
 * message replaces a waiting one of the same id, which may be a stranger's. Answers the ids of new changes.
 */
export async function storeMessageChanges(
  { tx, now }: TxContext,
  phoneNumberId: string,
  changes: readonly (MessageChange & { readonly messageId: number | null })[],
): Promise<ReadonlySet<string>> {
  if (changes.length === 0) return new Set()
  const rows = await keeping(tx, [
    phoneNumberId,
    now,
    changes.map(({ id }) => id),
    changes.map(({ targetId }) => targetId),
    changes.map(({ kind }) => kind),
    changes.map(({ content }) => (content === null ? null : storable(content))),
    // WhatsApp's clock may run ahead of ours.
    changes.map(({ at }) => (at === null || at > now ? now : at).toISOString()),
    changes.map(({ from }) => from),
    changes.map(({ userId }) => userId),
    changes.map(({ messageId }) => messageId),
  ])
  return new Set(rows.map(({ wamid }) => wamid))
}

export interface LinkedChange {
  readonly message_id: number
  readonly wamid: string
}

interface WaitingChange {
  readonly id: number
  readonly from: string | null
  readonly userId: string | null
  readonly at: Date
  readonly message_id: number
  readonly conversation_id: number
  readonly customer_id: number
}

/** Waiting changes whose message is stored, with the only customer who can have made them. */
const waitingFor = (name: string, condition: string) =>
  statement<WaitingChange>(
    name,
    `select w.id, w.wa_id as "from", w.wa_user_id as "userId", w.at, m.id as message_id, c.id as conversation_id, c.customer_id
     from message_folds w
     join messages m on m.id = coalesce(
       (select i.id from messages i where i.phone_number_id = w.phone_number_id and i.wamid = w.target_wamid
          and (w.kind = 'reaction' or i.direction = 'INBOUND')),
       (select t.message_id from attempts t where t.phone_number_id = w.phone_number_id and t.wamid = w.target_wamid
          and w.kind = 'reaction'))
     join conversations c on c.id = m.conversation_id and c.erased_at is null
     where w.phone_number_id = $1::text and w.message_id is null and ${condition}`,
  )

const waitingForMessages = waitingFor('folds_waiting_for_messages', 'w.target_wamid = any($2::text[])')
const waitingForWriters = waitingFor(
  'folds_waiting_for_writers',
  '(w.wa_id = any($2::text[]) or w.wa_user_id = any($3::text[]))',
)

const linking = statement<LinkedChange>(
  'link_folds',
  `update message_folds f set message_id = l.message_id
   from unnest($1::bigint[], $2::bigint[]) as l (id, message_id)
   where f.id = l.id and f.message_id is null
   returning f.message_id, f.wamid`,
)

/** Links waiting changes to messages whose WhatsApp ids are stored now, if the same customer made both. */
export const linkMessageChanges = async (
  tx: Tx,
  phoneNumberId: string,
  wamids: readonly string[],
): Promise<readonly LinkedChange[]> => link(tx, await waitingForMessages(tx, [phoneNumberId, wamids]))

/** The same for changes that arrived before their writer's number or user id was known as the customer's. */
export const linkMessageChangesOf = async (
  tx: Tx,
  phoneNumberId: string,
  numbers: readonly string[],
  userIds: readonly string[],
): Promise<readonly LinkedChange[]> =>
  link(tx, await waitingForWriters(tx, [phoneNumberId, numbers, userIds]))

async function link(tx: Tx, waiting: readonly WaitingChange[]): Promise<readonly LinkedChange[]> {
  if (waiting.length === 0) return []
  const writers = await writersOf(tx, waiting)
  const own = waiting.filter(({ customer_id: customerId }, place) => writers[place] === customerId)
  await lockConversations(
    tx,
    own.map(({ conversation_id: conversationId }) => conversationId),
  )
  return linking(tx, [own.map(({ id }) => id), own.map(({ message_id: messageId }) => messageId)])
}

/** `is_last`: it is its conversation's last message. */
interface RecomputedMessage {
  readonly id: number
  readonly conversation_id: number
  readonly is_last: boolean
  readonly is_edited: boolean
}

/*
 * The newest reaction, the first deletion, and the newest edit before that. WhatsApp's clock counts seconds: of two changes
 * in one second the later arrival is newer.
 */
const recomputing = statement<RecomputedMessage>(
  'refold_messages',
  `update messages m set
     reaction = r.content,
     reaction_at = r.at,
     revoked_at = v.at,
     content = case when e.id is null then coalesce(m.original_content, m.content) else coalesce(e.content, '') end,
     original_content = case when e.id is null then null else coalesce(m.original_content, m.content) end,
     edited_at = e.at
   from unnest($1::bigint[]) as t (id)
   left join lateral (
     select f.content, f.at from message_folds f where f.message_id = t.id and f.kind = 'reaction'
     order by f.at desc, f.id desc limit 1) r on true
   left join lateral (
     select min(f.at) as at from message_folds f where f.message_id = t.id and f.kind = 'revoke') v on true
   left join lateral (
     select f.id, f.content, f.at from message_folds f
     where f.message_id = t.id and f.kind = 'edit' and (v.at is null or f.at <= v.at)
     order by f.at desc, f.id desc limit 1) e on true
   where m.id = t.id
   returning m.id, m.conversation_id,
     exists (select 1 from conversations c where c.id = m.conversation_id and c.last_message_id = m.id) as is_last,
     e.id is not null as is_edited`,
)

/** Recomputes messages from their changes. Their conversations must be locked. */
export const recomputeMessages = (
  tx: Tx,
  messageIds: readonly number[],
): Promise<readonly RecomputedMessage[]> => recomputing(tx, [[...new Set(messageIds)]])

/** A message's changes, in its row. */
export interface ChangeColumns extends ReactionColumns {
  readonly reaction: string | null
  readonly reaction_at: Date | null
  readonly original_content: string | null
  readonly edited_at: Date | null
  readonly revoked_at: Date | null
}

const customerReaction = ({ reaction, reaction_at: at }: ChangeColumns): Message['reactions'] =>
  reaction === null || at === null
    ? []
    : [
        {
          emoji: reaction,
          by: 'CUSTOMER',
          agent_name: null,
          at: at.toISOString(),
          state: 'there',
          failure: null,
        },
      ]

export const changeFieldsOf = (row: ChangeColumns): Pick<Message, 'reactions' | 'edited' | 'revoked_at'> => ({
  reactions: [...customerReaction(row), ...businessReactions(row)],
  edited:
    row.edited_at === null ? null : { at: row.edited_at.toISOString(), original: row.original_content ?? '' },
  revoked_at: row.revoked_at?.toISOString() ?? null,
})
