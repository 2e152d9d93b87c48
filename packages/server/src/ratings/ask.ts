import { sql } from 'kysely'
import type { Language } from '@parley/bot/language'
import { ratingQuestion, ratingSteps, ratingTitle } from '@parley/bot/rating'
import { say } from '@parley/bot/sayings'
import type { Channel } from '@parley/core/channel/constants'
import { takes } from '@parley/core/channel/rules'
import { windowMs } from '@parley/core/conversations/window'
import type { OnResolved } from '../conversations/actions.ts'
import type { LockedConversation } from '../conversations/lock.ts'
import { channelOf, modeOf } from '../conversations/reach.ts'
import { statement } from '../db/connection/statement.ts'
import { runJobAt, type TxContext, write, type Writer } from '../db/write.ts'
import { type OwnWords, queueOwn } from '../messages/queue.ts'
import { workspaceSettings } from '../settings/queries.ts'

/**
 * Schedules the question for a rating when a conversation is resolved, in its transaction; not where the workspace asks for
 * none.
 * @param afterMs the time for an undo, before the customer is asked
 */
export const planAsk =
  (afterMs: number): OnResolved =>
  async ({ tx, now }, { id, assignee_id: ownerId, inbound_no: inboundNo }) => {
    const { settings } = await workspaceSettings(tx)
    if (settings.ask_for_rating === 'off') return
    // Resolved, reopened and resolved again: the customer is asked once.
    await tx
      .updateTable('rating_asks')
      .set({ not_asked: 'undone' })
      .where('conversation_id', '=', id)
      .where('asked_at', 'is', null)
      .where('not_asked', 'is', null)
      .execute()
    const due = new Date(now.getTime() + afterMs)
    await tx
      .insertInto('rating_asks')
      .values({ conversation_id: id, owner_id: ownerId, inbound_no: inboundNo, due_at: due })
      .execute()
    await runJobAt(tx, 'ask for ratings', id, due)
  }

type NotAsked =
  | 'undone'
  | 'off'
  | 'erased'
  | 'nothing-written'
  | 'window-closed'
  | 'unreachable'
  | 'opted-out'
  | 'asked-lately'

/** A question queued later than this before the end would find the window closed. */
const spareMs = 10 * 60_000
/** A customer is asked once in this time, over all conversations. */
const lately = 24 * 60 * 60_000

interface Due {
  readonly ask_id: number
  readonly inbound_no: number
}

const isAnyDue = statement(
  'rating_is_due',
  `select 1 from rating_asks where not_asked is null and asked_at is null and due_at <= $1::timestamptz limit 1`,
)

/**
 * Asks the customer of one resolved conversation for a rating, or stores the reason not to. Status and owner stay. Answers
 * whether one was due.
 */
export async function askForRating(writer: Writer): Promise<boolean> {
  if ((await isAnyDue(writer.db, [writer.now()])).length === 0) return false
  return write(writer, async context => {
    const { tx, now } = context
    const { rows } = await sql<Due & { conversation_id: number }>`
      select a.id as ask_id, a.conversation_id, a.inbound_no
      from rating_asks a join conversations c on c.id = a.conversation_id
      where a.not_asked is null and a.asked_at is null and a.due_at <= ${now}
      order by a.due_at, a.id limit 1 for no key update of c, a skip locked`.execute(tx)
    const [due] = rows
    if (due === undefined) return false
    const conversation = await tx
      .selectFrom('conversations')
      .selectAll()
      .where('id', '=', due.conversation_id)
      .executeTakeFirstOrThrow()
    const facts = await factsOf(context, due, conversation)
    const not = whyNot(conversation, due, facts, now)
    if (not !== null) {
      await tx.updateTable('rating_asks').set({ not_asked: not }).where('id', '=', due.ask_id).execute()
      return true
    }
    const language = facts.language ?? 'en'
    const own = {
      conversationId: conversation.id,
      source: 'BOT',
      ownerGeneration: conversation.owner_generation,
      ...questionOver(channelOf(conversation), language),
    } as const
    const messageId = await queueOwn(context, own)
    await tx
      .updateTable('rating_asks')
      .set({ asked_at: now, message_id: messageId, language })
      .where('id', '=', due.ask_id)
      .execute()
    await tx
      .updateTable('conversations')
      .set({ rating_ask_id: due.ask_id })
      .where('id', '=', conversation.id)
      .execute()
    return true
  })
}

interface Facts {
  readonly is_on: boolean
  readonly opted_out: boolean
  readonly asked_lately: boolean
  /** The customer's messages up to the previous time it was resolved. */
  readonly before: number
  readonly language: Language | null
}

async function factsOf(
  { tx, now }: TxContext,
  { ask_id: id }: Due,
  { id: conversationId, customer_id: customerId }: LockedConversation,
): Promise<Facts> {
  const { settings } = await workspaceSettings(tx)
  const { rows } = await sql<Omit<Facts, 'is_on'>>`
    select cu.marketing_opt_out_at is not null as opted_out,
      exists (select 1 from rating_asks a join conversations c on c.id = a.conversation_id
        where c.customer_id = cu.id and a.asked_at > ${new Date(now.getTime() - lately)}) as asked_lately,
      coalesce((select max(a.inbound_no) from rating_asks a where a.conversation_id = ${conversationId} and a.id < ${id}
        and a.not_asked is distinct from 'undone'), 0) as before,
      (select s.state->>'language' from bot_states s join conversations c on c.id = s.conversation_id
        where c.customer_id = cu.id and s.state->>'language' is not null
        order by c.id = ${conversationId} desc, s.updated_at desc limit 1) as language
    from customers cu where cu.id = ${customerId}`.execute(tx)
  const [facts] = rows
  if (facts === undefined) throw new Error(`Conversation ${conversationId} has no customer`)
  return { ...facts, is_on: settings.ask_for_rating === 'on' }
}

function whyNot(conversation: LockedConversation, due: Due, facts: Facts, now: Date): NotAsked | null {
  if (conversation.erased_at !== null) return 'erased'
  if (conversation.status !== 'RESOLVED') return 'undone'
  if (!facts.is_on) return 'off'
  // Resolved again without a new message: there is nothing new to rate.
  if (due.inbound_no <= facts.before) return 'nothing-written'
  if (facts.opted_out) return 'opted-out'
  if (facts.asked_lately) return 'asked-lately'
  const { is } = modeOf(conversation, now)
  if (is === 'unreachable') return 'unreachable'
  // The same time limit holds for channels without a window.
  const wroteAt = conversation.customer_wrote_at?.getTime() ?? 0
  return is === 'template-only' || wroteAt <= now.getTime() - windowMs + spareMs ? 'window-closed' : null
}

/** A list where the channel supports it, else numbered lines, whose number is an answer. */
function questionOver(channel: Channel, language: Language): Omit<OwnWords, 'responseTimeS'> {
  const text = ratingQuestion(language)
  const titles = ratingSteps.map(step => ratingTitle(step, language))
  if (!takes(channel, 'ask'))
    return { type: 'text', content: [text, '', ...titles].join('\n'), details: null }
  const rows = titles.map(title => ({ title, description: null }))
  const ask = { kind: 'list', button: say('choose', language), rows } as const
  return { type: 'interactive', content: text, details: { ask } }
}

export async function askAll(writer: Writer, wakeDelivery: () => void): Promise<void> {
  while (await askForRating(writer)) wakeDelivery()
}
