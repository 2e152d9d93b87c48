import type { HandOver } from '@parley/core/work/api'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AgentClient } from '../../test/models/agent-client.ts'
import { password, startTestServer, type TestServer, unique } from '../../test/server.ts'
import { textWebhook } from '../../test/models/webhooks.ts'
import { addAgent } from '../agents/accounts.ts'
import { currentSeq } from '../live/log.ts'

let phones = 256_762_000_000

describe('[Q-275] the end of a shift', () => {
  let at: TestServer
  /** The agent at the end of their shift. */
  let zoe: AgentClient
  beforeAll(async () => {
    at = await startTestServer()
    const email = 'zoe@parley.example'
    await addAgent(at.server.writer, { email, name: 'Zoe', password, role: 'AGENT' })
    zoe = await AgentClient.signIn(at.server.app, at.url, email, password)
  })
  afterAll(() => at.close())
  beforeEach(async () => {
    for (const agent of [zoe, at.brian]) await setStatus(agent, 'AVAILABLE')
  })

  const setStatus = (agent: AgentClient, status: string) =>
    agent.get('setAgentStatus', { params: { id: agent.id }, body: { status } })
  const customer = async (): Promise<string> => {
    const phone = String((phones += 1))
    expect(await at.webhook(textWebhook(phone, `wamid.${unique()}`, 'Hello'))).toBe(200)
    return (await at.ann.get('conversations', { query: { search: phone } })).reply[0]?.id ?? ''
  }
  const give = (id: string, to: AgentClient) =>
    to.get('assign', { params: { id }, body: { agent_id: to.id } })
  const own = async (by = zoe): Promise<string> => {
    const id = await customer()
    await give(id, by)
    return id
  }
  const row = async (id: string) =>
    (await at.ann.get('conversations', { query: { conversation_id: id } })).reply[0]
  const notes = async (id: string) =>
    (await at.ann.get('notes', { params: { id } })).reply.map(({ text, agent }) => [agent.name, text])
  const step = (text: string) => ({ client_note_id: unique(), text })
  const handOver = async (items: readonly HandOver[], go_offline = false, by = zoe) =>
    (await by.get('handOver', { body: { items: [...items], go_offline } })).reply
  const statusOf = async (agent: AgentClient) =>
    (await at.ann.get('availableAgents')).reply.find(({ id }) => id === agent.id)?.status
  const newest = async (action: string) =>
    (await at.ann.get('audit', { query: { action, limit: '1' } })).reply[0]
  const historyOf = async (id: string) =>
    (await at.ann.get('assignmentHistory', { params: { id } })).reply.assignment_history
  const outcomes = (reply: Awaited<ReturnType<typeof handOver>>) =>
    reply.results.map(one => (one.outcome === 'refused' ? one.code : one.outcome))

  test('offers one to a colleague with the next step as a note, returns one to the queue, and keeps one', async () => {
    const [given, queued, kept] = [await own(), await own(), await own()]
    const reply = await handOver(
      [
        { conversation_id: given, next_step: step('Listen to the voice message'), to: at.brian.id },
        { conversation_id: queued, to: 'none' },
        { conversation_id: kept, next_step: step('Nothing open') },
      ],
      true,
    )
    expect(outcomes(reply)).toEqual(['done', 'done', 'done'])
    expect(reply.offline).toBe(true)
    expect(await statusOf(zoe)).toBe('OFFLINE')
    expect(await row(given)).toMatchObject({ agent: null, offer: { agent_id: at.brian.id } })
    expect(await notes(given)).toEqual([['Zoe', 'Listen to the voice message']])
    expect(await row(queued)).toMatchObject({ agent: null, offer: null })
    expect(await notes(queued)).toEqual([])
    expect(await row(kept)).toMatchObject({ agent: { id: zoe.id } })
    expect(await notes(kept)).toEqual([['Zoe', 'Nothing open']])
    await at.brian.get('acceptHandoff', { params: { id: given } })
    expect(await row(given)).toMatchObject({ agent: { id: at.brian.id }, offer: null })
  })

  test.each([[false], [true]])(
    '[Q-431] a note for a conversation that goes to the queue is an internal note in it; going offline: %s',
    async leaves => {
      const id = await own()
      const reply = await handOver(
        [{ conversation_id: id, next_step: step('Call the bank'), to: 'none' }],
        leaves,
      )
      expect(outcomes(reply)).toEqual(['done'])
      expect(await row(id)).toMatchObject({ agent: null, offer: null })
      expect(await notes(id)).toEqual([['Zoe', 'Call the bank']])
    },
  )

  test('an agent who goes offline loses it at once; one who stays keeps it until it is accepted', async () => {
    for (const [leaves, agent] of [
      [true, null],
      [false, { id: zoe.id }],
    ] as const) {
      const id = await own()
      await handOver([{ conversation_id: id, to: at.brian.id }], leaves)
      expect(await row(id)).toMatchObject({ agent, offer: { agent_id: at.brian.id } })
      await at.brian.get('rejectHandoff', { params: { id } })
      expect({ leaves, row: await row(id) }).toMatchObject({ leaves, row: { agent, offer: null } })
      await setStatus(zoe, 'AVAILABLE')
    }
  })

  test('keeping it withdraws its offer', async () => {
    for (const leaves of [false, true]) {
      const id = await own()
      await handOver([{ conversation_id: id, to: at.brian.id }])
      const kept = [{ conversation_id: id, to: zoe.id }]
      expect(outcomes(await handOver(kept, leaves))).toEqual(['done'])
      expect(await row(id)).toMatchObject({ agent: { id: zoe.id }, offer: null })
      expect(outcomes(await handOver(kept, leaves))).toEqual(['unchanged'])
    }
  })

  test('is on record like an assignment', async () => {
    const id = await own()
    await handOver([{ conversation_id: id, to: at.brian.id }])
    const entry = { by: { id: zoe.id }, on: { id }, before: { owner: zoe.id } }
    expect(await newest('conversation.assigned')).toMatchObject({
      ...entry,
      after: { offered_to: at.brian.id },
    })
    await handOver([{ conversation_id: id, to: 'none' }])
    expect(await newest('conversation.assigned')).toMatchObject({ ...entry, after: { owner: null } })
    expect((await historyOf(id)).map(({ state }) => state)).toEqual(['accepted', 'withdrawn'])
  })

  test.each([
    ['while staying', false, 1],
    ['while leaving', true, 2],
  ])('sent twice it is done once, %s', async (_, leaves, notGiven) => {
    const ids = [await own(), await own(), await own()]
    const [given = '', queued = '', kept = ''] = ids
    const items = [
      { conversation_id: given, next_step: step('Call the bank'), to: at.brian.id },
      { conversation_id: queued, next_step: step('Wait for the letter'), to: 'none' },
      { conversation_id: kept, next_step: step('Nothing open') },
    ]
    const first = await handOver(items, leaves)
    expect(outcomes(first)).toEqual(['done', 'done', 'done'])
    const seq = await currentSeq(at.database.db)
    const again = await handOver(items, leaves)
    expect(outcomes(again)).toEqual(['unchanged', 'unchanged', 'unchanged'])
    expect(again.offline).toBe(leaves)
    expect(await currentSeq(at.database.db)).toBe(seq)
    for (const id of ids) expect(await notes(id)).toHaveLength(1)
    // The same after the colleague's answer, whatever it was.
    await at.brian.get(notGiven === 1 ? 'acceptHandoff' : 'rejectHandoff', { params: { id: given } })
    const before = (await historyOf(given)).length
    expect(outcomes(await handOver(items, leaves))).toEqual(['unchanged', 'unchanged', 'unchanged'])
    expect(await historyOf(given)).toHaveLength(before)
  })

  test('each refusal undoes its own part, and stops no other', async () => {
    const [taken, mine, other] = [await own(), await own(), await own(at.brian)]
    await give(taken, at.brian)
    const reply = await handOver([
      { conversation_id: taken, next_step: step('One'), to: 'none' },
      { conversation_id: mine, next_step: step('Two'), to: '999999' },
      { conversation_id: other, next_step: step('Three') },
      { conversation_id: '999999', to: 'none' },
      { conversation_id: mine, next_step: step('Two'), to: '999999' },
    ])
    expect(outcomes(reply)).toEqual([
      'assignment.taken',
      'agent.not-found',
      'assignment.taken',
      'conversation.not-found',
    ])
    expect(reply.results[0]).toMatchObject({ detail: 'brian has this conversation' })
    for (const id of [taken, mine, other]) expect(await notes(id)).toEqual([])
    expect(await row(taken)).toMatchObject({ agent: { id: at.brian.id } })
    const over = await own()
    await zoe.get('setConversationStatus', { params: { id: over }, body: { status: 'RESOLVED' } })
    expect(outcomes(await handOver([{ conversation_id: over, to: 'none' }]))).toEqual([
      'conversation.changed',
    ])
  })

  test('the agent stays online while they own a refused one; a colleague’s does not count', async () => {
    const [taken, mine] = [await own(), await own()]
    await give(taken, at.brian)
    const held = await handOver(
      [
        { conversation_id: taken, to: 'none' },
        { conversation_id: mine, to: '999999' },
      ],
      true,
    )
    expect(held.offline).toBe(false)
    expect(await statusOf(zoe)).toBe('AVAILABLE')
    expect(await row(mine)).toMatchObject({ agent: { id: zoe.id } })
    expect((await handOver([{ conversation_id: taken, to: 'none' }], true)).offline).toBe(true)
    expect(await statusOf(zoe)).toBe('OFFLINE')
  })

  test('an invisible conversation is not found', async () => {
    const other = await own(at.brian)
    await at.ann.get('changeSettings', { body: { settings: { colleague_conversations: 'supervisors' } } })
    const [of, unknown] = (
      await handOver([
        { conversation_id: other, to: 'none' },
        { conversation_id: '999999', to: 'none' },
      ])
    ).results
    expect(of).toMatchObject({ outcome: 'refused', code: 'conversation.not-found' })
    expect(JSON.stringify(of).replaceAll(other, '999999')).toBe(JSON.stringify(unknown))
    // A conversation that was given away is invisible too, but known as given.
    const given = await own()
    const item = { conversation_id: given, to: at.brian.id }
    await handOver([item], true)
    await at.brian.get('acceptHandoff', { params: { id: given } })
    expect(outcomes(await handOver([item], true))).toEqual(['unchanged'])
    await at.ann.get('changeSettings', { body: { settings: {} } })
  })

  test.each([
    [Array.from({ length: 101 }, (_, place) => ({ conversation_id: String(place + 1) }))],
    [[{ conversation_id: '1', next_step: { client_note_id: 'a', text: ' ' } }]],
    [[{ conversation_id: '1', next_step: { client_note_id: 'a', text: 'x'.repeat(4_097) } }]],
  ])('too many, no words, or more than a note has: %#', async items => {
    expect(await zoe.ask('handOver', { body: { items } })).toMatchObject({ status: 400 })
  })
})
