import { sql } from 'kysely'
import { readState } from '@parley/bot/state'
import { Refusal } from '@parley/core/errors'
import { withdrawOffer } from '../assignments/offer.ts'
import { type Doer, record } from '../audit/record.ts'
import { lockConversation, type LockedConversation, refuseArchived, takenBy } from '../conversations/lock.ts'
import { isBotOn } from '../conversations/with-bot.ts'
import { statement } from '../db/statement.ts'
import { type Emit, type Tx, write, type Writer } from '../db/write.ts'
import { dismissDone } from '../notifications/notify.ts'

/** What the customer wrote since they wait is answered by the bot at once, or was dealt with. */
type Waiting = 'answered-by-bot' | 'dealt-with'

/**
 * What the bot has heard already it does not hear again: who asked for a person would be given to people once more. All ids
 * come from one sequence, so that what was stored before a handover has a smaller one.
 */
const lastHeard = (conversationId: number) => sql`coalesce((select max(id) from bot_handovers
  where conversation_id = ${conversationId} and reason <> 'turned-off'), 0)`

/**
 * Gives a conversation that nobody else has back to the bot: it greets anew, and answers at once what the customer wrote since
 * and still waits for. What the bot has already changes nothing.
 * @throws Refusal conversation.not-found, conversation.archived, bot.off, assignment.taken
 */
export const handToBot = (
  writer: Writer,
  conversationId: number,
  by: Doer & { readonly agentId: number },
): Promise<void> =>
  write(writer, async (tx, emit) => {
    const conversation = await lockConversation(tx, conversationId)
    await giveToBot(tx, emit, { conversation, by, waiting: 'answered-by-bot' }, writer.now())
  })

interface Given {
  /** Locked. */
  readonly conversation: LockedConversation
  readonly by: Doer & { readonly agentId: number }
  readonly waiting: Waiting
}

const asking = statement<{ is_on: boolean }>('bot_is_on', `select ${isBotOn('$1::text')} as is_on`)

/**
 * The same within a transaction.
 * @throws Refusal conversation.archived, bot.off, assignment.taken
 */
export async function giveToBot(
  tx: Tx,
  emit: Emit,
  { conversation, by, waiting }: Given,
  now: Date,
): Promise<void> {
  refuseArchived(conversation)
  if (conversation.with_bot) return
  const conversationId = conversation.id
  const owner = conversation.assignee_id
  if (owner !== null && owner !== by.agentId) throw await takenBy(tx, owner)
  const [number] = await asking(tx, [conversation.phone_number_id])
  if (number?.is_on !== true) throw new Refusal('bot.off')
  await withdrawOffer(tx, emit, conversationId, now)
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
    emit({ noun: 'agent', id: owner, kind: 'changed' })
  }
  const remembered = await tx
    .selectFrom('bot_states')
    .select('state')
    .where('conversation_id', '=', conversationId)
    .executeTakeFirst()
  const state = {
    ...readState(remembered?.state, now),
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
  await dismissDone(tx, emit, { conversationId, cause: 'message' }, now)
  const entry = { action: 'conversation.assigned', noun: 'conversation', objectId: conversationId } as const
  const before = { owner: owner === null ? null : String(owner) }
  await record(tx, by, { ...entry, before, after: { owner: 'bot' } }, now)
  emit({ noun: 'conversation', id: conversationId, kind: 'handed' })
}
