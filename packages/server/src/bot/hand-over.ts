import { sql } from 'kysely'
import type { BotState } from '@parley/bot/state'
import type { BotNumber } from '@parley/core/bot/api'
import type { HandoverReason } from '@parley/core/bot/brief-constants'
import { ApiError } from '@parley/core/errors'
import { withdrawOffer } from '../assignments/offer.ts'
import { type Actor, record } from '../audit/record.ts'
import {
  lockConversation,
  type LockedConversation,
  refuseArchived,
  alreadyAssignedError,
} from '../conversations/lock.ts'
import { isBotOn } from '../conversations/with-bot.ts'
import { statement } from '../db/connection/statement.ts'
import { type Reader, type TxContext, write, type Writer } from '../db/write.ts'
import { dismissDone, notifyOfMessages } from '../notifications/notify.ts'
import { rememberedIn } from './said.ts'

interface Handover {
  readonly reason: HandoverReason
  readonly state: BotState
  /** The customer's last messages, in the thread's order. */
  readonly heard: readonly { readonly content: string; readonly message_type: string; readonly at: Date }[]
}

/**
 * Hands a locked conversation from the bot to the queue. The customer waits since their last message. The bot's queued messages
 * are still sent until an agent takes the conversation.
 */
export async function handToPeople(
  context: TxContext,
  conversation: { readonly id: number },
  { reason, state, heard }: Handover,
): Promise<void> {
  const { tx, publish, now } = context
  const last = heard.at(-1)
  await tx
    .updateTable('conversations')
    .set({
      with_bot: false,
      bot_from: null,
      updated_at: now,
      human_wait_started_at: sql<Date>`coalesce(human_wait_started_at, ${last?.at ?? now}::timestamptz)`,
    })
    .where('id', '=', conversation.id)
    .execute()
  await tx
    .insertInto('bot_handovers')
    .values({
      conversation_id: conversation.id,
      reason,
      intent: state.wish?.intent ?? null,
      state: JSON.stringify(state),
      at: now,
    })
    .execute()
  if (last !== undefined) {
    const told = { conversationId: conversation.id, text: last.content, type: last.message_type }
    await notifyOfMessages(context, [told])
  }
  publish({ noun: 'conversation', id: conversation.id, kind: 'handed' })
}

/** Whether the bot answers the messages that the customer waits for, or they count as handled. */
type Waiting = 'answered-by-bot' | 'dealt-with'

/**
 * Messages from before the last handover are not answered again: a request for a person would hand the conversation over again.
 * All ids come from one sequence, so earlier messages have smaller ids than the handover.
 */
const lastHeard = (conversationId: number) => sql`coalesce((select max(id) from bot_handovers
  where conversation_id = ${conversationId} and reason <> 'turned-off'), 0)`

/**
 * Returns a conversation that is unassigned or the agent's own to the bot. The bot greets again, and answers the messages that
 * the customer waits for. If the bot has it already, nothing changes.
 * @throws ApiError conversation.not-found, conversation.archived, bot.off, assignment.taken
 */
export const handToBot = (
  writer: Writer,
  conversationId: number,
  by: Actor & { readonly agentId: number },
): Promise<void> =>
  write(writer, async context => {
    const conversation = await lockConversation(context.tx, conversationId)
    await giveToBot(context, conversation, by, 'answered-by-bot')
  })

const asking = statement<{ is_on: boolean }>('bot_is_on', `select ${isBotOn('$1::text')} as is_on`)

/**
 * As `handToBot`, within a transaction.
 * @throws ApiError conversation.archived, bot.off, assignment.taken
 */
