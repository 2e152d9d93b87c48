import { readNotification } from '@parley/core/read/entities'
import { destinationOf } from '@parley/core/notifications/rules'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AgentClient } from '../../test/models/agent-client.ts'
import { startTestServer, type TestServer, unique } from '../../test/server.ts'
import { textWebhook } from '../../test/models/webhooks.ts'

const phone = '256770000002'

describe('notices about colleagues’ work', () => {
  let at: TestServer
  let id: string
  beforeAll(async () => {
    at = await startTestServer()
    await at.webhook(textWebhook(phone, `wamid.${unique()}`, 'My secret illness'))
    id = (await at.ann.get('conversations', { query: { search: phone } })).reply[0]?.id ?? ''
  })
  afterAll(() => at.close())
  /** Ann owns the conversation; Brian is the colleague. */
  beforeEach(async () => {
    await owner(at.ann)
    await setStatus(at.ann, 'ACTIVE')
    for (const agent of [at.ann, at.brian]) await agent.get('clearNotifications')
  })

  const owner = (agent: AgentClient | null) =>
    at.database.db
      .updateTable('conversations')
      .set({ assignee_id: agent === null ? null : Number(agent.id) })
      .execute()
  const poll = async (agent: AgentClient) => (await agent.get('pollNotifications')).reply
  const raise = async (agent: AgentClient) =>
    (await agent.get('createTicket', { body: { conversation_id: id, title: 'My secret illness' } })).reply
  const setStatus = (agent: AgentClient, status: string) =>
    agent.get('setConversationStatus', { params: { id }, body: { status } })

  test('[BELL-12] a colleague’s ticket makes one notice, which leads to the ticket and has no text of the customer', async () => {
    const ticket = await raise(at.brian)
    const polled = await poll(at.ann)
    expect(polled).toEqual([
      {
        id: expect.stringMatching(/^\d+$/),
        type: 'ticket',
        title: 'New ticket',
        message: `brian raised ticket ${ticket.ticket_number} (new)`,
        read: false,
        timestamp: at.clock.now().toISOString(),
        conversation_id: null,
        ticket_id: ticket.id,
        note_id: null,
        message_id: null,
        about: null,
        data: { importance: 'medium' },
        auto_close: true,
      },
    ])
    expect(destinationOf(readNotification(polled[0]))).toBe(`/tickets/${ticket.id}`)
    expect(await poll(at.brian)).toEqual([])
  })

  test('later work on the same ticket updates its notice, unread again; another ticket has its own', async () => {
    const ticket = await raise(at.brian)
    const [first] = await poll(at.ann)
    await at.ann.get('readAllNotifications')
    at.clock.advance(1)
    const params = { id: ticket.id }
    await at.brian.get('updateTicket', { params, body: { agent_notes: 'My secret illness' } })
    const { ticket_number: number } = ticket
    const edited = { id: first?.id, read: false, timestamp: at.clock.now().toISOString() }
    expect(await poll(at.ann)).toMatchObject([
      { ...edited, title: 'Ticket edited', message: `brian edited ticket ${number} (new)` },
    ])
    await at.brian.get('updateTicket', { params, body: { status: 'WAITING_ON_CUSTOMER' } })
    expect(await poll(at.ann)).toMatchObject([
      { ...edited, message: `brian set ticket ${number} to waiting on customer` },
    ])
    // An edit without a change.
    await at.ann.get('readAllNotifications')
    await at.brian.get('updateTicket', { params, body: { status: 'WAITING_ON_CUSTOMER' } })
    expect(await poll(at.ann)).toMatchObject([{ id: first?.id, read: true }])
    await raise(at.brian)
    expect(await poll(at.ann)).toHaveLength(2)
  })

  test('a refused edit notifies nobody', async () => {
    const ticket = await raise(at.ann)
    const body = { status: 'CLOSED', version: ticket.version + 1 }
    const stale = await at.brian.ask('updateTicket', { params: { id: ticket.id }, body })
    expect(stale.status).toBe(409)
    expect(await poll(at.ann)).toEqual([])
  })

  test('the owner’s own work makes no notice and dismisses that of the ticket; later work makes a new one', async () => {
    const ticket = await raise(at.brian)
    const other = await raise(at.brian)
    const params = { id: ticket.id }
    const [, first] = await poll(at.ann)
    await at.ann.get('closeTicket', { params })
    expect(await poll(at.ann)).toMatchObject([{ ticket_id: other.id }])
    await at.brian.get('reopenTicket', { params })
    const again = (await poll(at.ann)).find(notice => notice.ticket_id === ticket.id)
    expect(again).toMatchObject({ message: `brian set ticket ${ticket.ticket_number} to reopened` })
    expect(again?.id).not.toBe(first?.id)
  })

  test('[BELL-11] a colleague’s status makes one notice, which leads to the conversation', async () => {
    await setStatus(at.brian, 'RESOLVED')
    const [notice] = await poll(at.ann)
    expect(notice).toMatchObject({
      type: 'status',
      title: 'Conversation status changed',
      message: `brian set conversation #${id} to resolved`,
      conversation_id: id,
      ticket_id: null,
    })
    expect(destinationOf(readNotification(notice))).toBe(`/conversations/${id}`)
    await setStatus(at.brian, 'DORMANT')
    await setStatus(at.brian, 'DORMANT')
    expect(await poll(at.ann)).toMatchObject([
      { id: notice?.id, message: `brian set conversation #${id} to dormant` },
    ])
    await setStatus(at.ann, 'ACTIVE')
    expect(await poll(at.ann)).toEqual([])
    expect(await poll(at.brian)).toEqual([])
  })

  test('tags, and a status that a customer’s message changes, make no notice', async () => {
    await setStatus(at.ann, 'RESOLVED')
    await at.brian.get('setConversationTags', { params: { id }, body: { tags: [unique()] } })
    await at.webhook(textWebhook(phone, `wamid.${unique()}`, 'Again'))
    expect((await poll(at.ann)).map(notice => notice.type)).toEqual(['MESSAGE'])
  })

  test('an unassigned conversation and a disabled owner get no notice', async () => {
    const count = async () =>
      (
        await at.database.db
          .selectFrom('notifications')
          .select('id')
          .where('dismissed_at', 'is', null)
          .execute()
      ).length
    await owner(null)
    await raise(at.brian)
    await setStatus(at.brian, 'RESOLVED')
    expect(await count()).toBe(0)
    await owner(at.ann)
    await at.database.db
      .updateTable('agents')
      .set({ disabled_at: at.clock.now() })
      .where('id', '=', Number(at.ann.id))
      .execute()
    await setStatus(at.brian, 'ACTIVE')
    expect(await count()).toBe(0)
    await at.database.db.updateTable('agents').set({ disabled_at: null }).execute()
  })
})
