import { basePath } from '@parley/core/calls'
import { NotificationEvent } from '@parley/core/sockets/api'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import WebSocket from 'ws'
import type { AgentClient } from '../../test/models/agent-client.ts'
import { startTestServer, type TestServer, unique } from '../../test/server.ts'
import { eventually } from '../../test/wait.ts'
import { textWebhook } from '../../test/models/webhooks.ts'
import { logPosition } from '../live/log.ts'

const phone = '256770000001'

describe('notices', () => {
  let at: TestServer
  let id: string
  beforeAll(async () => {
    at = await startTestServer()
    await say('Hello')
    id = (await at.ann.get('conversations', { query: { search: phone } })).reply[0]?.id ?? ''
  })
  afterAll(() => at.close())
  beforeEach(async () => {
    await owner(null)
    for (const agent of [at.ann, at.brian]) {
      await agent.get('clearNotifications')
      await agent.get('setAgentStatus', { params: { id: agent.id }, body: { status: 'AVAILABLE' } })
    }
  })

  const say = async (words: string) =>
    expect(await at.webhook(textWebhook(phone, `wamid.${unique()}`, words))).toBe(200)
  const owner = (agent: AgentClient | null) =>
    at.database.db
      .updateTable('conversations')
      .set({ assignee_id: agent === null ? null : Number(agent.id) })
      .execute()
  const poll = async (agent: AgentClient) => (await agent.get('pollNotifications')).reply
  const unread = async (agent: AgentClient) => (await agent.get('unreadStats')).reply.unread_notifications

  test('[Q-252] an open offer is listed, however many notices are newer', async () => {
    await at.ann.get('assign', { params: { id }, body: { agent_id: at.brian.id } })
    const [offer] = await poll(at.brian)
    expect(offer).toMatchObject({ type: 'ASSIGNMENT', conversation_id: id })
    const later = new Date(at.clock.now().getTime() + 1_000)
    await at.database.db
      .insertInto('notifications')
      .values(
        Array.from({ length: 500 }, (_, one) => ({
          agent_id: Number(at.brian.id),
          cause: 'agent',
          type: 'info',
          title: 'From Ann',
          message: String(one),
          created_at: later,
          updated_at: later,
        })),
      )
      .execute()
    const told = await poll(at.brian)
    expect(told).toHaveLength(501)
    expect(told.at(-1)).toEqual(offer)
    // Older notices of other types are not listed.
    await at.database.db
      .updateTable('notifications')
      .set({ cause: 'agent' })
      .where('id', '=', Number(offer?.id))
      .execute()
    expect(await poll(at.brian)).toHaveLength(500)
    await at.database.db
      .updateTable('notifications')
      .set({ cause: 'offer' })
      .where('id', '=', Number(offer?.id))
      .execute()
    await at.brian.ask('rejectHandoff', { params: { id } })
    expect(await poll(at.brian)).toHaveLength(500)
  })

  test('[API-27 DATA-14 DATA-15] an unassigned conversation notifies every available agent, once, with the newest message', async () => {
    await at.brian.get('setAgentStatus', { params: { id: at.brian.id }, body: { status: 'AWAY' } })
    await say('One')
    at.clock.advance(1)
    await say('Two')
    expect(await poll(at.brian)).toEqual([])
    expect(await poll(at.ann)).toEqual([
      {
        id: expect.stringMatching(/^\d+$/),
        type: 'MESSAGE',
        title: 'New message from Nakato',
        message: 'Two',
        read: false,
        timestamp: at.clock.now().toISOString(),
        conversation_id: id,
        ticket_id: null,
        note_id: null,
        message_id: null,
        about: null,
        data: { importance: 'medium' },
        auto_close: true,
      },
    ])
    expect(await unread(at.ann)).toBe(1)
  })

  test('only the owner is notified, also when away; after a takeover only the new owner', async () => {
    await owner(at.brian)
    await at.brian.get('setAgentStatus', { params: { id: at.brian.id }, body: { status: 'AWAY' } })
    await say('For Brian')
    expect(await poll(at.ann)).toEqual([])
    expect(await poll(at.brian)).toMatchObject([{ message: 'For Brian' }])
    await at.ann.get('assign', { params: { id }, body: { agent_id: at.ann.id } })
    expect((await poll(at.brian)).map(notice => notice.type)).toEqual(['transfer'])
  })

  test('mark-seen dismisses the notice of the messages for the reader, and only when nothing is left unread', async () => {
    await say('Three')
    const { reply } = await at.ann.get('history', { params: { id } })
    const newest = reply.messages.at(-1)
    await say('Four')
    await at.ann.get('markSeen', { params: { id }, body: { up_to: newest?.id } })
    expect(await poll(at.ann)).toHaveLength(1)
    await at.ann.get('markSeen', { params: { id } })
    expect(await poll(at.ann)).toEqual([])
    expect(await poll(at.brian)).toHaveLength(1)
  })

  test('[API-28] reading one dismisses it; all read are kept; a new message makes a read one unread again', async () => {
    await say('Five')
    const [notice] = await poll(at.ann)
    await at.ann.get('readAllNotifications')
    expect(await poll(at.ann)).toMatchObject([{ id: notice?.id, read: true }])
    expect(await unread(at.ann)).toBe(0)
    await say('Six')
    expect(await poll(at.ann)).toMatchObject([{ id: notice?.id, read: false, message: 'Six' }])
    const params = { id: notice?.id ?? '' }
    expect(await at.brian.ask('readNotification', { params })).toMatchObject({ status: 404 })
    for (const time of [1, 2]) {
      expect({ time, ...(await at.ann.ask('readNotification', { params })) }).toMatchObject({ status: 200 })
    }
    expect(await poll(at.ann)).toEqual([])
    expect((await at.brian.get('clearNotifications')).reply).toEqual({ updated_count: 1 })
    expect(await poll(at.brian)).toEqual([])
  })

  test('[API-26 Q-089] a colleague’s notice is kept; one of type ASSIGNMENT is answered and changes nothing', async () => {
    const leave = (body: unknown) => at.ann.get('notifyAgent', { params: { id: at.brian.id }, body })
    const assignment = { type: 'ASSIGNMENT', conversation_id: id, message: 'Yours' }
    expect((await leave(assignment)).reply).toEqual({ notification: null })
    expect(await poll(at.brian)).toEqual([])
    for (const type of ['warning', 'system'] as const) {
      const { reply } = await leave({ type, conversation_id: id, message: `Please look, ${type}` })
      expect((await poll(at.brian))[0]).toEqual(reply.notification)
      expect(reply.notification).toMatchObject({
        type,
        title: 'From ann',
        message: `Please look, ${type}`,
        conversation_id: id,
        read: false,
      })
      at.clock.advance(1)
    }
    expect((await leave({ type: 'info' })).reply.notification).toMatchObject({
      type: 'info',
      message: '',
      conversation_id: null,
    })
    expect(await poll(at.ann)).toEqual([])
  })

  test('a message that notifies a hundred agents is a few rows in the event log', async () => {
    const { db } = at.database
    const now = at.clock.now()
    const emails = Array.from({ length: 100 }, (_, n) => `crowd-${n}@parley.example`)
    await db
      .insertInto('agents')
      .values(
        emails.map(email => ({
          email,
          name: email,
          password_hash: '-',
          status: 'AVAILABLE',
          created_at: now,
        })),
      )
      .execute()
    const before = (await logPosition(db)).seq
    await say('To everybody')
    expect((await logPosition(db)).seq - before).toBeLessThanOrEqual(5)
    // An agent who connects later gets it too.
    const told = await db
      .selectFrom('notifications')
      .innerJoin('agents', 'agents.id', 'notifications.agent_id')
      .select('email')
      .where('email', 'like', 'crowd-%')
      .where('notifications.message', '=', 'To everybody')
      .where('dismissed_at', 'is', null)
      .execute()
    expect(told).toHaveLength(100)
    expect(await poll(at.ann)).toMatchObject([{ type: 'MESSAGE', message: 'To everybody' }])
    await db.updateTable('agents').set({ status: 'OFFLINE' }).where('email', 'in', emails).execute()
  })

  test('[WS-08 ASSIGN-14 ASSIGN-15 Q-049] the notification socket carries new notices; without a socket the poll has them', async () => {
    const events: NotificationEvent[] = []
    const socket = new WebSocket(
      `${at.url.replace('http', 'ws')}${basePath}/ws/notifications?token=${at.brian.token}`,
    )
    socket.on('message', data => {
      const raw: unknown = JSON.parse((data as Buffer).toString('utf8'))
      const event = NotificationEvent.parse(raw)
      expect(event).toEqual(raw)
      events.push(event)
    })
    const notices = () => events.flatMap(event => ('event' in event ? [] : [event]))
    await eventually('ready', () => events.length > 0)
    await at.ann.get('assign', { params: { id }, body: { agent_id: at.brian.id } })
    await say('Seven')
    await eventually('both notices', () => notices().length === 2)
    expect(notices()).toMatchObject([
      { type: 'ASSIGNMENT', conversation_id: id, seq: expect.any(Number) },
      { type: 'MESSAGE', message: 'Seven', conversation_id: id },
    ])
    const polled = await poll(at.brian)
    expect(polled.map(one => one.id)).toEqual(expect.arrayContaining(notices().map(one => one.id)))
    // Reading and dismissing send no event, and the console's notice of an assignment is answered.
    await at.brian.get('readAllNotifications')
    await at.brian.get('clearNotifications')
    socket.send(JSON.stringify({ type: 'ASSIGNMENT', agent_id: at.ann.id, conversation_id: id }))
    await eventually('an answer', () => events.some(event => 'event' in event && event.event === 'pong'))
    expect(notices()).toHaveLength(2)
    expect(await poll(at.ann)).toMatchObject([{ type: 'MESSAGE' }])
    socket.terminate()
  })
})
