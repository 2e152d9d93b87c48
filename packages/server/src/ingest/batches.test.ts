import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { envelope, statusWebhook, text, textWebhook } from '../../test/models/webhooks.ts'

describe('webhooks that come at the same time', () => {
  let at: TestServer
  beforeAll(async () => {
    at = await startTestServer()
  })
  afterAll(() => at.close())

  const contents = async (phone: string) => {
    const { rows } = await sql<{ content: string; inbound_no: number; last: boolean }>`
      select m.content, m.inbound_no, m.id = c.last_message_id as last from messages m
      join conversations c on c.id = m.conversation_id join customers cu on cu.id = c.customer_id
      where cu.wa_id = ${phone} order by m.id`.execute(at.database.db)
    return rows
  }
  const oneOf = async (query: ReturnType<typeof sql<{ n: number }>>) =>
    (await query.execute(at.database.db)).rows[0]?.n
  const commits = () =>
    oneOf(sql<{ n: number }>`select count(distinct xmin::text)::int as n from webhook_events`)

  test('share transactions: known customers, new ones, repeats and several of one customer, each stored once and in order', async () => {
    const phones = ['256781000001', '256781000002', '256781000003']
    for (const phone of phones.slice(0, 2)) {
      expect(await at.webhook(textWebhook(phone, `wamid.known-${phone}`, 'Here before'))).toBe(200)
    }
    const before = (await commits()) ?? 0
    const bodies = Array.from({ length: 30 }, (_, n) =>
      textWebhook(phones[n % 3] ?? '', `wamid.group-${n % 27}`, `Piece ${n % 27}`),
    )
    expect(await Promise.all(bodies.map(body => at.webhook(body)))).toEqual(bodies.map(() => 200))
    // The first starts at once; the others arrive while it runs.
    expect((await commits()) ?? 0).toBeLessThan(before + 10)
    for (const [place, phone] of phones.entries()) {
      const stored = await contents(phone)
      const wanted = Array.from({ length: 27 }, (_, n) => n)
        .filter(n => n % 3 === place)
        .map(n => `Piece ${n}`)
      expect(stored.map(({ content }) => content)).toEqual(place < 2 ? ['Here before', ...wanted] : wanted)
      expect(stored.map(row => row.inbound_no)).toEqual(stored.map((_, index) => index + 1))
      expect(stored.map(row => row.last)).toEqual(stored.map((_, index) => index === stored.length - 1))
    }
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from webhook_events where done_at is null`.execute(at.database.db)
    expect(rows).toEqual([{ n: 0 }])
  })

  test('number order of the log is the order of the messages, with one number each', async () => {
    const phone = '256781000004'
    const bodies = Array.from({ length: 12 }, (_, n) => textWebhook(phone, `wamid.log-${n}`, `Log ${n}`))
    await Promise.all(bodies.map(body => at.webhook(body)))
    const { rows } = await sql<{ content: string }>`
      select m.content from live_log l join messages m on m.id = l.entity_id and l.noun = 'message'
      where m.content like 'Log %' and l.kind = 'created' order by l.seq`.execute(at.database.db)
    expect(rows.map(({ content }) => content)).toEqual(bodies.map((_, n) => `Log ${n}`))
  })

  test('one that no table can hold is refused alone, one that fails is answered 5xx alone, and the others are stored', async () => {
    const { db } = at.database
    await sql`create function fail_at_words() returns trigger language plpgsql as $$ begin
      if new.content = 'Fails' then raise exception 'a fault' using errcode = 'XX000'; end if;
      if new.content = 'Refused' then raise exception 'too long' using errcode = '22001'; end if;
      return new; end $$`.execute(db)
    await sql`create trigger fail_at_words before insert on messages for each row execute function fail_at_words()`.execute(
      db,
    )
    const phone = '256781000005'
    const words = ['One', 'Two', 'Fails', 'Three', 'Refused', 'Four']
    const said = await Promise.all(
      words.map((word, n) => at.webhook(textWebhook(phone, `wamid.neighbour-${n}`, word))),
    )
    expect(said.map(status => (status === 200 ? 200 : Math.floor(status / 100)))).toEqual([
      200, 200, 5, 200, 200, 200,
    ])
    expect((await contents(phone)).map(({ content }) => content)).toEqual(['One', 'Two', 'Three', 'Four'])
    expect(
      await oneOf(
        sql<{
          n: number
        }>`select count(*)::int as n from webhook_items where ended = 'refused' and reason like '%22001%'`,
      ),
    ).toBe(1)
    // The failed webhook is kept, and is applied after the fault is fixed.
    await sql`drop trigger fail_at_words on messages`.execute(db)
    expect(await at.webhook(textWebhook(phone, 'wamid.neighbour-2', 'Fails'))).toBe(200)
    expect((await contents(phone)).map(({ content }) => content)).toEqual([
      'One',
      'Two',
      'Three',
      'Four',
      'Fails',
    ])
  })

  test('one message under one id from two customers at once is stored once', async () => {
    const both = ['256781000006', '256781000007'].map(phone => textWebhook(phone, 'wamid.same', 'Same'))
    expect(await Promise.all([...both, ...both].map(body => at.webhook(body)))).toEqual([200, 200, 200, 200])
    expect(
      await oneOf(sql<{ n: number }>`select count(*)::int as n from messages where wamid = 'wamid.same'`),
    ).toBe(1)
  })

  test('statuses and webhooks with several messages go along', async () => {
    const phone = '256781000008'
    const several = envelope({
      contacts: [{ wa_id: phone, profile: { name: 'Nakato' } }],
      messages: [1, 2, 3].map(n => text(phone, `wamid.several-${n}`, `Several ${n}`)),
    })
    const statuses = ['delivered', 'read'].map(status => statusWebhook('wamid.nobody-knows', status))
    expect(await Promise.all([several, ...statuses, several].map(body => at.webhook(body)))).toEqual([
      200, 200, 200, 200,
    ])
    expect((await contents(phone)).map(({ content }) => content)).toEqual([
      'Several 1',
      'Several 2',
      'Several 3',
    ])
    expect(
      await oneOf(
        sql<{ n: number }>`select count(*)::int as n from early_statuses where wamid = 'wamid.nobody-knows'`,
      ),
    ).toBe(2)
  })

  test('[Q-183] changes go along too: to messages that are there, ahead of their message, and repeated', async () => {
    const phone = '256781000009'
    await at.webhook(textWebhook(phone, 'wamid.liked', 'Like me'))
    const reaction = (id: string, target: string, emoji: string) =>
      envelope({
        messages: [{ ...text(phone, id, ''), type: 'reaction', reaction: { message_id: target, emoji } }],
      })
    const bodies = [
      statusWebhook('wamid.nobody-knows-either', 'sent'),
      reaction('wamid.like-0', 'wamid.liked', '🙏'),
      reaction('wamid.like-1', 'wamid.liked', '👍'),
      reaction('wamid.like-1', 'wamid.liked', '👎'),
      reaction('wamid.early', 'wamid.not-yet', '🎉'),
      reaction('wamid.early', 'wamid.not-yet', '🎉'),
    ]
    expect(await Promise.all(bodies.map(body => at.webhook(body)))).toEqual(bodies.map(() => 200))
    const reactionOf = async (wamid: string) =>
      (
        await sql<{ reaction: string | null }>`select reaction from messages where wamid = ${wamid}`.execute(
          at.database.db,
        )
      ).rows[0]?.reaction
    expect(await reactionOf('wamid.liked')).toBe('👍')
    const endsOf = async (wamid: string) =>
      (
        await sql<{
          ended: string
        }>`select i.ended from webhook_items i join webhook_events e on e.id = i.event_id
          where position(${wamid} in e.body) > 0 order by i.event_id`.execute(at.database.db)
      ).rows.map(({ ended }) => ended)
    expect(await endsOf('wamid.like-')).toEqual(['folded', 'folded', 'folded'])
    expect(await endsOf('wamid.early')).toEqual(['noted', 'folded'])
    expect(await at.webhook(textWebhook(phone, 'wamid.not-yet', 'Here I am'))).toBe(200)
    expect(await reactionOf('wamid.not-yet')).toBe('🎉')
    expect(await endsOf('wamid.early')).toEqual(['folded', 'folded'])
  })

  test('[Q-177] of events that are shown nowhere and come twice at once, the second is a repetition', async () => {
    const news = (event: string) => ({
      object: 'whatsapp_business_account',
      entry: [{ id: '1', time: 1, changes: [{ field: 'account_update', value: { event } }] }],
    })
    const bodies = ['ONE', 'TWO', 'TWO', 'THREE', 'TWO'].map(news)
    expect(await Promise.all(bodies.map(body => at.webhook(body)))).toEqual(bodies.map(() => 200))
    const { rows } = await sql<{ ended: string }>`
      select case e.noted when 1 then 'noted' else 'folded' end as ended from webhook_events e
      where position('account_update' in e.body) > 0 and e.items = e.noted + e.folded and e.done_at is not null
      order by e.id`.execute(at.database.db)
    expect(rows.map(({ ended }) => ended)).toEqual(['noted', 'noted', 'folded', 'noted', 'folded'])
  })
})
