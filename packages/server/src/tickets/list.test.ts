import type { Ticket } from '@parley/core/tickets/api'
import { ticketPlaceText } from '@parley/core/tickets/rules'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AgentClient } from '../../test/models/agent-client.ts'
import { password, startTestServer, type TestServer, unique } from '../../test/server.ts'
import { textWebhook } from '../../test/models/webhooks.ts'
import { addAgent } from '../agents/accounts.ts'
import { collectTickets, ticketCounts, ticketList } from './list.ts'

/** Each in a conversation of its own, in the order in which they are raised. */
const raised = [
  { title: 'Claim é waits', priority: 'LOW', owner: 'ann', name: 'Nakato' },
  { title: 'Premium twice', priority: 'URGENT', owner: 'brian', name: 'Okello Dan' },
  { title: 'Card lost', priority: 'HIGH', owner: null, name: 'Nakato' },
  { title: 'Late é payment', priority: 'HIGH', owner: 'ann', name: null },
  { title: 'Wrong name', priority: 'MEDIUM', owner: 'cleo', name: 'Achieng' },
] as const

describe('[Q-227] tickets of all conversations', () => {
  let at: TestServer
  let cleo: AgentClient
  const tickets: Ticket[] = []
  const phoneOf = (place: number) => `25677200000${place}`

  beforeAll(async () => {
    at = await startTestServer()
    const { writer, app } = at.server
    await addAgent(writer, { email: 'cleo@parley.example', password, department: 'Life' })
    cleo = await AgentClient.signIn(app, at.url, 'cleo@parley.example', password)
    const owners = { ann: at.ann.id, brian: at.brian.id, cleo: cleo.id }
    for (const [place, { title, priority, owner, name }] of raised.entries()) {
      await at.webhook(textWebhook(phoneOf(place), `wamid.${unique()}`, 'Hello', name))
      const { reply } = await at.ann.get('conversations', { query: { search: phoneOf(place) } })
      const id = reply[0]?.id ?? ''
      await at.database.db
        .updateTable('conversations')
        .set({ assignee_id: owner === null ? null : Number(owners[owner]) })
        .where('id', '=', Number(id))
        .execute()
      at.clock.advance(1)
      const body = { conversation_id: id, title, priority }
      tickets.push((await at.ann.get('createTicket', { body })).reply)
    }
  })
  afterAll(() => at.close())

  const list = async (query: Readonly<Record<string, string>> = {}, by = at.ann) => {
    const { reply, headers } = await by.get('ticketList', { query })
    return {
      titles: reply.map(row => row.title),
      rows: reply,
      total: Number(headers['parley-total']),
      counts: JSON.parse(String(headers['parley-counts'])) as Record<string, number>,
    }
  }

  test('the most urgent are first, then the newest changes; each has customer and owner', async () => {
    const { titles, rows, total, counts } = await list()
    expect(titles).toEqual(['Premium twice', 'Late é payment', 'Card lost', 'Wrong name', 'Claim é waits'])
    expect([total, counts]).toEqual([5, { NEW: 5 }])
    expect(rows[0]).toEqual({
      id: tickets[1]?.id,
      ticket_number: tickets[1]?.ticket_number,
      conversation_id: tickets[1]?.conversation_id,
      title: 'Premium twice',
      status: 'NEW',
      priority: 'URGENT',
      created_at: tickets[1]?.created_at,
      updated_at: tickets[1]?.updated_at,
      version: 1,
      customer: { id: expect.any(String), name: 'Okello Dan', phone_number: `+${phoneOf(1)}` },
      agent: { id: at.brian.id, name: 'brian' },
    })
    expect(rows[2]).toMatchObject({ agent: null })
    expect(rows[1]).toMatchObject({ customer: { name: null } })
  })

  test.each([
    ['of one agent', () => ({ assignee_id: at.ann.id }), ['Late é payment', 'Claim é waits']],
    ['of nobody', () => ({ assignee_id: 'none' }), ['Card lost']],
    ['of an agent that there is not', () => ({ assignee_id: 'é' }), []],
    ['of a priority', () => ({ priority: 'HIGH' }), ['Late é payment', 'Card lost']],
    ['by the title’s words', () => ({ search: 'payment LATE' }), ['Late é payment']],
    ['by words in other letters', () => ({ search: 'PAŸMENT é ląte' }), ['Late é payment']],
    ['by the customer’s name', () => ({ search: 'dan okello' }), ['Premium twice']],
    ['by the number in another spelling', () => ({ search: '0772 000 004' }), ['Wrong name']],
    [
      'by the ticket’s number',
      () => ({ search: `tck-${Number(tickets[2]?.ticket_number.slice(4))}` }),
      ['Card lost'],
    ],
    ['with a sign that means anything to a database', () => ({ search: '%' }), []],
  ])('narrowed: %s', async (_, query, titles) => {
    expect((await list(query())).titles).toEqual(titles)
    expect((await list(query())).total).toBe(titles.length)
  })

  test.each(['payment LATE', 'É', 'dan okello', '0772 000 004'])(
    'a search for %s that finds too many to be collected finds the same',
    async search => {
      const { db } = at.database
      const filter = { found: await collectTickets(db, search, 0), visibility: null }
      expect(filter.found?.isCommon).toBe(true)
      const { titles, counts } = await list({ search })
      const rows = await ticketList(db, filter, { limit: 100, after: null })
      expect(rows.map(({ title }) => title)).toEqual(titles)
      expect(await ticketCounts(db, filter)).toEqual(counts)
    },
  )

  test.each([
    ['status', 'DONE'],
    ['priority', 'SOON'],
    ['limit', '0'],
    ['limit', '501'],
    ['after', '7'],
    ['after', 'HIGH_2026-99-02T09:00:00.000Z_7'],
    ['search', 'x'.repeat(201)],
  ])('a wrong %s is refused: %s', async (field, value) => {
    expect(await at.ann.ask('ticketList', { query: { [field]: value } })).toMatchObject({
      status: 400,
      body: { fields: { [field]: expect.any(String) } },
    })
  })

  test('pages have every ticket, even if earlier ones move meanwhile', async () => {
    const first = await list({ limit: '2' })
    const edge = first.rows[1]
    if (edge === undefined) throw new Error('The first page is short')
    const { title } = edge
    await at.ann.get('setTicketPriority', { params: { id: edge.id }, body: { priority: 'LOW' } })
    const rest = await list({ limit: '2', after: ticketPlaceText(edge) })
    expect(rest.titles).toEqual(['Card lost', 'Wrong name'])
    const last = rest.rows[1]
    expect((await list({ after: last === undefined ? '' : ticketPlaceText(last) })).titles).toEqual([
      title,
      'Claim é waits',
    ])
    await at.ann.get('setTicketPriority', { params: { id: edge.id }, body: { priority: 'HIGH' } })
  })

  test('filters by open or one status; counts have every status', async () => {
    const id = tickets[4]?.id ?? ''
    await at.ann.get('updateTicket', { params: { id }, body: { status: 'RESOLVED' } })
    const open = await list({ status: 'OPEN' })
    expect([open.titles.length, open.total, open.counts]).toEqual([4, 4, { NEW: 4, RESOLVED: 1 }])
    for (const [agent, titles] of [
      [at.ann.id, ['Late é payment', 'Claim é waits']],
      [cleo.id, []],
    ] as const)
      expect((await list({ status: 'OPEN', assignee_id: agent })).titles).toEqual(titles)
    expect((await list({ status: 'NEW', assignee_id: at.ann.id })).total).toBe(2)
    expect(await list({ status: 'RESOLVED' })).toMatchObject({ titles: ['Wrong name'], total: 1 })
    await at.ann.get('reopenTicket', { params: { id } })
    expect(await list({ status: 'REOPENED' })).toMatchObject({ titles: ['Wrong name'] })
  })

  test('[Q-176] tickets outside the visibility scope are neither listed nor counted', async () => {
    const settings = (colleague_conversations: string) =>
      at.ann.get('changeSettings', { body: { settings: { colleague_conversations } } })
    await settings('supervisors')
    expect(await list({}, cleo)).toMatchObject({ titles: ['Card lost', 'Wrong name'], total: 2 })
    expect(await list({ search: 'okello' }, cleo)).toMatchObject({ titles: [], total: 0, counts: {} })
    expect(await list({ assignee_id: at.ann.id }, cleo)).toMatchObject({ titles: [], counts: {} })
    expect((await list({}, at.ann)).total).toBe(5)
    await settings('everybody')
  })
})
