import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AgentClient, AgentSocket } from '../../test/models/agent-client.ts'
import { password, startTestServer, type TestServer, unique } from '../../test/server.ts'
import { textWebhook } from '../../test/models/webhooks.ts'
import { eventually } from '../../test/wait.ts'
import { addAgent } from '../agents/accounts.ts'
import { sweepGone } from './offer.ts'

let phones = 256_760_000_000

describe('assignment', () => {
  let at: TestServer
  const sockets: AgentSocket[] = []
  beforeAll(async () => {
    at = await startTestServer()
    sockets.push(await at.ann.connect(), await at.brian.connect())
  })
  afterAll(async () => {
    for (const socket of sockets) socket.cut()
    await at.close()
  })
  const setStatus = (agent: AgentClient, status: string) =>
    agent.get('setAgentStatus', { params: { id: agent.id }, body: { status } })
  const room = (agent: AgentClient, capacity: number) =>
    at.database.db
      .updateTable('agents')
      .set({ max_capacity: capacity })
      .where('id', '=', Number(agent.id))
      .execute()
  beforeEach(async () => {
    for (const agent of [at.ann, at.brian]) {
      await setStatus(agent, 'AVAILABLE')
      await room(agent, 100)
      await agent.get('clearNotifications')
    }
  })

  /** A conversation in the queue. */
  const conversation = async (): Promise<string> => {
    phones += 1
    expect(await at.webhook(textWebhook(String(phones), `wamid.${unique()}`, 'Hello'))).toBe(200)
    const { reply } = await at.ann.get('conversations', { query: { search: String(phones) } })
    return reply[0]?.id ?? ''
  }
  const row = async (id: string) =>
    (await at.ann.get('conversations', { query: { conversation_id: id } })).reply[0]
  const offer = (id: string, to: AgentClient = at.brian) =>
    at.ann.get('assign', { params: { id }, body: { agent_id: to.id } })
  const workloadOf = async (agent: AgentClient) =>
    (await at.ann.get('availableAgents')).reply.find(one => one.id === agent.id)?.current_workload ?? -1
  const noticesOf = async (agent: AgentClient, type: string) =>
    (await agent.get('pollNotifications')).reply.filter(notice => notice.type === type)

  test('[API-25 ASSIGN-08] assigning makes an offer: the owner stays, the workload counts it, history and row have it', async () => {
    const id = await conversation()
    const before = await workloadOf(at.brian)
    const { reply } = await offer(id)
    const made = {
      id: expect.stringMatching(/^\d+$/),
      agent_id: at.brian.id,
      agent_name: 'brian',
      by: { id: at.ann.id, name: 'ann' },
    }
    const offeredAt = at.clock.now().toISOString()
    expect(reply.assignment_history).toEqual([
      {
        ...made,
        state: 'offered',
        reason: null,
        reason_code: null,
        offered_at: offeredAt,
        ended_at: null,
      },
    ])
    const deadline = new Date(at.clock.now().getTime() + 5 * 60_000).toISOString()
    expect(await row(id)).toMatchObject({ agent: null, offer: { ...made, offered_at: offeredAt, deadline } })
    expect(await workloadOf(at.brian)).toBe(before + 1)
  })

  test('[API-28 API-29 Q-087] accepting, by the conversation’s or the notification’s id, changes the owner and ends the notice', async () => {
    for (const by of ['conversation', 'notification'] as const) {
      const id = await conversation()
      await offer(id)
      const [notice] = await noticesOf(at.brian, 'ASSIGNMENT')
      expect(notice).toMatchObject({
        title: 'New Assignment',
        message: `You have been assigned a new conversation (#${id})`,
        conversation_id: id,
        data: { importance: 'high' },
        auto_close: false,
      })
      const answered = by === 'conversation' ? id : (notice?.id ?? '')
      const { reply } = await at.brian.get('acceptHandoff', { params: { id: answered } })
      expect(reply.assignment_history).toMatchObject([{ state: 'accepted', agent_id: at.brian.id }])
      expect(await row(id)).toMatchObject({ agent: { id: at.brian.id }, offer: null })
      expect(await noticesOf(at.brian, 'ASSIGNMENT')).toEqual([])
      // A repeat changes nothing.
      const again = await at.brian.get('acceptHandoff', { params: { id } })
      expect(again.reply).toEqual(reply)
    }
    expect(await noticesOf(at.ann, 'success')).toHaveLength(2)
  })

  test('another agent’s offer cannot be accepted or rejected, and the error names that agent', async () => {
    const id = await conversation()
    await offer(id)
    const [notice] = await noticesOf(at.brian, 'ASSIGNMENT')
    for (const call of ['acceptHandoff', 'rejectHandoff'] as const) {
      expect(await at.ann.ask(call, { params: { id } })).toMatchObject({
        status: 409,
        body: { code: 'assignment.offered-to-other', detail: 'This conversation is offered to brian' },
      })
      // Another agent's notice is not found.
      expect(await at.ann.ask(call, { params: { id: notice?.id ?? '' } })).toMatchObject({ status: 404 })
    }
    await at.brian.get('acceptHandoff', { params: { id } })
    expect(await at.ann.ask('acceptHandoff', { params: { id } })).toMatchObject({
      status: 409,
      body: { code: 'assignment.taken', detail: 'brian has this conversation' },
    })
  })

  test.each([
    [undefined, 'Not interested'],
    [{}, 'Not interested'],
    [{ reason: '  ' }, 'Not interested'],
    [{ reason: 'On my break' }, 'On my break'],
  ])(
    '[API-30 Q-088] rejecting with %j gives it back, with the reason, and tells who assigned it',
    async (body, reason) => {
      const id = await conversation()
      await at.ann.get('assign', { params: { id }, body: { agent_id: at.ann.id } })
      await offer(id)
      const { reply } = await at.brian.get('rejectHandoff', { params: { id }, body })
      expect(reply.assignment_history.at(-1)).toMatchObject({ state: 'rejected', reason })
      expect(await row(id)).toMatchObject({ agent: { id: at.ann.id }, offer: null })
      expect(await noticesOf(at.ann, 'warning')).toMatchObject([
        { message: `brian rejected conversation #${id}: ${reason}` },
      ])
      expect(await at.brian.ask('rejectHandoff', { params: { id } })).toMatchObject({
        status: 409,
        body: { code: 'assignment.not-offered' },
      })
    },
  )

  test.each([
    [{ reason_code: 'break' }, 'Going on break', 'break'],
    [{ reason: 'I do not speak Luganda', reason_code: 'language' }, 'I do not speak Luganda', 'language'],
    [{ reason: 'At the dentist', reason_code: 'other' }, 'At the dentist', 'other'],
    [{ reason: 'On my break' }, 'On my break', null],
  ] as const)('[Q-212] rejecting with %j keeps the words and the code', async (body, reason, code) => {
    const id = await conversation()
    await offer(id)
    const { reply } = await at.brian.get('rejectHandoff', { params: { id }, body })
    expect(reply.assignment_history.at(-1)).toMatchObject({ state: 'rejected', reason, reason_code: code })
  })

  test('[Q-212] refuses an unknown reason by name', async () => {
    const id = await conversation()
    await offer(id)
    expect(
      await at.brian.ask('rejectHandoff', { params: { id }, body: { reason_code: 'weather' } }),
    ).toMatchObject({ status: 400, body: { fields: { reason_code: expect.any(String) } } })
  })

  test('assigning to oneself accepts at once, also beyond the capacity, and notifies the previous owner', async () => {
    const id = await conversation()
    await room(at.ann, 0)
    await at.brian.get('acceptHandoff', { params: { id } })
    const { reply } = await at.ann.get('assign', { params: { id }, body: { agent_id: at.ann.id } })
    expect(reply.assignment_history).toMatchObject([
      { agent_id: at.brian.id, by: { id: at.brian.id }, state: 'accepted' },
      { agent_id: at.ann.id, by: { id: at.ann.id }, state: 'accepted' },
    ])
    expect(await row(id)).toMatchObject({ agent: { id: at.ann.id } })
    expect(await noticesOf(at.brian, 'transfer')).toMatchObject([{ conversation_id: id }])
    const changes = await at.database.db
      .selectFrom('owner_changes')
      .select(['from_id', 'to_id', 'by_id'])
      .where('conversation_id', '=', Number(id))
      .orderBy('id')
      .execute()
    const [ann, brian] = [Number(at.ann.id), Number(at.brian.id)]
    expect(changes).toEqual([
      { from_id: null, to_id: brian, by_id: brian },
      { from_id: brian, to_id: ann, by_id: ann },
    ])
  })

  test('a new assignment withdraws the open offer', async () => {
    const id = await conversation()
    await offer(id)
    const { reply } = await offer(id)
    expect(reply.assignment_history.map(one => one.state)).toEqual(['withdrawn', 'offered'])
    expect(await noticesOf(at.brian, 'ASSIGNMENT')).toHaveLength(1)
  })

  test('every agent can read the history, oldest first; it is empty at first', async () => {
    const id = await conversation()
    const history = async (agent: AgentClient) =>
      (await agent.get('assignmentHistory', { params: { id } })).reply.assignment_history
    expect(await history(at.ann)).toEqual([])
    await offer(id)
    await at.brian.get('rejectHandoff', { params: { id }, body: { reason: 'On my break' } })
    const { reply } = await at.ann.get('assign', { params: { id }, body: { agent_id: at.ann.id } })
    expect(reply.assignment_history).toMatchObject([
      { agent_id: at.brian.id, state: 'rejected', reason: 'On my break' },
      { agent_id: at.ann.id, state: 'accepted' },
    ])
    expect(await history(at.brian)).toEqual(reply.assignment_history)
  })

  test.each(['RESOLVED', 'ARCHIVED'])(
    'a conversation that becomes %s takes its open offer and its load away',
    async status => {
      const id = await conversation()
      await at.ann.get('assign', { params: { id }, body: { agent_id: at.ann.id } })
      await offer(id)
      const [ann, brian] = [await workloadOf(at.ann), await workloadOf(at.brian)]
      await at.ann.get('setConversationStatus', { params: { id }, body: { status } })
      expect((await row(id))?.offer).toBeNull()
      expect(await workloadOf(at.ann)).toBe(ann - 1)
      expect(await workloadOf(at.brian)).toBe(brian - 1)
      expect(await noticesOf(at.brian, 'ASSIGNMENT')).toEqual([])
    },
  )

  test('a claim needs capacity, presence and a conversation in the queue', async () => {
    const id = await conversation()
    const claim = () => at.brian.ask('acceptHandoff', { params: { id } })
    const refused = (code: string) => ({ status: 409, body: { code } })
    await room(at.brian, await workloadOf(at.brian))
    expect(await claim()).toMatchObject(refused('agent.full'))
    await room(at.brian, 100)
    await setStatus(at.brian, 'AWAY')
    expect(await claim()).toMatchObject(refused('agent.offline'))
    await setStatus(at.brian, 'AVAILABLE')
    for (const status of ['RESOLVED', 'ARCHIVED']) {
      await at.database.db.updateTable('conversations').set({ status }).where('id', '=', Number(id)).execute()
      expect(await claim()).toMatchObject(refused('assignment.not-in-queue'))
    }
    expect(await at.ann.ask('assign', { params: { id }, body: { agent_id: at.ann.id } })).toMatchObject(
      refused('conversation.archived'),
    )
  })

  test('[DATA-13 API-31 API-32 API-33] profiles: by name, with department and skill, online by status and presence', async () => {
    await at.database.db
      .updateTable('agents')
      .set({ department: 'Claims', skills: ['Luganda', 'Motor'], max_capacity: 4 })
      .where('id', '=', Number(at.brian.id))
      .execute()
    const list = async (query: Record<string, string> = {}) =>
      (await at.ann.get('availableAgents', { query })).reply
    expect((await list({ include_realtime: 'true' })).map(one => one.name)).toEqual(['ann', 'brian'])
    expect((await list({ skip: '1', limit: '1' })).map(one => one.name)).toEqual(['brian'])
    expect(await list({ department: 'claims', skill: 'motor' })).toHaveLength(1)
    expect(await list({ department: 'claims', skill: 'Runyoro' })).toEqual([])
    const { reply } = await setStatus(at.brian, 'away')
    expect(reply).toEqual({
      id: at.brian.id,
      user_id: at.brian.id,
      user_name: 'brian',
      name: 'brian',
      department: 'Claims',
      status: 'AWAY',
      is_online: false,
      current_workload: reply.current_workload,
      max_capacity: 4,
      availability_percentage: Math.max(0, 100 - reply.current_workload * 25),
      skills: ['Luganda', 'Motor'],
      last_activity_at: at.clock.now().toISOString(),
      status_reason: null,
      status_since: at.clock.now().toISOString(),
      status_until: null,
      offers_paused_until: null,
    })
    // Offline agents are listed too.
    expect((await list()).map(one => one.is_online)).toEqual([true, false])
    expect((await setStatus(at.brian, 'AVAILABLE')).reply.is_online).toBe(true)
    expect(
      await at.brian.ask('setAgentStatus', { params: { id: at.ann.id }, body: { status: 'OFFLINE' } }),
    ).toMatchObject({ status: 403 })
    const online = async () => (await list()).map(one => one.is_online).join()
    // The server also renews presence by itself, every 20 s. If that comes in between, it lapses once more.
    await eventually('presence to lapse, and a sign of life to renew it', async () => {
      at.clock.advance(60)
      const lapsed = await online()
      await sockets[1]?.reached(0)
      return lapsed === 'false,false' && (await online()) === 'false,true'
    })
    await sockets[0]?.reached(0)
  })

  test('[API-32] answers the first 100 without skip and limit', async () => {
    const now = at.clock.now()
    const emails = Array.from({ length: 100 }, (_, n) => `crowd-${n}@parley.example`)
    await at.database.db
      .insertInto('agents')
      .values(emails.map(email => ({ email, name: email, password_hash: '-', created_at: now })))
      .execute()
    const list = async (query: Record<string, string>) =>
      (await at.ann.get('availableAgents', { query })).reply.map(one => one.name)
    const all = await list({ limit: '500' })
    expect(all).toHaveLength(102)
    expect(await list({})).toEqual(all.slice(0, 100))
    expect(await list({ skip: '100' })).toEqual(all.slice(100))
  })

  // The last one, since every agent is in the lists above.
  test('an agent who disappears loses an offer; an offer to an offline agent stays open', async () => {
    const { db } = at.database
    // The server renews nobody's presence without a socket.
    const carol = await addAgent(at.server.writer, { email: 'carol@parley.example', password })
    await db.updateTable('agents').set({ status: 'AVAILABLE' }).where('id', '=', carol).execute()
    const here = { agent_id: carol, process: 'test', seen_at: at.clock.now() }
    await db.insertInto('presence').values(here).execute()
    const give = (id: string) => at.ann.get('assign', { params: { id }, body: { agent_id: String(carol) } })
    const [first, second] = [await conversation(), await conversation()]
    await give(first)
    await db.deleteFrom('presence').where('agent_id', '=', carol).execute()
    await give(second)
    await sweepGone(at.server.writer)
    expect(await row(first)).toMatchObject({ agent: null, offer: null })
    expect(await row(second)).toMatchObject({ offer: { agent_id: String(carol) } })
    const { reply } = await offer(first, at.ann)
    expect(reply.assignment_history[0]).toMatchObject({ state: 'expired', reason: 'Went offline' })
    const message = `carol did not answer for conversation #${first}: Went offline`
    expect(await noticesOf(at.ann, 'warning')).toContainEqual(
      expect.objectContaining({ message, conversation_id: first }),
    )
  })
})
