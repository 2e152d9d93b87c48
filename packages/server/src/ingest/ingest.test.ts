import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { TestClock } from '../../test/clock.ts'
import { openTestDatabase, testWriter } from '../../test/database.ts'
import { channel } from '../../test/server.ts'
import { envelope, statusWebhook, text, textWebhook } from '../../test/models/webhooks.ts'
import type { OpenDatabase } from '../db/open.ts'
import { type Ingest, openIngest, openIngestGate } from './ingest.ts'
import { resumeWebhooks } from './process.ts'
import type { RejectedItem } from './rejection.ts'

let names = 0
/** A name that no other test uses: a customer's number, or part of a message's id. */
const fresh = () => `25674${String((names += 1)).padStart(7, '0')}`

/* The processing of a webhook, and its events. whatsapp.test.ts tests webhooks over HTTP. */
describe('the way in', () => {
  const clock = new TestClock()
  let database: OpenDatabase
  let ingest: Ingest
  const gate = openIngestGate()
  const told = { media: 0, bot: 0, refused: [] as RejectedItem[], splits: [] as number[] }
  const receiver = () => ({
    writer: testWriter(database, clock),
    numbers: new Set([channel.phoneNumberId]),
    onEnded: () => undefined,
    wakeHealth: () => undefined,
    wakeTemplates: () => undefined,
    wakeBot: () => {
      told.bot += 1
    },
    understand: null,
    wakeMedia: () => {
      told.media += 1
    },
    onRefused: (item: RejectedItem) => told.refused.push(item),
    onSplit: (_error: unknown, size: number) => told.splits.push(size),
  })
  beforeAll(async () => {
    database = await openTestDatabase()
    ingest = openIngest(receiver(), gate)
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    await database.db.deleteFrom('webhook_items').execute()
    await database.db.deleteFrom('webhook_events').execute()
    Object.assign(told, { media: 0, bot: 0, refused: [], splits: [] })
  })

  const comes = (body: object) => ingest(JSON.stringify(body), body)
  const events = () =>
    database.db.selectFrom('webhook_events').select(['id', 'body', 'done_at']).orderBy('id').execute()
  const commits = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(distinct xmin::text)::int as n from webhook_events`.execute(database.db)
    return rows[0]?.n
  }
  const wordsOf = async (...phones: readonly string[]) =>
    (
      await database.db
        .selectFrom('messages as m')
        .innerJoin('conversations as c', 'c.id', 'm.conversation_id')
        .innerJoin('customers as cu', 'cu.id', 'c.customer_id')
        .select('m.content')
        .where('cu.wa_id', 'in', phones)
        .orderBy('m.id')
        .execute()
    ).map(row => row.content)
  const image = (phone: string) => ({
    ...text(phone, `wamid.${fresh()}`, ''),
    type: 'image',
    image: { id: '777', mime_type: 'image/png', sha256: 'x' },
  })
  const resume = (onTrouble: (error: unknown) => void = () => undefined) =>
    resumeWebhooks(receiver(), onTrouble)
  /** From now on the database fails at each message with this text. */
  const failing = async (code: string, words: string) => {
    await sql`create function fail_at_words() returns trigger language plpgsql as $$ begin
      if new.content = ${sql.lit(words)} then raise exception 'a fault' using errcode = ${sql.lit(code)}; end if;
      return new; end $$`.execute(database.db)
    await sql`create trigger fail_at_words before insert on messages for each row execute function fail_at_words()`.execute(
      database.db,
    )
  }
  const healed = () => sql`drop function fail_at_words() cascade`.execute(database.db)

  test('what is stored is kept as it came, and is done', async () => {
    const webhooks = [
      textWebhook(fresh(), `wamid.${fresh()}`, 'One'),
      statusWebhook(`wamid.${fresh()}`, 'sent'),
    ]
    for (const body of webhooks) await comes(body)
    expect(await events()).toMatchObject(
      webhooks.map(body => ({ body: JSON.stringify(body), done_at: clock.now() })),
    )
  })

  test('statuses that come at once share transactions too', async () => {
    const wamid = `wamid.${fresh()}`
    const bodies = Array.from({ length: 12 }, () => statusWebhook(wamid, 'delivered'))
    await Promise.all(bodies.map(comes))
    expect(await events()).toHaveLength(12)
    expect(await commits()).toBeLessThan(6)
  })

  test.each([
    ['a text', (phone: string) => ({ messages: [text(phone, `wamid.${fresh()}`, 'One')] }), 0],
    ['a file', (phone: string) => ({ messages: [image(phone)] }), 1],
    [
      'a file among texts and a status',
      (phone: string) => ({
        messages: [text(phone, `wamid.${fresh()}`, 'One'), image(phone)],
        statuses: [{ id: `wamid.${fresh()}`, status: 'sent', timestamp: '1772441900' }],
      }),
      1,
    ],
  ])('[THREAD-08] %s wakes who fetches files, once it is there', async (_, value, wakes) => {
    await comes(envelope(value(fresh())))
    expect(told.media).toBe(wakes)
  })

  test('messages and statuses in one webhook are both taken in', async () => {
    const [phone, wamid] = [fresh(), `wamid.${fresh()}`]
    const statuses = [{ id: wamid, status: 'read', timestamp: '1772441900' }]
    await comes(envelope({ messages: [text(phone, `wamid.${phone}`, 'Both')], statuses }))
    expect(await wordsOf(phone)).toEqual(['Both'])
    const kept = database.db.selectFrom('early_statuses').select('status').where('wamid', '=', wamid)
    expect(await kept.execute()).toEqual([{ status: 'read' }])
    expect(await events()).toMatchObject([{ done_at: clock.now() }])
  })

  test('a webhook of nothing that concerns us is done at once', async () => {
    await comes(envelope({}))
    expect(await events()).toMatchObject([{ done_at: clock.now() }])
    expect(told.refused).toEqual([])
  })

  test('[GEN-06] what is refused is told once, with its place, also when the event runs again', async () => {
    const phone = fresh()
    const messages = [
      text(phone, `wamid.a${phone}`, 'first'),
      text(phone, '', 'second'),
      text(phone, `wamid.c${phone}`, 'last'),
    ]
    await comes(envelope({ messages }))
    const [event] = await events()
    expect(told.refused).toEqual([
      { eventId: event?.id, itemNo: 1, reason: 'malformed', sentence: expect.stringContaining('no id') },
    ])
    await database.db.updateTable('webhook_events').set({ done_at: null }).execute()
    expect(await resume()).toBe(1)
    expect(told.refused).toHaveLength(1)
    expect(await wordsOf(phone)).toEqual(['first', 'last'])
    expect(await resume()).toBe(0)
  })

  test('of webhooks that wait together one fails alone, which is told with their number', async () => {
    await failing('XX000', 'Fails')
    const phones = [fresh(), fresh(), fresh(), fresh()]
    const bodies = ['First', 'Second', 'Fails', 'Last'].map((words, n) =>
      textWebhook(phones[n] ?? '', `wamid.${fresh()}`, words),
    )
    const ended = await Promise.allSettled(bodies.map(comes))
    await healed()
    expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
    expect(told.splits).toEqual([3])
    expect((await wordsOf(...phones)).toSorted()).toEqual(['First', 'Last', 'Second'])
    const open = (await events()).filter(event => event.done_at === null)
    expect(open.map(event => event.body)).toEqual([JSON.stringify(bodies[2])])
    expect(await resume()).toBe(1)
    expect(await wordsOf(...phones)).toHaveLength(4)
  })

  test.each([
    ['a fault of one item holds up no other', 'XX000', ['After it']],
    ['where the machine fails the others wait for it too', '53100', []],
  ])('%s, and the event is finished later, in order', async (_, code, meanwhile) => {
    await failing(code, 'Fails')
    const [ill, next] = [fresh(), fresh()]
    const messages = [text(ill, `wamid.${ill}`, 'Fails'), text(next, `wamid.${next}`, 'After it')]
    // With a status in the webhook, each item is applied on its own.
    const statuses = [{ id: `wamid.${fresh()}`, status: 'sent', timestamp: '1772441900' }]
    await expect(comes(envelope({ messages, statuses }))).rejects.toMatchObject({ code })
    expect(await wordsOf(ill, next)).toEqual(meanwhile)
    const troubles: unknown[] = []
    expect(await resume(error => troubles.push(error))).toBe(0)
    expect(troubles).toMatchObject([{ code }])
    await healed()
    await database.db
      .insertInto('webhook_events')
      .values({
        received_at: clock.now(),
        body: JSON.stringify(textWebhook(ill, `wamid.${fresh()}`, 'Later')),
      })
      .execute()
    expect(await resume()).toBe(2)
    expect(await wordsOf(ill)).toEqual(['Fails', 'Later'])
    expect(await wordsOf(next)).toEqual(['After it'])
  })

  test('a message wakes the bot, a status does not', async () => {
    await comes(textWebhook(fresh(), `wamid.${fresh()}`, 'Hello'))
    expect(told.bot).toBe(1)
    await comes(statusWebhook(`wamid.${fresh()}`, 'delivered'))
    expect(told.bot).toBe(1)
  })

  test('what lets messages in first waits while one is taken in, and not for a status', async () => {
    const order: string[] = []
    const message = comes(textWebhook(fresh(), `wamid.${fresh()}`, 'Let me in')).then(() => order.push('in'))
    await Promise.all([message, gate.quiet(10_000).then(() => order.push('quiet'))])
    expect(order).toEqual(['in', 'quiet'])
    const status = comes(statusWebhook(`wamid.${fresh()}`, 'delivered')).then(() => order.push('status'))
    await Promise.all([status, gate.quiet(10_000).then(() => order.push('quiet'))])
    expect(order).toEqual(['in', 'quiet', 'quiet', 'status'])
  })
})

describe('the gate', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  const pause = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms))

  /** After how many milliseconds it was quiet. */
  async function quietAfter(wait: Promise<void>): Promise<number> {
    let isOver = false
    const noted = async () => {
      await wait
      isOver = true
    }
    void noted()
    let ms = 0
    for (await vi.advanceTimersByTimeAsync(0); !isOver; ms += 1) await vi.advanceTimersByTimeAsync(1)
    return ms
  }

  test('nobody waits while nothing is ingested', async () => {
    expect(await quietAfter(openIngestGate().quiet(100))).toBe(0)
  })

  test('work that waits goes on a moment after the last message was ingested', async () => {
    const gate = openIngestGate()
    void gate.during(() => pause(20))
    void gate.during(() => pause(30))
    const ms = await quietAfter(gate.quiet(100))
    expect(ms).toBeGreaterThanOrEqual(35)
    expect(ms).toBeLessThanOrEqual(40)
    expect(await quietAfter(gate.quiet(100))).toBe(0)
  })

  test('a message that comes within the moment is waited for too', async () => {
    const gate = openIngestGate()
    void gate.during(() => pause(10)).then(() => gate.during(() => pause(10)))
    expect(await quietAfter(gate.quiet(100))).toBeGreaterThanOrEqual(25)
  })

  test('while messages never stop it waits for so long and no longer', async () => {
    const gate = openIngestGate()
    void gate.during(() => pause(10_000))
    expect(await quietAfter(gate.quiet(100))).toBe(100)
    expect(await quietAfter(gate.quiet(50))).toBe(50)
  })

  test('ingestion that fails is over too, and its failure is its caller’s', async () => {
    const gate = openIngestGate()
    await expect(gate.during(() => Promise.reject(new Error('no disk')))).rejects.toThrow('no disk')
    expect(await quietAfter(gate.quiet(100))).toBeLessThanOrEqual(10)
  })
})
