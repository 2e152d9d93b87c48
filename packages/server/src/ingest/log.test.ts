import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ApiError } from '@parley/core/errors'
import { TestClock } from '../../test/clock.ts'
import { openTestDatabase, testWriter } from '../../test/database.ts'
import { channel } from '../../test/server.ts'
import { envelope, text, textWebhook } from '../../test/models/webhooks.ts'
import type { OpenDatabase } from '../db/open.ts'
import { type Ingest, openIngest, openIngestGate } from './ingest.ts'
import { webhooksOf } from './log.fixture.ts'
import { type End, ends, readWebhookLog } from './log.ts'
import { resumeWebhooks } from './process.ts'
import { ItemRejected, rejectionOf } from './rejection.ts'

describe('the account of what WhatsApp sent', () => {
  const clock = new TestClock()
  let database: OpenDatabase
  let ingest: Ingest
  const told: Record<End, number> = { shown: 0, folded: 0, noted: 0, refused: 0 }
  const receiver = () => ({
    writer: testWriter(database, clock),
    numbers: new Set([channel.phoneNumberId]),
    wakeBot: () => undefined,
    understand: null,
    wakeMedia: () => undefined,
    wakeHealth: () => undefined,
    wakeTemplates: () => undefined,
    onEnded: (counts: Readonly<Record<End, number>>) => {
      for (const end of ends) told[end] += counts[end]
    },
    onRefused: () => undefined,
    onSplit: () => undefined,
  })
  beforeAll(async () => {
    database = await openTestDatabase()
    ingest = openIngest(receiver(), openIngestGate())
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    await database.db.deleteFrom('webhook_events').execute()
    for (const end of ends) told[end] = 0
  })

  const comes = (body: object) => ingest(JSON.stringify(body), body)
  const ledger = (
    page: { end?: 'folded' | 'noted' | 'refused'; limit?: number; after?: string } = {},
    hours = 1,
  ) =>
    readWebhookLog(
      database.db,
      {
        from: new Date(clock.now().getTime() - hours * 3_600_000),
        until: new Date(clock.now().getTime() + 1),
        by: 'hour',
        timeZone: 'Africa/Kampala',
      },
      { limit: 100, ...page },
    )
  const sums = async () => {
    const { received, shown, folded, noted, refused, unfinished } = await ledger()
    return { received, shown, folded, noted, refused, unfinished }
  }
  const rowsOfThreads = async () => {
    const { rows } = await sql<{
      n: number
    }>`select count(*)::int as n from messages`.execute(database.db)
    return rows[0]?.n ?? 0
  }
  const itemsOf = (ended: End) =>
    database.db.selectFrom('webhook_items').selectAll().where('ended', '=', ended).execute()

  test('a message is shown, its repetition folded into it, an early status noted, its repetition folded', async () => {
    const hello = textWebhook('256781100001', 'wamid.ledger-1', 'Hello')
    await comes(hello)
    await comes(hello)
    const status = envelope({
      statuses: [{ id: 'wamid.ledger-none', status: 'sent', timestamp: '1772441900' }],
    })
    await comes(status)
    await comes(status)
    expect(await sums()).toEqual({ received: 4, shown: 1, folded: 2, noted: 1, refused: 0, unfinished: 0 })
    expect(told).toEqual({ shown: 1, folded: 2, noted: 1, refused: 0 })
    const { id } = await database.db
      .selectFrom('messages')
      .select('id')
      .where('wamid', '=', 'wamid.ledger-1')
      .executeTakeFirstOrThrow()
    expect(await itemsOf('folded')).toMatchObject([
      { noun: 'message', message_id: id },
      { noun: 'status', message_id: null },
    ])
    const alone = { end: 'noted', noun: 'status', code: null, into: null } as const
    expect((await ledger()).items).toMatchObject([
      { ...alone, reason: 'It is of a message that Parley does not know.' },
    ])
    const into = { message_id: String(id), conversation_id: expect.stringMatching(/^\d+$/) }
    expect((await ledger({ end: 'folded' })).items).toMatchObject([
      { end: 'folded', noun: 'status', reason: '', into: null },
      { end: 'folded', noun: 'message', reason: '', into },
    ])
  })

  test('what stands in no conversation is noted under its field, and once however often it comes', async () => {
    const update = {
      object: 'whatsapp_business_account',
      entry: [
        { id: '1', time: 5, changes: [{ field: 'account_update', value: { event: 'DISABLED_UPDATE' } }] },
      ],
    }
    for (let time = 0; time < 3; time += 1) await comes(update)
    expect(await sums()).toEqual({ received: 3, shown: 0, folded: 2, noted: 1, refused: 0, unfinished: 0 })
    expect((await ledger()).items).toMatchObject([{ noun: 'account_update', at: clock.now().toISOString() }])
  })

  test('of what is for another number the count is kept and nothing else', async () => {
    const [ours, theirs] = [
      envelope({ messages: [text('256781100002', 'wamid.ledger-ours', 'Ours')] }),
      envelope({ messages: [text('256781100003', 'wamid.ledger-theirs', 'Theirs')] }, '999'),
    ]
    await comes({ ...ours, entry: [...theirs.entry, ...ours.entry] })
    expect(await sums()).toEqual({ received: 2, shown: 1, folded: 0, noted: 0, refused: 1, unfinished: 0 })
    expect((await ledger({ end: 'refused' })).items).toMatchObject([
      { noun: 'message', code: 'foreign_number', reason: expect.stringContaining('999') },
    ])
    const [event] = await database.db.selectFrom('webhook_events').select('body').execute()
    expect(event?.body).toContain('wamid.ledger-ours')
    for (const word of ['Theirs', '256781100003', 'wamid.ledger-theirs'])
      expect(event?.body).not.toContain(word)
  })

  test('the noted and refused ones come in pages, newest first, each once', async () => {
    for (let n = 0; n < 5; n += 1) {
      await comes(
        envelope({
          messages: [{ id: `wamid.ill-${n}` }, text('256781100004', `wamid.group-${n}`, 'x')].map(
            (one, place) => (place === 1 ? { ...one, group_id: 'g' } : one),
          ),
        }),
      )
    }
    const seen: string[] = []
    for (let after: string | undefined; ; ) {
      const { items } = await ledger({ limit: 3, ...(after !== undefined && { after }) })
      seen.push(...items.map(({ id }) => id))
      after = items.at(-1)?.id
      if (items.length < 3) break
    }
    expect(new Set(seen).size).toBe(10)
    expect((await ledger({ limit: 10 })).items.map(({ id }) => id)).toEqual(seen)
    expect((await ledger({ end: 'noted' })).items).toHaveLength(5)
    expect((await ledger({ after: 'no item' })).items).toEqual([])
  })

  test('the steps are the workspace’s hours and add up to the span', async () => {
    await comes(textWebhook('256781100005', 'wamid.step-1', 'One'))
    clock.advance(3601)
    await comes(textWebhook('256781100005', 'wamid.step-2', 'Two'))
    const { steps, received } = await ledger({}, 2)
    expect(received).toBe(2)
    expect(steps.map(step => step.received)).toEqual([1, 1])
    expect(new Date(steps[1]?.from ?? 0).getTime() - new Date(steps[0]?.from ?? 0).getTime()).toBe(3_600_000)
    expect(await sums()).toMatchObject({ received: 1 })
  })

  /** From now on the database fails at each message with this text. */
  const failing = async (words: string) => {
    await sql`create or replace function fail_at_words() returns trigger language plpgsql as $$ begin
      if new.content = ${sql.lit(words)} then raise exception 'a fault' using errcode = 'XX000'; end if;
      return new; end $$`.execute(database.db)
    await sql`create trigger fail_at_words before insert on messages for each row execute function fail_at_words()`.execute(
      database.db,
    )
  }
  const healed = () => sql`drop function fail_at_words() cascade`.execute(database.db)

  test('an unfinished webhook that lost an item to an erasure brings all the others', async () => {
    await failing('Fails')
    const [first, second, other] = ['256781100006', '256781100007', '256781100008']
    const theirs = envelope({ messages: [text('256781100009', 'wamid.cut-o', 'No')] }, '999')
    const ours = (...phones: readonly string[]) =>
      envelope({
        messages: phones.map(phone => text(phone, `wamid.cut-${phone}`, phone === second ? 'Fails' : 'Fits')),
        errors: [{ code: 130429 }],
      })
    const body = {
      ...ours(first, second, other),
      entry: [...ours(first, second, other).entry, ...theirs.entry],
    }
    await expect(comes(body)).rejects.toMatchObject({ code: 'XX000' })
    await healed()
    expect(await sums()).toMatchObject({ received: 0, unfinished: 5 })
    await database.db
      .updateTable('webhook_events')
      .set({ body: JSON.stringify(ours(second, other)) })
      .execute()
    await resumeWebhooks(receiver(), error => {
      throw error
    })
    const { received, shown, folded, noted, refused, unfinished } = await ledger()
    expect(received).toBe(shown + folded + noted + refused)
    expect(unfinished).toBe(0)
    const rows = await database.db
      .selectFrom('messages')
      .select('content')
      .where('wamid', '=', `wamid.cut-${second}`)
      .execute()
    expect(rows).toEqual([{ content: 'Fails' }])
  })

  test('[GEN-06] shuffled, repeated, batched and cut off in the middle, received is the sum of the ends after each step, and each message is shown once', async () => {
    let crashes = 0
    for (const seed of [1, 2, 3]) {
      const before = { rows: await rowsOfThreads(), ...(await sums()) }
      const { webhooks, wamids, crashesOn } = webhooksOf(seed)
      let items = 0
      for (const [place, step] of webhooks.entries()) {
        const isCut = place === Math.floor(webhooks.length / 2)
        if (isCut) await failing(crashesOn)
        // Webhooks of one step arrive at the same time.
        const ended = await Promise.allSettled(step.map(({ body }) => comes(body)))
        if (isCut) {
          await healed()
          const failed = ended.filter(({ status }) => status === 'rejected').length
          const open = await sums()
          expect(open.received).toBe(open.shown + open.folded + open.noted + open.refused)
          expect(open.unfinished > 0).toBe(failed > 0)
          crashes += failed
          await resumeWebhooks(receiver(), error => {
            throw error
          })
        }
        items += step.reduce((sum, one) => sum + one.items, 0)
        const now = await sums()
        expect(now.received - before.received).toBe(items)
        expect(now.received).toBe(now.shown + now.folded + now.noted + now.refused)
        expect(now.unfinished).toBe(0)
        expect(now.shown - before.shown).toBe((await rowsOfThreads()) - before.rows)
        const { received: _, unfinished: __, ...counts } = now
        expect(told).toEqual(counts)
      }
      expect((await rowsOfThreads()) - before.rows).toBe(wamids)
      // Everything is sent again: nothing is stored twice.
      const first = await sums()
      for (const step of webhooks) await Promise.all(step.map(({ body }) => comes(body)))
      expect(await sums()).toEqual({
        ...first,
        received: first.received + items,
        folded: first.folded + items,
      })
    }
    expect(crashes).toBeGreaterThan(0)
  })
})

