import { ratingThanks } from '@parley/bot/rating'
import { type RatingAnswer, ratingIn } from '@parley/bot/rating-answer'
import type { Language } from '@parley/bot/language'
import { cut } from '@parley/core/text/format'
import { sql } from 'kysely'
import { lockConversation } from '../conversations/lock.ts'
import type { Emit, Tx } from '../db/write.ts'
import { addLine } from '../messages/line.ts'
import { queueOwn } from '../messages/queue-own.ts'

/** An answer in a message that is stored by now. */
export interface StoredAnswer {
  readonly askId: number
  readonly conversationId: number
  readonly messageId: number
  readonly answer: RatingAnswer
  readonly at: Date
}

/** What is older is not thanked for: the customer has long done something else. */
const oldMs = 60 * 60_000
const longestReason = 300

/**
 * Keeps what customers answered to questions for a rating, in their order: the rating, its reason, the line in the thread
 * that says both, and a word of thanks where the conversation is resolved still. The conversations must be locked; how they
 * stand and who has them stays as it is.
 */
export async function keepAnswers(
  tx: Tx,
  emit: Emit,
  answers: readonly StoredAnswer[],
  now: Date,
): Promise<void> {
  for (const one of answers) await keepAnswer(tx, emit, one, now)
  const asks = new Map(answers.map(one => [one.askId, one.conversationId]))
  for (const [askId, conversationId] of asks) await sayLine(tx, emit, askId, conversationId)
  for (const { askId, conversationId, answer, at } of answers) {
    if (answer.kind !== 'rated' || now.getTime() - at.getTime() >= oldMs) continue
    await thank(tx, emit, askId, conversationId, now)
  }
}

async function keepAnswer(
  tx: Tx,
  emit: Emit,
  { askId, conversationId, messageId, answer, at }: StoredAnswer,
  now: Date,
): Promise<void> {
  switch (answer.kind) {
    case 'rated': {
      const lineId = await addLine(tx, emit, { conversationId, text: '', at }, now)
      await tx
        .insertInto('ratings')
        .columns([
          'conversation_id',
          'owner_id',
          'rating',
          'at',
          'ask_id',
          'message_id',
          'reason_id',
          'line_id',
        ])
        .expression(
          tx
            .selectFrom('rating_asks')
            .where('id', '=', askId)
            .select([
              'conversation_id',
              'owner_id',
              sql<number>`${answer.rating}::int`.as('rating'),
              sql<Date>`${at}::timestamptz`.as('at'),
              'id as ask_id',
              sql<number>`${messageId}::bigint`.as('message_id'),
              sql<number | null>`${answer.hasReason ? messageId : null}::bigint`.as('reason_id'),
              sql<number>`${lineId}::bigint`.as('line_id'),
            ]),
        )
        .execute()
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

/** The line of a rating says what it is now; the conversation says the newest of its ratings. */
async function sayLine(tx: Tx, emit: Emit, askId: number, conversationId: number): Promise<void> {
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
  emit({ noun: 'message', id: rated.line_id, kind: 'changed' })
  emit({ noun: 'conversation', id: conversationId, kind: 'changed' })
}

/** "Rated 4 of 5: quick and kind" */
function ratedLine(rating: number, reason: string | null): string {
  const line = `Rated ${rating} of 5`
  if (reason === null) return line
  const words = ratingIn(reason)?.reason || reason
  return `${line}: ${cut(words.replaceAll(/\s+/g, ' ').trim(), longestReason)}`
}

/** Whoever talks to the customer by now says the thanks. */
async function thank(tx: Tx, emit: Emit, askId: number, conversationId: number, now: Date): Promise<void> {
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
  await queueOwn(tx, emit, { ...own, type: 'text', content, details: null }, now)
  if (!hasReason) await tx.updateTable('rating_asks').set({ why_at: now }).where('id', '=', askId).execute()
}
