import { readConversation } from '@parley/core/read/entities'
import { matchesSearch } from '@parley/core/conversations/rules'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addApplication } from '../../test/models/applications.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { envelope, text, textWebhook } from '../../test/models/webhooks.ts'
import { currentSeq } from '../live/log.ts'

const many = 12

describe('the list of conversations', () => {
  let at: TestServer
  beforeAll(async () => {
    at = await startTestServer()
    for (let n = 1; n <= many; n += 1) {
      // Three of each second, so that ids decide.
      if (n % 3 === 0) at.clock.advance(1)
      await at.webhook(
        textWebhook(`2567000000${String(n).padStart(2, '0')}`, `wamid.${n}`, `no ${n}`, `Customer ${n}`),
      )
    }
    const special = [
      ['256711000001', '100% sure', 'Élodie Ōta'],
      ['256711000002', 'under_score', null],
      ['256711000003', 'back\\slash', 'a%b_c'],
    ] as const
    for (const [phone, words, name] of special)
      await at.webhook(textWebhook(phone, `wamid.${phone}`, words, name))
    await at.database.db
      .updateTable('conversations')
      .set({ assignee_id: Number(at.ann.id) })
      .where('id', 'in', await idsOf({ search: '+2567110000' }).then(ids => ids.map(Number)))
      .execute()
    const [dormant = ''] = await idsOf({ search: 'no 1' })
    await at.database.db
      .updateTable('conversations')
      .set({ status: 'DORMANT' })
      .where('id', '=', Number(dormant))
      .execute()
  })
  afterAll(() => at.close())

  const list = (query: Record<string, string> = {}) => at.ann.get('conversations', { query })
  const idsOf = async (query: Record<string, string>) => (await list(query)).reply.map(row => row.id)

  test('[API-11 API-12] newest activity first, then the greater id; the rows have the specification’s keys', async () => {
    const { reply } = await list()
    expect(reply).toHaveLength(many + 3)
    const sorted = reply.toSorted((a, b) =>
      a.last_activity === b.last_activity
        ? Number(b.id) - Number(a.id)
        : a.last_activity < b.last_activity
          ? 1
          : -1,
    )
    expect(reply.map(row => row.id)).toEqual(sorted.map(row => row.id))
    expect(new Set(reply.map(row => row.last_activity)).size).toBeGreaterThan(2)
    const row = reply.find(one => one.user.name === 'Customer 2')
    expect(row).toEqual({
      id: expect.stringMatching(/^\d+$/),
      user: { id: expect.any(String), name: 'Customer 2', profile_name: null, phone_number: '+256700000002' },
      agent: null,
      status: 'ACTIVE',
      session_id: `wa-${row?.id}`,
      last_message: {
        id: expect.stringMatching(/^\d+$/),
        content: 'no 2',
        message_type: 'text',
        created_at: '2026-03-02T08:58:20.000Z',
        direction: 'INBOUND',
        source: 'CUSTOMER',
        sender_id: expect.stringMatching(/^\d+$/),
        sender_name: 'Customer 2',
        has_attachments: false,
      },
      ticket: null,
      ticket_priority: null,
      last_reply: null,
      tags: [],
      metadata: { account_type: null, customer_id: null },
      last_activity: '2026-03-02T09:00:00.000Z',
      waiting_since: '2026-03-02T08:58:20.000Z',
      closes_soon: false,
      closes_within_hour: false,
      acknowledgement: null,
      no_reply: null,
      snoozed: null,
      mentioned: [],
      created_at: '2026-03-02T09:00:00.000Z',
      updated_at: '2026-03-02T09:00:00.000Z',
      inbound_no: 1,
      offer: null,
      open_issues: 0,
      references: [],
      reach: {
        has_window: true,
        wrote_at: '2026-03-02T08:58:20.000Z',
        closes_at: '2026-03-03T08:58:20.000Z',
        unreachable: null,
      },
      continued_in: null,
      rated: null,
      channel: 'whatsapp',
      business_number: null,
      with_bot: false,
      erased: null,
      version: 1,
      seen_no: 0,
      unread_count: 1,
    })
  })

  test('[API-11] limit and skip cut one order', async () => {
    const all = await idsOf({})
    for (const [limit, skip] of [
      [1, 0],
      [4, 3],
      [500, 14],
      [5, 100],
    ] as const) {
      expect(await idsOf({ limit: String(limit), skip: String(skip) })).toEqual(all.slice(skip, skip + limit))
    }
    expect(await at.ann.ask('conversations', { query: { skip: '10001' } })).toMatchObject({
      status: 400,
      body: { fields: { skip: expect.stringContaining('after=') } },
    })
    expect(await idsOf({ limit: '' }).catch(() => 'refused')).toBe('refused')
    for (const query of [{ limit: '0' }, { limit: '501' }, { skip: '-1' }, { limit: '1.5' }, { skip: 'x' }]) {
      const answer = await at.ann.ask('conversations', { query })
      expect(answer).toMatchObject({
        status: 400,
        body: { fields: { [Object.keys(query)[0] ?? '']: expect.any(String) } },
      })
    }
  })

  test('[Q-102] `after` continues after a conversation, and a changing list skips nothing', async () => {
    const all = await idsOf({})
    const paged: string[] = []
    for (let after: string | undefined; ; after = paged.at(-1)) {
      const page = await idsOf({ limit: '4', ...(after !== undefined && { after }) })
      paged.push(...page)
      if (page.length < 4) break
    }
    expect(paged).toEqual(all)
    const [first, second] = [await idsOf({ limit: '5' }), all.slice(5, 10)]
    // Between the pages the last conversation moves to the top.
    at.clock.advance(1)
    const { reply } = await list({ conversation_id: all.at(-1) ?? '' })
    await at.webhook(
      envelope({ messages: [text((reply[0]?.user.phone_number ?? '').slice(1), 'wamid.move', 'Up')] }),
    )
    expect((await idsOf({}))[0]).toBe(all.at(-1))
    expect(await idsOf({ limit: '5', after: first.at(-1) ?? '' })).toEqual(second)
  })

  test('[Q-436] oldest first is the list turned round, page by page, also within a filter', async () => {
    for (const filter of [{}, { status: 'ACTIVE' }]) {
      const newest = await idsOf({ ...filter, order: 'newest' })
      expect(newest).toEqual(await idsOf(filter))
      const paged: string[] = []
      for (let after: string | undefined; ; after = paged.at(-1)) {
        const page = await idsOf({
          ...filter,
          limit: '4',
          order: 'oldest',
          ...(after !== undefined && { after }),
        })
        paged.push(...page)
        if (page.length < 4) break
      }
      expect(paged).toEqual(newest.toReversed())
    }
    // A queue has its own order.
    expect(await idsOf({ queue: 'open', order: 'oldest' })).toEqual(await idsOf({ queue: 'open' }))
    expect(await at.ann.ask('conversations', { query: { order: 'name' } })).toMatchObject({
      status: 400,
      body: { fields: { order: expect.any(String) } },
    })
  })

  test('[API-13] by id: a list whose first element is the detail; several with commas', async () => {
    const all = await idsOf({})
    expect(await idsOf({ conversation_id: all[3] ?? '' })).toEqual([all[3]])
    expect(await idsOf({ conversation_id: `${all[5]}, ${all[1]},999999` })).toEqual([all[1], all[5]])
    expect(await at.ann.ask('conversations', { query: { conversation_id: '999999' } })).toMatchObject({
      status: 404,
      body: { code: 'conversation.not-found' },
    })
  })

  describe('[CLIST-20 CLIST-21 Q-100] search', () => {
    const find = async (search: string) =>
      (await list({ search })).reply.map(row => row.user.phone_number ?? '').toSorted()
    test.each([
      ['100% sure', ['+256711000001']],
      ['100%', ['+256711000001']],
      ['%', ['+256711000001', '+256711000003']],
      ['_', ['+256711000002', '+256711000003']],
      ['\\', ['+256711000003']],
      ['a%b', ['+256711000003']],
      ['a_b', []],
      ['UNDER_', ['+256711000002']],
      ['élo', ['+256711000001']],
      ['ÉLODIE', ['+256711000001']],
      ['ōta', ['+256711000001']],
      ['customer (+256711000002)', ['+256711000002']],
      ['+256 711 000 003', ['+256711000003']],
      ['  Customer 12  ', ['+256700000012']],
      ['nobody at all', []],
    ])('%s', async (search, phones) => {
      expect(await find(search)).toEqual(phones)
    })
    test('a blank search finds all', async () => {
      expect(await find('  ')).toHaveLength(many + 3)
    })

    test('[Q-140] finds names in either order, numbers in every spelling, tickets and applications', async () => {
      const [first = '', second = ''] = await idsOf({ search: 'customer' })
      const raise = async (conversation_id: string) =>
        (await at.ann.get('createTicket', { body: { conversation_id, title: 'A claim' } })).reply
      const [older, newer] = [await raise(first), await raise(first)]
      const ipp = await addApplication(at.server.writer, { kind: 'ipp', conversationId: first })
      const lib = await addApplication(at.server.writer, { kind: 'lib', conversationId: second })
      const all = (await list()).reply.map(row => readConversation(row))
      const byNumber = [
        [older.ticket_number, [first]],
        [newer.ticket_number.toLowerCase(), [first]],
        [`tck ${Number(newer.ticket_number.slice(4))}`, [first]],
        [`ipp-${ipp}`, [first]],
        [`IPP${ipp}`, [first]],
        [`LIB-${lib}`, [second]],
        [`LIB-${ipp}`, []],
        ['TCK-99999', []],
      ] as const
      for (const [search, ids] of byNumber) {
        expect({ search, ids: await idsOf({ search }) }).toEqual({ search, ids })
      }
      const spelled =
        'ōta élodie|élo ōt|Ōta Customer|0711|0711000001|0711 000 00|256711000002|+256 711 000 002|00256 711|(0711) 000-003|711-000|711000003|1|o|unknown'
      for (const search of [...byNumber.map(([typed]) => typed), ...spelled.split('|')]) {
        const wanted = all.filter(row => matchesSearch(row, search)).map(row => row.id)
        expect({ search, ids: await idsOf({ search }) }).toEqual({ search, ids: wanted })
      }
      expect(await find('0711 000 002')).toEqual(['+256711000002'])
      expect(await find('ōta élodie')).toEqual(['+256711000001'])
    })
  })

  test('[CLIST-19 Q-064] by status and by assignee', async () => {
    expect((await list({ status: 'DORMANT' })).reply).toHaveLength(1)
    expect((await list({ status: 'ARCHIVED' })).reply).toEqual([])
    expect((await list({ assignee_id: at.ann.id })).reply.map(row => row.agent)).toEqual(
      Array.from({ length: 3 }, () => ({ id: at.ann.id, name: 'ann' })),
    )
    expect((await list({ assignee_id: 'none' })).reply).toHaveLength(many)
    expect((await list({ assignee_id: at.brian.id })).reply).toEqual([])
    expect((await list({ assignee_id: 'nonsense' })).reply).toEqual([])
    expect((await list({ assignee_id: at.ann.id, search: 'élodie' })).reply).toHaveLength(1)
  })

  test('[Q-102] the headers have the event number, the total of the filter, and the counts of every status', async () => {
    const { seq, headers } = await list({ limit: '1' })
    expect(seq).toBe(await currentSeq(at.database.db))
    expect(headers['parley-total']).toBe(String(many + 3))
    expect(JSON.parse(String(headers['parley-counts']))).toEqual({ ACTIVE: many + 2, DORMANT: 1 })
    const dormant = await list({ status: 'DORMANT', search: 'customer', limit: '1' })
    expect(dormant.headers['parley-total']).toBe('1')
    const counts = JSON.parse(String(dormant.headers['parley-counts'])) as Record<string, number>
    const found = await list({ search: 'customer' })
    expect((counts['ACTIVE'] ?? 0) + (counts['DORMANT'] ?? 0)).toBe(found.reply.length)
    expect(found.headers['parley-total']).toBe(String(found.reply.length))
  })

  /** Conversations with the newest activity, of customers named so. */
  async function crowd(count: number, name: string | null): Promise<void> {
    const of = { name, now: at.clock.now(), first: Number(`25672${name === null ? 1 : 2}000000`) }
    await sql`
      with someone as (
        insert into customers (wa_id, name, created_at)
        select (${of.first}::bigint + n)::text, ${of.name}::text, ${of.now}::timestamptz from generate_series(1, ${count}::int) n returning id)
      insert into conversations (customer_id, phone_number_id, status, last_activity, created_at, updated_at)
      select id, '1', 'ACTIVE', ${of.now}::timestamptz, ${of.now}::timestamptz, ${of.now}::timestamptz from someone`.execute(
      at.database.db,
    )
  }

  test('[API-11] answers the first 500 without limit and skip', async () => {
    await crowd(500, null)
    const first = await idsOf({})
    expect(first).toEqual(await idsOf({ limit: '500', skip: '0' }))
    expect([first.length, (await idsOf({ skip: '500' })).length]).toEqual([500, many + 3])
  })

  test('[Q-140] finds every customer with a common name, and last messages with it', async () => {
    await at.webhook(textWebhook('256700000999', 'wamid.okello', 'Ask for Okello there', 'Nansubuga'))
    await crowd(5_100, 'Okello Grace')
    const found: string[] = []
    for (let after: string | undefined; ; after = found.at(-1)) {
      const { reply, headers } = await list({ search: 'okello', ...(after !== undefined && { after }) })
      expect(headers['parley-total']).toBe('5101')
      found.push(...reply.map(row => row.id))
      if (reply.length < 500) break
    }
    expect(new Set(found).size).toBe(5_101)
    expect((await list({ search: 'grace okello', status: 'DORMANT' })).reply).toEqual([])
    expect((await list({ search: 'okello there' })).reply.map(row => row.user.name)).toEqual(['Nansubuga'])
  })
})