const withCode = (code: unknown) => Object.assign(new Error('value "Nakato" is too long'), { code })

test.each<[string, unknown, string | null, string | null]>([
  ['a parser', new ItemRejected('malformed', 'It has no id.'), 'malformed', 'It has no id.'],
  ['a rule', new ApiError('conversation.archived'), 'rule', new ApiError('conversation.archived').message],
  ['a value no column takes', withCode('22001'), 'unstorable', 'The database cannot hold it (22001)'],
  ['a missing value', withCode('23502'), 'unstorable', 'The database cannot hold it (23502)'],
  ['a broken check', withCode('23514'), 'unstorable', 'The database cannot hold it (23514)'],
  ['a race', withCode('23505'), null, null],
  ['a full disk', withCode('53100'), null, null],
  ['a code that only ends so', withCode('x23502'), null, null],
  ['a code that only begins so', withCode('235140'), null, null],
  ['a code within another', withCode('99822'), null, null],
  ['a code that is no text', withCode(22001), null, null],
  ['a mistake of ours', new TypeError('x is not a function'), null, null],
])('[GEN-06] what %s says against an item, without a word of the customer', (_, error, reason, sentence) => {
  const refusal = rejectionOf(error)
  expect([refusal?.reason ?? null, refusal?.message ?? null]).toEqual([reason, sentence])
})
