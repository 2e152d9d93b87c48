import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AgentClient, AgentSocket } from '../../test/models/agent-client.ts'
import { startTestServer, type TestServer, unique } from '../../test/server.ts'
import { textWebhook } from '../../test/models/webhooks.ts'

let phones = 256_761_000_000

/* What a hand-off tells whom, and what is refused in which words. Its rules stand in assignments.test.ts. */
describe('a hand-off', () => {
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
  beforeEach(async () => {
    for (const agent of [at.ann, at.brian]) {
      await agent.get('setAgentStatus', { params: { id: agent.id }, body: { status: 'AVAILABLE' } })
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
  const assign = async (by: AgentClient, id: string, to: AgentClient) =>
    (await by.get('assign', { params: { id }, body: { agent_id: to.id } })).reply.assignment_history
  const accept = (agent: AgentClient, id: string) => agent.ask('acceptHandoff', { params: { id } })
  const reject = (agent: AgentClient, id: string) => agent.ask('rejectHandoff', { params: { id } })
  /** An agent's notices of one conversation beside the customer's messages. */
  const told = async (agent: AgentClient, id: string) =>
    (await agent.get('pollNotifications')).reply
      .filter(notice => notice.conversation_id === id && notice.type !== 'MESSAGE')
      .map(({ type, title, message }) => [type, title, message])
  /** A socket's later events of agents and this conversation. */
  const heard = async (socket: AgentSocket | undefined, id: string, ...changed: readonly AgentClient[]) => {
    const { seq } = await at.ann.get('conversations', { query: { conversation_id: id } })
    await socket?.reached(seq)
    const events = socket?.events.splice(0) ?? []
    const conversations = events.flatMap(event => (event.event === 'conversation' ? [event.data.id] : []))
    const agents = events.flatMap(event => (event.event === 'agent' ? [event.data.id] : []))
    expect([...new Set(conversations)]).toEqual([id])
    expect(new Set<string>(agents)).toEqual(new Set(changed.map(agent => agent.id)))
  }
  const quiet = async (socket: AgentSocket | undefined) => {
    const { seq } = await at.ann.get('conversations')
    await socket?.reached(seq)
    socket?.events.splice(0)
  }

  test('[ASSIGN-08] publishes an offer, its end and a new owner, with changed workloads', async () => {
    const id = await conversation()
    await quiet(sockets[0])
    await assign(at.ann, id, at.brian)
    await heard(sockets[0], id, at.brian)
    await at.brian.get('rejectHandoff', { params: { id } })
    await heard(sockets[0], id, at.brian)
    await assign(at.ann, id, at.ann)
    await heard(sockets[0], id, at.ann)
    await assign(at.brian, id, at.brian)
    await heard(sockets[0], id, at.ann, at.brian)
  })

  test('an acceptance notifies the assigner; a previous owner who assigned it gets no second notice', async () => {
    const id = await conversation()
    await assign(at.ann, id, at.ann)
    await assign(at.ann, id, at.brian)
    await accept(at.brian, id)
    expect(await told(at.ann, id)).toEqual([
      ['success', 'Assignment accepted', `brian accepted conversation #${id}`],
    ])
    expect(await told(at.brian, id)).toEqual([])
  })

  test('a rejection notifies the assigner; a takeover notifies the previous owner', async () => {
    const id = await conversation()
    await assign(at.ann, id, at.brian)
    await reject(at.brian, id)
    expect(await told(at.ann, id)).toEqual([
      ['warning', 'Assignment rejected', `brian rejected conversation #${id}: Not interested`],
    ])
    await assign(at.ann, id, at.ann)
    await assign(at.brian, id, at.brian)
    expect(await told(at.ann, id)).toContainEqual([
      'transfer',
      'Conversation transferred',
      `brian has conversation #${id} now`,
    ])
  })

  test('assigning to the owner withdraws another agent’s offer, and notifies nobody', async () => {
    const id = await conversation()
    await assign(at.ann, id, at.ann)
    await assign(at.ann, id, at.brian)
    const history = await assign(at.ann, id, at.ann)
    expect(history.map(({ state, reason }) => [state, reason])).toEqual([
      ['accepted', null],
      ['withdrawn', null],
    ])
    expect(await row(id)).toMatchObject({ agent: { id: at.ann.id }, offer: null })
    expect([await told(at.ann, id), await told(at.brian, id)]).toEqual([[], []])
  })

  test('closing a conversation is the reason in the history of its offer', async () => {
    const id = await conversation()
    await assign(at.ann, id, at.brian)
    await at.ann.get('setConversationStatus', { params: { id }, body: { status: 'RESOLVED' } })
    const { reply } = await at.ann.get('assignmentHistory', { params: { id } })
    expect(reply.assignment_history).toMatchObject([
      { state: 'withdrawn', reason: 'The conversation was closed', ended_at: at.clock.now().toISOString() },
    ])
    expect(await told(at.ann, id)).toEqual([])
  })

  test('once there is an owner, only they are notified of messages', async () => {
    const id = await conversation()
    const messages = async (agent: AgentClient) =>
      (await agent.get('pollNotifications')).reply.filter(
        notice => notice.conversation_id === id && notice.type === 'MESSAGE',
      ).length
    expect([await messages(at.ann), await messages(at.brian)]).toEqual([1, 1])
    await assign(at.ann, id, at.ann)
    expect([await messages(at.ann), await messages(at.brian)]).toEqual([1, 0])
  })

  test('an away agent can neither accept nor claim; the error says what to do', async () => {
    const id = await conversation()
    await at.brian.get('setAgentStatus', { params: { id: at.brian.id }, body: { status: 'AWAY' } })
    await assign(at.ann, id, at.brian)
    const refused = {
      status: 409,
      body: {
        code: 'agent.offline',
        detail: 'You are not available. Set your status to Available before you take a conversation',
      },
    }
    expect(await accept(at.brian, id)).toMatchObject(refused)
    expect(await row(id)).toMatchObject({ agent: null, offer: { agent_id: at.brian.id } })
    expect(await accept(at.brian, await conversation())).toMatchObject(refused)
  })

  test('a claim without capacity, or of a conversation that is not in the queue, explains why', async () => {
    const id = await conversation()
    const load =
      (await at.ann.get('availableAgents')).reply.find(one => one.id === at.brian.id)?.current_workload ?? -1
    const room = (capacity: number) =>
      at.database.db
        .updateTable('agents')
        .set({ max_capacity: capacity })
        .where('id', '=', Number(at.brian.id))
        .execute()
    await room(load)
    const detail = `You have ${load} of at most ${load} conversations. Finish one first`
    expect(await accept(at.brian, id)).toMatchObject({ status: 409, body: { code: 'agent.full', detail } })
    await room(load + 1)
    await at.ann.get('setConversationStatus', { params: { id }, body: { status: 'RESOLVED' } })
    expect(await accept(at.brian, id)).toMatchObject({
      status: 409,
      body: { detail: 'This conversation is resolved, so it is not in the queue' },
    })
    const other = await conversation()
    expect(await accept(at.brian, other)).toMatchObject({ status: 200 })
    await room(100)
  })

  test('answers 404 for unknown ids, and names them', async () => {
    const id = await conversation()
    const missing = { params: { id: '99999999' } }
    const calls = [
      at.ann.ask('assignmentHistory', missing),
      at.ann.ask('assign', { ...missing, body: { agent_id: at.brian.id } }),
      at.ann.ask('acceptHandoff', missing),
      at.ann.ask('rejectHandoff', missing),
    ]
    for (const answer of await Promise.all(calls)) {
      expect(answer).toMatchObject({
        status: 404,
        body: { code: 'conversation.not-found', detail: 'Conversation with ID 99999999 not found' },
      })
    }
    expect(await at.ann.ask('assign', { params: { id }, body: { agent_id: '99999999' } })).toMatchObject({
      status: 404,
      body: { code: 'agent.not-found' },
    })
    expect(await reject(at.ann, id)).toMatchObject({ status: 409, body: { code: 'assignment.not-offered' } })
  })

  test('a message’s notice is no hand-off', async () => {
    const id = await conversation()
    const notice = (await at.brian.get('pollNotifications')).reply.find(one => one.conversation_id === id)
    expect(notice?.type).toBe('MESSAGE')
    expect(await accept(at.brian, notice?.id ?? '')).toMatchObject({ status: 404 })
  })

  test('[Q-087] refuses an answer to an expired offer; the first claim gets the conversation', async () => {
    const [first, second] = [await conversation(), await conversation()]
    for (const id of [first, second]) await assign(at.ann, id, at.brian)
    at.clock.advance(5 * 60)
    for (const socket of sockets) await socket.reached(0)
    expect(await reject(at.brian, first)).toMatchObject({
      status: 409,
      body: { detail: 'This conversation is not offered to you any more' },
    })
    const late = await at.brian.get('acceptHandoff', { params: { id: first } })
    const quick = await at.ann.get('acceptHandoff', { params: { id: second } })
    const states = ({ reply }: typeof late) =>
      reply.assignment_history.map(({ state, reason, by }) => [state, reason, by?.name])
    expect(states(late)).toEqual([
      ['expired', 'No answer in time', 'ann'],
      ['accepted', null, 'brian'],
    ])
    expect(states(quick)).toEqual([
      ['expired', 'No answer in time', 'ann'],
      ['accepted', null, 'ann'],
    ])
    expect(await told(at.ann, first)).toEqual([
      [
        'warning',
        'Assignment not answered',
        `brian did not answer for conversation #${first}: No answer in time`,
      ],
    ])
    const active = async () =>
      (await at.ann.get('availableAgents')).reply.map(({ last_activity_at }) => last_activity_at)
    expect(await active()).toEqual([at.clock.now().toISOString(), at.clock.now().toISOString()])
    at.clock.advance(1)
    const third = await conversation()
    await assign(at.ann, third, at.brian)
    await reject(at.brian, third)
    expect((await active())[1]).toBe(at.clock.now().toISOString())
  })
})