export async function giveToBot(
  context: TxContext,
  conversation: LockedConversation,
  by: Actor & { readonly agentId: number },
  waiting: Waiting,
): Promise<void> {
  const { tx, publish, now } = context
  refuseArchived(conversation)
  if (conversation.with_bot) return
  const conversationId = conversation.id
  const owner = conversation.assignee_id
  if (owner !== null && owner !== by.agentId) throw await alreadyAssignedError(tx, owner)
  const [number] = await asking(tx, [conversation.phone_number_id])
  if (number?.is_on !== true) throw new ApiError('bot.off')
  await withdrawOffer(context, conversationId)
  const waitsSince = waiting === 'dealt-with' ? null : conversation.human_wait_started_at
  await sql`
    update conversations set with_bot = true, assignee_id = null, human_wait_started_at = null, updated_at = ${now},
      snoozed_until = null, snoozed_by = null, snooze_reason = null,
      owner_generation = owner_generation + 1,
      bot_from = (select min(id) from messages where conversation_id = ${conversationId} and source = 'CUSTOMER'
        and revoked_at is null and at >= ${waitsSince}::timestamptz and id > ${lastHeard(conversationId)})
    where id = ${conversationId}`.execute(tx)
  if (owner !== null) {
    await tx
      .insertInto('owner_changes')
      .values({ conversation_id: conversationId, from_id: owner, at: now })
      .execute()
    publish({ noun: 'agent', id: owner, kind: 'changed' })
  }
  const state = {
    ...(await rememberedIn(tx, conversationId, now)),
    greeted: false,
    misses: 0,
    asking: null,
    offered: [],
  }
  await tx
    .updateTable('bot_states')
    .set({ state: JSON.stringify(state), updated_at: now })
    .where('conversation_id', '=', conversationId)
    .execute()
  await dismissDone(context, { conversationId, cause: 'message' })
  const before = { owner: owner === null ? null : String(owner) }
  await record(context, by, 'conversation.assigned', conversationId, { before, after: { owner: 'bot' } })
  publish({ noun: 'conversation', id: conversationId, kind: 'handed' })
}

/** Bounds a transaction, however many conversations the bot has. */
const mostAtOnce = 1_000

export interface BotSetting {
  readonly phoneNumberId: string
  readonly isOn: boolean
  readonly by: Actor
}

/**
 * Turns the bot on or off for a number. When it is turned off, its conversations go to the queue; customers without an answer
 * wait for an agent from then on. @returns whether the number exists
 */
export async function setBotOn(writer: Writer, { phoneNumberId, isOn, by }: BotSetting): Promise<boolean> {
  const known = await write(writer, async context => {
    const { tx } = context
    const number = await tx
      .selectFrom('business_numbers')
      .select('bot_on')
      .where('phone_number_id', '=', phoneNumberId)
      .where('is_served', '=', true)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (number === undefined) return false
    if (number.bot_on === isOn) return true
    await tx
      .updateTable('business_numbers')
      .set({ bot_on: isOn })
      .where('phone_number_id', '=', phoneNumberId)
      .execute()
    const said = (bot_on: boolean) => ({ number: phoneNumberId, bot_on })
    await record(context, by, 'settings.changed', null, { before: said(!isOn), after: said(isOn) })
    return true
  })
  if (!known || isOn) return known
  for (;;) {
    const given = await write(writer, context => giveAll(context, phoneNumberId))
    if (given < mostAtOnce) return true
  }
}

async function giveAll({ tx, publish, now }: TxContext, phoneNumberId: string): Promise<number> {
  // Locks by ascending id. A conversation that an agent took meanwhile no longer matches.
  const { rows } = await sql<{ id: number }>`
    select id from conversations where phone_number_id = ${phoneNumberId} and with_bot
    order by id limit ${mostAtOnce} for no key update`.execute(tx)
  const ids = rows.map(row => row.id)
  if (ids.length === 0) return 0
  await sql`
    with given as (
      update conversations c set with_bot = false, bot_from = null, updated_at = ${now},
        human_wait_started_at = case when c.bot_from is not null
          then coalesce(c.human_wait_started_at, (select m.at from messages m where m.id = c.bot_from)) end
      where c.id = any(${ids}::bigint[]) returning c.id
    )
    insert into bot_handovers (conversation_id, reason, state, at)
    select g.id, 'turned-off', coalesce((select s.state from bot_states s where s.conversation_id = g.id), '{}'), ${now}::timestamptz
    from given g order by g.id`.execute(tx)
  for (const id of ids) publish({ noun: 'conversation', id, kind: 'handed' })
  return ids.length
}

/** The served numbers and bridges, and whether the bot answers there. */
export async function botNumbers(reader: Reader): Promise<BotNumber[]> {
  const { rows } = await sql<BotNumber>`
    select b.phone_number_id as id, b.shown_as as name, b.bot_on,
      (select count(*)::int from conversations c
       where c.phone_number_id = b.phone_number_id and c.with_bot and c.status <> 'ARCHIVED') as conversations
    from business_numbers b where b.is_served order by b.shown_as nulls first, b.phone_number_id`.execute(
    reader,
  )
  return rows
}
