import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer, unique } from '../../test/server.ts'
import { eventually } from '../../test/wait.ts'
import { envelope, text } from '../../test/models/webhooks.ts'
import { write } from '../db/write.ts'
import { forgetMessages } from '../messages/descriptor.ts'
import { forgetBatch } from '../personal-data/retention.ts'
import { sumOfWords } from './unclear.ts'

test.each([
  ['Zib zab zob?', 'zib, ZAB  zob', true],
  ['paid 20000', 'Paid 5000!', true],
  ['zib zab', 'zab zib', false],
])('[Q-205] “%s” and “%s” are the same words: %s', (one, other, isSame) => {
  expect(sumOfWords(one) === sumOfWords(other)).toBe(isSame)
})

test('[Q-205] what has no words has nothing to learn from', () => expect(sumOfWords('👍 !!')).toBeNull())

describe('[Q-205] texts that were not understood', () => {
  let at: TestServer
  beforeAll(async () => {
    at = await startTestServer()
    await at.database.db.updateTable('business_numbers').set({ bot_on: true }).execute()
    await at.database.db
      .updateTable('agents')
      .set({ role: 'SUPERVISOR' })
      .where('id', '=', Number(at.ann.id))
      .execute()
  })
  afterAll(() => at.close())

  let phones = 0
  const newPhone = () => `25679${String((phones += 1)).padStart(7, '0')}`
  const writes = async (phone: string, words: string) => {
    const time = Math.floor(at.clock.now().getTime() / 1000)
    const message = text(phone, `wamid.${unique()}`, words, time)
    expect(await at.webhook(envelope({ messages: [message] }))).toBe(200)
  }
  const hears = (phone: string) =>
    eventually(`${phone} to be answered`, async () => (await at.simulator.received(phone)).length > 0)
  const list = async (state: 'open' | 'judged' = 'open') =>
    (await at.ann.get('unclearTexts', { query: { state } })).reply
  const listed = async (words: string, state: 'open' | 'judged' = 'open') =>
    (await list(state)).texts.find(one => one.text === words)
  /** Sends each text from a customer of its own. */
  const wrote = async (...texts: readonly string[]) => {
    for (const words of texts) {
      const phone = newPhone()
      await writes(phone, words)
      await hears(phone)
    }
  }

  test('the same words are one line with how often they came, the nearest intent and where', async () => {
    await wrote('vroom zak lipp', 'Vroom, zak LIPP!')
    const line = await listed('Vroom, zak LIPP!')
    expect(line).toMatchObject({ count: 2, meaning: null })
    expect(line?.guess?.confidence).toBeLessThan(0.7)
    const { messages } = (await at.ann.get('history', { params: { id: line?.conversation_id ?? '' } })).reply
    expect(messages.map(({ id }) => id)).toContain(line?.id)
  })

  test('consoles are told of a new one', async () => {
    const socket = await at.ann.connect()
    await wrote('Nobody has written this before: brimble')
    await eventually('a frame of it', () => socket.events.some(({ event }) => event === 'bot'))
  })

  test('what was understood is not listed', async () => {
    await wrote('Good morning', 'I want to talk to a human being please')
    const words = (await list()).texts.map(one => one.text)
    expect(words).not.toContain('Good morning')
    expect(words).not.toContain('I want to talk to a human being please')
  })

  test('a meaning is that of all messages with the same words, of later ones too, and can be taken back', async () => {
    await wrote('frob nik dax', 'Frob nik dax')
    const line = await listed('Frob nik dax')
    const id = line?.id ?? ''
    const judged = await at.ann.get('judgeUnclear', { params: { id }, body: { meaning: 'make_claim' } })
    expect(judged.reply).toMatchObject({ meaning: 'make_claim', count: 2 })
    expect(await listed('Frob nik dax')).toBeUndefined()
    await wrote('frob nik dax?')
    expect(await listed('frob nik dax?')).toBeUndefined()
    expect(await listed('frob nik dax?', 'judged')).toMatchObject({ count: 3, meaning: 'make_claim' })
    const rows = await sql<{ judged_by: number }>`
      select judged_by from unclear_texts where meaning = 'make_claim'`.execute(at.database.db)
    expect(rows.rows.map(row => String(row.judged_by))).toEqual([at.ann.id, at.ann.id, at.ann.id])
    await at.ann.get('judgeUnclear', { params: { id }, body: { meaning: null } })
    expect(await listed('frob nik dax?')).toMatchObject({ count: 3, meaning: null })
  })

  test('what a customer took back is not listed, and what is erased is gone', async () => {
    await wrote('klem sud orr')
    const id = (await listed('klem sud orr'))?.id ?? ''
    await sql`update messages set revoked_at = now() where id = ${id}`.execute(at.database.db)
    expect(await listed('klem sud orr')).toBeUndefined()
    await sql`update messages set revoked_at = null where id = ${id}`.execute(at.database.db)
    const line = await listed('klem sud orr')
    const query = { conversation_id: line?.conversation_id ?? '' }
    const [row] = (await at.ann.get('conversations', { query })).reply
    const body = { confirm: row?.user.phone_number ?? '', reason: 'Asked for it' }
    await at.database.db
      .updateTable('agents')
      .set({ role: 'ADMINISTRATOR' })
      .where('id', '=', Number(at.ann.id))
      .execute()
    const erased = await at.ann.ask('eraseCustomer', { params: { id: row?.user.id ?? '' }, body })
    expect(erased.status).toBe(204)
    const left = await sql`select 1 from unclear_texts where message_id = ${id}`.execute(at.database.db)
    expect(left.rows).toEqual([])
  })

  test('what is past its time loses its mark along with its words', async () => {
    await wrote('plim tor wazz')
    const id = (await listed('plim tor wazz'))?.id ?? ''
    await sql`update messages set status = 'read' where status in ('queued', 'sending')`.execute(
      at.database.db,
    )
    const later = new Date(at.clock.now().getTime() + 60_000)
    const batch = { before: later, most: 1_000 }
    await write(at.server.writer, context => forgetBatch(context, { forget: forgetMessages }, batch))
    const left = await sql`select 1 from unclear_texts where message_id = ${id}`.execute(at.database.db)
    expect(left.rows).toEqual([])
  })

  test('only supervisors see and judge them, and an unknown one is said to be', async () => {
    expect(await at.brian.ask('unclearTexts', { query: {} })).toMatchObject({ status: 403 })
    expect(
      await at.ann.ask('judgeUnclear', { params: { id: '999999' }, body: { meaning: 'aside' } }),
    ).toMatchObject({ status: 404, body: { code: 'text.not-found' } })
  })
})
