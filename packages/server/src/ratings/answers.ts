import { sql } from 'kysely'
import type { Language } from '@parley/bot/language'
import {
  type AskedRating,
  type Rating,
  type RatingAnswer,
  ratingAnswer,
  ratingIn,
  ratingThanks,
} from '@parley/bot/rating'
import type { Understand } from '@parley/bot/world'
import type { MessageDetails } from '@parley/core/messages/details'
import { cut } from '@parley/core/text/format'
import { lockConversation } from '../conversations/lock.ts'
import type { OpenConversation } from '../conversations/open.ts'
import { addLine } from '../conversations/thread.ts'
import { statement } from '../db/connection/statement.ts'
import type { Tx, TxContext } from '../db/write.ts'
import { queueOwn } from '../messages/queue.ts'

/** A customer's message before it is stored. */
interface Incoming {
  readonly type: string
  readonly text: string | null
  /** The channel's id of the quoted message. */
  readonly contextId: string | null
  readonly details: MessageDetails | null
  readonly at: Date
}

export interface Found {
  readonly askId: number
  readonly answer: RatingAnswer
}

/**
 * Whether a message answers a question for a rating. `before`: the customer's earlier messages in the conversation. Call it
 * once per message and in their order, since an answer changes the meaning of the next message. The conversation must be
 * locked.
 */
export type FindAnswer = (message: Incoming, conversation: OpenConversation, before: number) => Found | null

const nothing: Understand = () => ({ intent: null, confidence: 0, guesses: [], language: null })

const never: FindAnswer = () => null

interface Ask {
  readonly id: number
  readonly conversation_id: number
  readonly inbound_no: number
  readonly asked_at: Date
  readonly why_at: Date | null
  /** The channel's ids of the question, one per attempt. */
  readonly wamids: readonly string[]
  readonly rating: number | null
  readonly rated_at: Date | null
  readonly reason_id: number | null
}

const asking = statement<Ask>(
  'rating_asks_of',
  `select a.id, a.conversation_id, a.inbound_no, a.asked_at, a.why_at, r.rating, r.at as rated_at, r.reason_id,
     array(select t.wamid from attempts t where t.message_id = a.message_id and t.wamid is not null) as wamids
   from rating_asks a left join ratings r on r.ask_id = a.id
   where a.conversation_id = any($1::bigint[]) and a.asked_at is not null order by a.id desc`,
)

/** A pressed choice may answer at any time, text only in a resolved conversation. */
const mayAnswer = (message: Incoming, { rating_ask_id: askId, status }: OpenConversation): boolean =>
  askId !== null && (pressedIn(message) !== null || (status === 'RESOLVED' && message.type === 'text'))

const pressedIn = ({ details }: Incoming): string | null => details?.choice?.title ?? null

/**
 * Prepares the search for answers. Without a possible answer among the messages it costs no query.
 * @param understand null: only pressed choices are answers, not text
 */
export async function answersAmong<Message extends Incoming>(
  tx: Tx,
  messages: readonly Message[],
  conversationOf: (message: Message) => OpenConversation | undefined,
  understand: Understand | null,
): Promise<FindAnswer> {
  const ids = new Set<number>()
  for (const message of messages) {
    const conversation = conversationOf(message)
    if (conversation !== undefined && mayAnswer(message, conversation)) ids.add(conversation.id)
  }
  if (ids.size === 0) return never
  const asks = await asking(tx, [[...ids]])
  const given = new Map(asks.map(ask => [ask.id, givenTo(ask)]))
  return (message, conversation, before) => {
    if (!mayAnswer(message, conversation)) return null
    const own = asks.filter(ask => ask.conversation_id === conversation.id)
    const [newest] = own
    const { contextId } = message
    const quoted = contextId === null ? undefined : own.find(ask => ask.wamids.includes(contextId))
    const pressed = pressedIn(message)
    const ask = pressed === null ? newest : (quoted ?? newest)
    if (ask === undefined) return null
    const isLast = conversation.status === 'RESOLVED' && ask === newest && before === ask.inbound_no
    const asked = { at: ask.asked_at, isLast, given: given.get(ask.id) ?? null }
    const text = understand !== null && message.type === 'text' ? message.text : null
    const answer = ratingAnswer({ pressed, text, at: message.at }, asked, understand ?? nothing)
    if (answer === null) return null
    given.set(ask.id, givenAfter(asked.given, answer, message.at))
    return { askId: ask.id, answer }
  }
}

const givenTo = ({ rating, rated_at: at, reason_id: reasonId, why_at: why }: Ask): AskedRating['given'] =>
  rating === null || at === null
    ? null
    : { rating: rating as Rating, at, hasReason: reasonId !== null, askedWhyAt: why }

