import type { Ticket } from '@parley/core/tickets/api'
import { notesText, reopenReason } from '@parley/core/tickets/rules'
import { resolveSteps } from '@parley/core/tickets/edit'
import { ticketPriorities, ticketStatuses } from '@parley/core/tickets/constants'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AgentClient } from '../../test/models/agent-client.ts'
import { startTestServer, type TestServer, unique } from '../../test/server.ts'
import { textWebhook } from '../../test/models/webhooks.ts'
import { currentSeq } from '../live/log.ts'

describe('tickets', () => {
  let at: TestServer
  let conversationId: string
  let phones = 256_700_200_000
  beforeAll(async () => {
    at = await startTestServer()
  })
  afterAll(() => at.close())
  beforeEach(async () => {
    phones += 1
    await at.webhook(textWebhook(String(phones), `wamid.${unique()}`, 'Hello'))
    const { reply } = await at.ann.get('conversations', { query: { search: String(phones) } })
    conversationId = reply[0]?.id ?? ''
    at.clock.advance(1)
  })

  const raise = async (more: Readonly<Record<string, unknown>> = {}): Promise<Ticket> => {
    const body = { conversation_id: conversationId, title: 'Payment not matched', ...more }
    return (await at.ann.get('createTicket', { body })).reply
  }
  const list = async () => (await at.ann.get('tickets', { query: { conversation_id: conversationId } })).reply
  const update = async (id: string, body: unknown, client: AgentClient = at.ann): Promise<Ticket> =>
    (await client.get('updateTicket', { params: { id }, body })).reply
  const changes = (id: string) =>
    at.database.db
      .selectFrom('ticket_changes')
      .select(['from_status', 'to_status', 'agent_id', 'at'])
      .where('ticket_id', '=', Number(id))
      .orderBy('id')
      .execute()
  const summary = async () => {
    const { reply } = await at.brian.get('conversations', { query: { conversation_id: conversationId } })
    return reply[0]?.ticket
  }

  test('[API-43 DATA-12] a ticket is raised with the given fields, and with defaults for the others', async () => {
    const now = at.clock.now().toISOString()
    const ticket = await raise()
    expect(ticket).toEqual({
      id: expect.stringMatching(/^\d+$/),
      ticket_number: expect.stringMatching(/^TCK-\d{5}$/),
      conversation_id: conversationId,
      title: 'Payment not matched',
      description: '',
      status: 'NEW',
      priority: 'MEDIUM',
      created_at: now,
      updated_at: now,
      agent_notes: null,
      resolution: null,
      resolved_at: null,
      reopened_at: null,
      notes: [],
      version: 1,
    })
    expect(
      await raise({ title: '  Two ', description: 'é🙂', priority: 'URGENT', status: 'ASSIGNED' }),
    ).toMatchObject({ title: 'Two', description: 'é🙂', priority: 'URGENT', status: 'ASSIGNED' })
  })

  test.each([
    ['title', { title: '   ' }],
    ['title', { title: 'x'.repeat(201) }],
    ['description', { description: 'x'.repeat(4097) }],
    ['status', { status: 'RESOLVED' }],
    ['status', { status: 'REOPENED' }],
    ['priority', { priority: 'SOON' }],
  ])('[TICKET-06 TICKET-08 Q-113] a wrong %s is refused: %j', async (field, wrong) => {
    const body = { conversation_id: conversationId, title: 'x', ...wrong }
    expect(await at.ann.ask('createTicket', { body })).toMatchObject({
      status: 400,
      body: { fields: { [field]: expect.any(String) } },
    })
    expect(await list()).toEqual([])
  })

  test('numbers rise and are unique, even for concurrent tickets', async () => {
    const raised = await Promise.all(Array.from({ length: 8 }, (_, n) => raise({ title: `No ${n}` })))
    const numbers = raised.map(ticket => ticket.ticket_number)
    expect(new Set(numbers).size).toBe(8)
    const next = await raise()
    for (const number of numbers) expect(next.ticket_number > number).toBe(true)
  })

  test('a repeated call makes one ticket', async () => {
    const click = { client_ticket_id: unique() }
    const [first, again] = await Promise.all([raise(click), raise(click)])
    expect(again).toEqual(first)
    expect(await list()).toHaveLength(1)
    const other = { ...click, conversation_id: conversationId, title: 'Another' }
    expect(await at.ann.ask('createTicket', { body: other })).toMatchObject({
      status: 409,
      body: { code: 'ticket.same-client-id' },
    })
    expect((await at.brian.get('createTicket', { body: other })).reply.id).not.toBe(first.id)
  })

  test('[API-38 API-39 API-40 TICKET-22] a ticket is the same by id, by number and by conversation', async () => {
    const older = await raise()
    at.clock.advance(1)
    const newer = await raise({ title: 'Newer' })
    await update(older.id, { agent_notes: 'Rang' })
    const [first, second, ...more] = await list()
    expect([first?.id, second?.id, more]).toEqual([newer.id, older.id, []])
    const byId = await at.brian.get('ticket', { params: { id: older.id } })
    const byNumber = await at.brian.get('ticketByNumber', { params: { number: older.ticket_number } })
    expect(byId.reply).toEqual(second)
    expect(byNumber.reply).toEqual(second)
    expect([byId.seq, byNumber.seq]).toEqual(Array(2).fill(await currentSeq(at.database.db)))
  })

  test('[API-41 TICKET-31 TICKET-32] any status may follow any other; each change is recorded with agent and time', async () => {
    const { id } = await raise()
    const way = ticketStatuses.flatMap(from => ticketStatuses.flatMap(to => [from, to]))
    let before = 'NEW'
    const expected: unknown[] = [{ from_status: null, to_status: 'NEW' }]
    for (const status of way) {
      const ticket = await update(id, { status })
      expect(ticket.status).toBe(status)
      expect(ticket.resolved_at !== null).toBe(status === 'RESOLVED' || status === 'CLOSED')
      if (status !== before) expected.push({ from_status: before, to_status: status })
      before = status
    }
    at.clock.advance(5)
    await update(id, { status: 'NEW' }, at.brian)
    const rows = await changes(id)
    expect(rows.slice(0, -1)).toMatchObject(expected)
    expect(rows.at(-1)).toEqual({
      from_status: 'REOPENED',
      to_status: 'NEW',
      agent_id: Number(at.brian.id),
      at: at.clock.now(),
    })
  })

  test('[API-41] any fields are changed in one step; absent fields stay', async () => {
    const ticket = await raise({ description: 'Old words' })
    at.clock.advance(1)
    const edited = await update(ticket.id, { title: 'New title', priority: 'LOW', agent_notes: 'Why' })
    expect(edited).toMatchObject({
      ...ticket,
      title: 'New title',
      priority: 'LOW',
      agent_notes: expect.stringContaining('Why'),
      notes: [{ by: 'ann', text: 'Why', at: at.clock.now().toISOString() }],
      updated_at: at.clock.now().toISOString(),
      version: 2,
    })
    expect(await update(ticket.id, { description: '' })).toMatchObject({
      description: '',
      title: 'New title',
    })
  })

  test('[Q-111] notes are kept in order with time and author, and also as one text', async () => {
    const { id } = await raise()
    await update(id, { agent_notes: ' First ' })
    at.clock.advance(1)
    await update(id, { agent_notes: 'Second\nof two lines', status: 'ASSIGNED' }, at.brian)
    const ticket = await update(id, { agent_notes: '   ' })
    expect(ticket.version).toBe(3)
    expect(ticket.notes.map(({ by, text }) => [by, text])).toEqual([
      ['ann', 'First'],
      ['brian', 'Second\nof two lines'],
    ])
    expect(ticket.agent_notes).toBe(notesText(ticket.notes))
  })

  test('[API-42 Q-108] setting a priority is no change of status', async () => {
    const { id } = await raise()
    for (const priority of ticketPriorities.toReversed()) {
      const { reply } = await at.brian.get('setTicketPriority', { params: { id }, body: { priority } })
      expect(reply.priority).toBe(priority)
    }
    expect(await changes(id)).toHaveLength(1)
  })

  test('[TICKET-24 TICKET-25] resolving takes two steps, and either step alone leaves a valid ticket', async () => {
    const { id } = await raise({ status: 'IN_PROGRESS' })
    const [setStatus, addText] = resolveSteps('Paid in full', new Date('2001-01-01'))
    at.clock.advance(1)
    const resolvedAt = at.clock.now().toISOString()
    expect(await update(id, setStatus)).toMatchObject({
      status: 'RESOLVED',
      resolution: null,
      resolved_at: resolvedAt,
    })
    at.clock.advance(1)
    // The browser's idea of the time shifts no figure.
    expect(await update(id, addText)).toMatchObject({
      status: 'RESOLVED',
      resolution: 'Paid in full',
      resolved_at: resolvedAt,
    })
    const other = await raise()
    expect(await update(other.id, addText)).toMatchObject({
      status: 'NEW',
      resolution: 'Paid in full',
      resolved_at: null,
    })
  })

  test('[Q-228] the note of a resolving edit becomes the resolution, unless one is given', async () => {
    const { id } = await raise()
    const noted = await update(id, { status: 'RESOLVED', agent_notes: ' Paid in full ' })
    expect(noted).toMatchObject({ resolution: 'Paid in full', notes: [{ text: 'Paid in full' }] })
    const later = await update(id, { status: 'CLOSED', agent_notes: 'Nothing more came' })
    expect(later).toMatchObject({ status: 'CLOSED', resolution: 'Paid in full' })
    await at.ann.get('reopenTicket', { params: { id } })
    expect(await update(id, { status: 'RESOLVED', agent_notes: 'Paid again' })).toMatchObject({
      resolution: 'Paid again',
    })
    const other = await raise()
    const given = { status: 'RESOLVED', agent_notes: 'Rang her', resolution: 'Refunded' }
    expect(await update(other.id, given)).toMatchObject({ resolution: 'Refunded' })
  })

  test('[API-44 TICKET-30] closing sets CLOSED by default, and keeps the resolution', async () => {
    const { id } = await raise()
    const close = async (body?: unknown) => (await at.ann.get('closeTicket', { params: { id }, body })).reply
    expect(await close({ resolution: ' Done ' })).toMatchObject({
      status: 'CLOSED',
      resolution: 'Done',
      resolved_at: at.clock.now().toISOString(),
    })
    expect(await close()).toMatchObject({ status: 'CLOSED', resolution: 'Done', version: 2 })
    expect(await close({ status: 'RESOLVED' })).toMatchObject({ status: 'RESOLVED', resolution: 'Done' })
  })

  test('[API-45 TICKET-28 TICKET-29] reopening sets REOPENED, clears resolved_at and adds the reason as a note', async () => {
    const { id } = await raise()
    await update(id, { status: 'RESOLVED', resolution: 'Paid' })
    at.clock.advance(1)
    const reopen = async (body?: unknown) =>
      (await at.brian.get('reopenTicket', { params: { id }, body })).reply
    expect(await reopen({ reason: reopenReason })).toMatchObject({
      status: 'REOPENED',
      resolved_at: null,
      reopened_at: at.clock.now().toISOString(),
      resolution: 'Paid',
      notes: [{ by: 'brian', text: 'Reopened by agent' }],
    })
    await update(id, { status: 'CLOSED' })
    expect(await reopen()).toMatchObject({ status: 'REOPENED', notes: [{}] })
    expect(await reopen({ status: 'IN_PROGRESS' })).toMatchObject({ status: 'IN_PROGRESS' })
  })

  test('[Q-116] an edit of an old version is refused with the current ticket, and nothing is stored', async () => {
    const { id, version } = await raise()
    const current = await update(id, { agent_notes: 'By Brian', version }, at.brian)
    const stale: readonly (readonly [Parameters<AgentClient['ask']>[0], object])[] = [
      ['updateTicket', { status: 'CLOSED', agent_notes: 'By Ann' }],
      ['setTicketPriority', { priority: 'LOW' }],
      ['closeTicket', { resolution: 'Done' }],
      ['reopenTicket', { reason: 'x' }],
    ]
    for (const [name, body] of stale) {
      expect(await at.ann.ask(name, { params: { id }, body: { ...body, version } })).toMatchObject({
        status: 409,
        body: { code: 'ticket.changed', current },
      })
    }
    expect((await at.ann.get('ticket', { params: { id } })).reply).toEqual(current)
    expect(await changes(id)).toHaveLength(1)
    expect(await update(id, { agent_notes: 'By Ann', version: current.version })).toMatchObject({
      notes: [{ text: 'By Brian' }, { text: 'By Ann' }],
    })
  })

  test('of concurrent edits of one version one succeeds; without a version all do', async () => {
    const { id, version } = await raise()
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        at.ann.ask('updateTicket', { params: { id }, body: { agent_notes: `No ${n}`, version } }),
      ),
    )
    expect(answers.filter(answer => answer.status === 200)).toHaveLength(1)
    await Promise.all(Array.from({ length: 6 }, (_, n) => update(id, { agent_notes: `All ${n}` })))
    const { reply } = await at.ann.get('ticket', { params: { id } })
    expect(reply.notes).toHaveLength(7)
    expect(reply.version).toBe(version + 7)
  })

  test('an edit without a change leaves the ticket and publishes nothing', async () => {
    const ticket = await raise()
    const seq = await currentSeq(at.database.db)
    expect(await update(ticket.id, {})).toEqual(ticket)
    expect(await update(ticket.id, { status: 'NEW', title: ticket.title, agent_notes: ' ' })).toEqual(ticket)
    expect(await currentSeq(at.database.db)).toBe(seq)
  })

  test('[Q-115] the conversation’s row names its newest open ticket, else its newest', async () => {
    const older = await raise()
    at.clock.advance(1)
    const newer = await raise()
    expect(await summary()).toEqual({ id: newer.id, ticket_number: newer.ticket_number })
    await update(newer.id, { status: 'RESOLVED' })
    expect(await summary()).toEqual({ id: older.id, ticket_number: older.ticket_number })
    await update(older.id, { status: 'CLOSED' })
    expect(await summary()).toMatchObject({ id: newer.id })
  })
})
