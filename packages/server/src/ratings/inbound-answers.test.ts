import { readWebhook } from '@parley/whatsapp/inbound/webhook'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { TestClock } from '../../test/clock.ts'
import { openTestDatabase, testWriter } from '../../test/database.ts'
import { envelope, text } from '../../test/models/webhooks.ts'
import { heardSince } from '../bot/turn.ts'
import { applyMessages } from '../ingest/apply.ts'
import type { OpenDatabase } from '../db/open.ts'
import { write } from '../db/write.ts'

const phoneNumberId = '1'

/* No server runs beside it: what the bot is left to hear stays as it was noted. */
describe('[Q-213] inbound answers to a question for a rating', () => {
  const clock = new TestClock()
  let database: OpenDatabase
  let writer: ReturnType<typeof testWriter>
  beforeAll(async () => {
    database = await openTestDatabase()
    writer = testWriter(database, clock)
    await database.db
      .insertInto('business_numbers')
      .values({ phone_number_id: phoneNumberId, is_served: true, bot_on: true })
      .execute()
  })
  afterAll(() => database.close())

  let people = 0
  let ids = 0
  let phone = ''
  beforeEach(() => {
    phone = `25677${String((people += 1)).padStart(7, '0')}`
  })
  const seconds = () => Math.floor(clock.now().getTime() / 1_000)
  const comes = (...messages: readonly object[]) => {
    const read = readWebhook(envelope({ messages }, phoneNumberId)).map(item => {
      if (item.kind !== 'message') throw new Error(`Read as ${item.kind}`)
      return item.message
    })
    return write(writer, context => applyMessages(context, phoneNumberId, read))
  }
  const said = (words: string, from = phone) => text(from, `wamid.${(ids += 1)}`, words, seconds())
  const pressed = (quoted: string, from = phone) => ({
    ...text(from, `wamid.${(ids += 1)}`, '', seconds()),
    type: 'interactive',
    context: { from: '256200000000', id: quoted },
    interactive: { type: 'list_reply', list_reply: { id: '0', title: '5 Very good' } },
  })
  const conversationOf = (number: string) =>
    database.db
      .selectFrom('conversations')
      .innerJoin('customers', 'customers.id', 'conversations.customer_id')
      .selectAll('conversations')
      .where('customers.wa_id', '=', number)
      .where('conversations.status', '<>', 'ARCHIVED')
      .executeTakeFirstOrThrow()
  /** Asks the customer of a conversation, in a message with this WhatsApp id. */
  const isAsked = async (number: string, change: object = {}) => {
    const { id, inbound_no } = await conversationOf(number)
    const wamid = `wamid.question.${(ids += 1)}`
    const now = clock.now()
    const message = await database.db
      .insertInto('messages')
      .values({
        conversation_id: id,
        direction: 'OUTBOUND',
        source: 'BOT',
        message_type: 'text',
        content: 'How did we serve you?',
        at: now,
        arrived_at: now,
        status: 'sent',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await sql`insert into attempts (message_id, conversation_id, no, state, lease_until, phone_number_id, wamid, created_at, updated_at)
      values (${message.id}, ${id}, 1, 'sent', ${now}, ${phoneNumberId}, ${wamid}, ${now}, ${now})`.execute(
      database.db,
    )
    const ask = await database.db
      .insertInto('rating_asks')
      .values({
        conversation_id: id,
        inbound_no,
        due_at: now,
        asked_at: now,
        message_id: message.id,
        language: 'en',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await database.db
      .updateTable('conversations')
      .set({ rating_ask_id: ask.id, bot_from: null, ...change })
      .where('id', '=', id)
      .execute()
    return { wamid, askId: ask.id }
  }
  const heard = async (from: number) =>
    (await heardSince(database.db, (await conversationOf(phone)).id, from)).map(one => one.content)
  const ratings = async () => {
    const { id } = await conversationOf(phone)
    const rows = await database.db
      .selectFrom('ratings')
      .select('rating')
      .where('conversation_id', '=', id)
      .execute()
    return rows.map(({ rating }) => rating)
  }

  test('a choice while the bot has the conversation is not passed to the bot', async () => {
    await comes(said('Hello'))
    const { wamid } = await isAsked(phone, { with_bot: true })
    await comes(pressed(wamid))
    expect(await conversationOf(phone)).toMatchObject({ with_bot: true, bot_from: null })
    expect(await ratings()).toEqual([5])
  })

  test('the bot gets the messages before and after the answer, and not the answer', async () => {
    await comes(said('Hello'))
    const { wamid } = await isAsked(phone, { with_bot: true })
    await comes(pressed(wamid), said('menu'))
    const { bot_from: from } = await conversationOf(phone)
    const { content } = await database.db
      .selectFrom('messages')
      .select('content')
      .where('id', '=', from ?? 0)
      .executeTakeFirstOrThrow()
    expect(content).toBe('menu')
    const again = await isAsked(phone, { with_bot: true, bot_from: from })
    await comes(pressed(again.wamid), said('thank you'))
    expect(await heard(from ?? 0)).toEqual(['menu', 'thank you'])
    expect(await ratings()).toEqual([5, 5])
  })

  test('a question moves with a merged conversation, and its choice still counts', async () => {
    const other = `25675${String(people).padStart(7, '0')}`
    await comes(said('one'))
    await comes(said('two'))
    await comes(said('three', other))
    const { wamid, askId } = await isAsked(other, { status: 'RESOLVED', with_bot: false })
    clock.advance(1)
    const moved = { type: 'user_changed_number', wa_id: other, body: 'Joy changed' }
    await comes({ ...said(''), type: 'system', system: moved, timestamp: String(seconds() - 5) })
    const kept = await conversationOf(other)
    expect(kept.rating_ask_id).toBe(askId)
    const ask = await database.db
      .selectFrom('rating_asks')
      .select(['conversation_id', 'inbound_no'])
      .where('id', '=', askId)
      .executeTakeFirstOrThrow()
    expect(ask).toEqual({ conversation_id: kept.id, inbound_no: 3 })
    phone = other
    await comes(pressed(wamid))
    expect(await ratings()).toEqual([5])
    expect((await conversationOf(phone)).rated).toBe(5)
  })
})