/** A rating may carry its reason already. */
function givenAfter(given: AskedRating['given'], answer: RatingAnswer, at: Date): AskedRating['given'] {
  if (answer.kind === 'rated')
    return { rating: answer.rating, at, hasReason: answer.hasReason, askedWhyAt: at }
  if (given === null) return null
  if (answer.kind === 'changed') return { ...given, rating: answer.rating }
  return answer.kind === 'reason' ? { ...given, hasReason: true } : given
}

/** An answer in a stored message. */
interface StoredAnswer {
  readonly askId: number
  readonly conversationId: number
  readonly messageId: number
  readonly answer: RatingAnswer
  readonly at: Date
}

/** Older answers get no thanks: the customer has moved on. */
const oldMs = 60 * 60_000
const longestReason = 300

/**
 * Stores answers in their order: the rating, its reason, a line in the thread with both, and thanks where the conversation is
 * still resolved. Status and owner stay. The conversations must be locked.
 */
export async function keepAnswers(context: TxContext, answers: readonly StoredAnswer[]): Promise<void> {
  for (const one of answers) await keepAnswer(context, one)
  const asks = new Map(answers.map(one => [one.askId, one.conversationId]))
  for (const [askId, conversationId] of asks) await sayLine(context, askId, conversationId)
  for (const { askId, conversationId, answer, at } of answers) {
    if (answer.kind !== 'rated' || context.now.getTime() - at.getTime() >= oldMs) continue
    await thank(context, askId, conversationId)
  }
}

async function keepAnswer(
  context: TxContext,
  { askId, conversationId, messageId, answer, at }: StoredAnswer,
): Promise<void> {
  const { tx } = context
  switch (answer.kind) {
    case 'rated': {
      const lineId = await addLine(context, { conversationId, text: '', at })
      await sql`
        insert into ratings (conversation_id, owner_id, rating, at, ask_id, message_id, reason_id, line_id)
        select conversation_id, owner_id, ${answer.rating}::int, ${at}::timestamptz, id, ${messageId}::bigint,
          ${answer.hasReason ? messageId : null}::bigint, ${lineId}::bigint
        from rating_asks where id = ${askId}`.execute(tx)
      break
    }
    case 'changed':
      await tx
        .updateTable('ratings')
        .set({ rating: answer.rating, message_id: messageId })
        .where('ask_id', '=', askId)
        .execute()
      break
    case 'reason':
      await tx.updateTable('ratings').set({ reason_id: messageId }).where('ask_id', '=', askId).execute()
      break
    case 'again':
      break
  }
}

/** Updates the rating's line, and the conversation's newest rating. */
async function sayLine({ tx, publish }: TxContext, askId: number, conversationId: number): Promise<void> {
  const rated = await tx
    .selectFrom('ratings')
    .leftJoin('messages', 'messages.id', 'ratings.reason_id')
    .select(['rating', 'line_id', 'messages.content as reason'])
    .where('ask_id', '=', askId)
    .executeTakeFirst()
  if (rated === undefined || rated.line_id === null) return
  await tx
    .updateTable('messages')
    .set({ content: ratedLine(rated.rating, rated.reason) })
    .where('id', '=', rated.line_id)
    .execute()
  await sql`
    update conversations set rated = (
      select rating from ratings where conversation_id = ${conversationId} order by at desc, id desc limit 1)
    where id = ${conversationId}`.execute(tx)
  publish({ noun: 'message', id: rated.line_id, kind: 'changed' })
  publish({ noun: 'conversation', id: conversationId, kind: 'changed' })
}

/** "Rated 4 of 5: quick and kind" */
function ratedLine(rating: number, reason: string | null): string {
  const line = `Rated ${rating} of 5`
  if (reason === null) return line
  const words = ratingIn(reason)?.reason || reason
  return `${line}: ${cut(words.replaceAll(/\s+/g, ' ').trim(), longestReason)}`
}

/** In a reopened conversation the agent thanks the customer. */
async function thank(context: TxContext, askId: number, conversationId: number): Promise<void> {
  const { tx, now } = context
  const conversation = await lockConversation(tx, conversationId)
  if (conversation.status !== 'RESOLVED' || conversation.rating_ask_id !== askId) return
  const { language, reason_id: reasonId } = await tx
    .selectFrom('rating_asks')
    .innerJoin('ratings', 'ratings.ask_id', 'rating_asks.id')
    .select(['language', 'reason_id'])
    .where('rating_asks.id', '=', askId)
    .executeTakeFirstOrThrow()
  const hasReason = reasonId !== null
  const own = { conversationId, source: 'BOT', ownerGeneration: conversation.owner_generation } as const
  const content = ratingThanks((language ?? 'en') as Language, !hasReason)
  await queueOwn(context, { ...own, type: 'text', content, details: null })
  if (!hasReason) await tx.updateTable('rating_asks').set({ why_at: now }).where('id', '=', askId).execute()
}
