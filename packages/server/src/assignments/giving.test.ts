import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AgentClient } from '../../test/models/agent-client.ts'
import { password, startTestServer, type TestServer, unique } from '../../test/server.ts'
import { textWebhook } from '../../test/models/webhooks.ts'
import { addAgent } from '../agents/accounts.ts'
import { currentSeq } from '../live/log.ts'

let phones = 256_763_000_000

describe('giving a conversation to a colleague', () => {
  let at: TestServer
  /** Agents, and a supervisor. */
  let zoe: AgentClient
  let yan: AgentClient
  let sue: AgentClient
  beforeAll(async () => {
    at = await startTestServer()
    const person = async (name: string, role: 'AGENT' | 'SUPERVISOR') => {
      const email = `${name.toLowerCase()}@parley.example`
      await addAgent(at.server.writer, { email, name, password, role })
      return AgentClient.signIn(at.server.app, at.url, email, password)
    }
    zoe = await person('Zoe', 'AGENT')
    yan = await person('Yan', 'AGENT')
    sue = await person('Sue', 'SUPERVISOR')
  })
  afterAll(() => at.close())
  const room = (agent: AgentClient, capacity: number) =>
    at.database.db
      .updateTable('agents')
      .set({ max_capacity: capacity })
      .where('id', '=', Number(agent.id))
      .execute()
  beforeEach(async () => {
    for (const agent of [zoe, yan, sue]) {
      await agent.get('setAgentStatus', { params: { id: agent.id }, body: { status: 'AVAILABLE' } })
      await room(agent, 100)
      await agent.get('clearNotifications')
    }
  })

  const customer = async (): Promise<string> => {
    const phone = String((phones += 1))
    expect(await at.webhook(textWebhook(phone, `wamid.${unique()}`, 'Hello'))).toBe(200)
    return (await at.ann.get('conversations', { query: { search: phone } })).reply[0]?.id ?? ''
  }
  interface More {
    readonly as?: 'offer' | 'owner'
    readonly note?: { readonly client_note_id: string; readonly text: string }
    readonly within_capacity?: boolean
  }
  const assign = (by: AgentClient, id: string, to: AgentClient, more: More = {}) =>
    by.ask('assign', { params: { id }, body: { agent_id: to.id, ...more } })
  const row = async (id: string) =>
    (await at.ann.get('conversations', { query: { conversation_id: id } })).reply[0]
  const notes = async (id: string) =>
    (await at.ann.get('notes', { params: { id } })).reply.map(({ text, agent }) => [agent.name, text])
  const said = (text: string) => ({ client_note_id: unique(), text })
  const statesOf = async (id: string) =>
    (await at.ann.get('assignmentHistory', { params: { id } })).reply.assignment_history.map(
      ({ state }) => state,
    )
  const noticesOf = async (agent: AgentClient, type: string) =>
    (await agent.get('pollNotifications')).reply.filter(notice => notice.type === type)
  const newest = async () =>
    (await at.ann.get('audit', { query: { action: 'conversation.assigned', limit: '1' } })).reply[0]
  const withdraw = async (by: AgentClient, id: string, offerId?: string) =>
    by.ask('withdrawOffer', {
      params: { id },
      body: { assignment_id: offerId ?? (await row(id))?.offer?.id ?? '' },
    })

  test('[Q-412] an offer that ended before anybody looked is told of, though its row says nothing', async () => {
    const id = await customer()
    const before = await currentSeq(at.database.db)
    await assign(zoe, id, yan)
    await yan.get('rejectHandoff', { params: { id } })
    const socket = await sue.connect(before)
    await socket.reached(await currentSeq(at.database.db))
    socket.cut()
    const rows = socket.events.filter(said => said.event === 'conversation' && said.data.id === id)
    expect(rows.map(said => (said.event === 'conversation' ? said.data.offer : undefined))).toEqual([null])
    expect(socket.events.filter(said => said.event === 'assignment')).toMatchObject([
      { data: { id, conversation_id: id } },
    ])
  })

  describe('[Q-405] with a note', () => {
    test('the offer and an internal note are made together, and no message', async () => {
      const id = await customer()
      const before = (await row(id))?.last_message
      expect(await assign(zoe, id, yan, { note: said('Wants the form again') })).toMatchObject({
        status: 200,
      })
      expect(await row(id)).toMatchObject({ offer: { agent_id: yan.id }, last_message: before })
      expect(await notes(id)).toEqual([['Zoe', 'Wants the form again']])
    })

    test.each([
      ['the conversation is archived', 'conversation.archived'],
      ['the note’s id is another’s', 'note.same-client-id'],
      ['the agent has no room', 'agent.over-capacity'],
    ])('neither is made where %s', async (_, code) => {
      const [id, other] = [await customer(), await customer()]
      const note = said('Wants the form again')
      if (code === 'conversation.archived')
        await zoe.get('setConversationStatus', { params: { id }, body: { status: 'ARCHIVED' } })
      if (code === 'note.same-client-id') await assign(zoe, other, yan, { note })
      if (code === 'agent.over-capacity') await room(yan, 0)
      expect(await assign(zoe, id, yan, { note, within_capacity: true })).toMatchObject({
        status: 409,
        body: { code },
      })
      expect(await row(id)).toMatchObject({ offer: null })
      expect(await notes(id)).toEqual([])
    })

    test('the same call again is one note and one offer', async () => {
      const id = await customer()
      const note = said('Wants the form again')
      for (let times = 0; times < 2; times += 1) await assign(zoe, id, yan, { note })
      expect(await notes(id)).toHaveLength(1)
      expect(await statesOf(id)).toEqual(['offered'])
    })
  })

  describe('[Q-406] at once', () => {
    test('a supervisor makes an agent the owner, who is told, as is the owner before; it is on record', async () => {
      const id = await customer()
      await assign(zoe, id, zoe)
      await assign(zoe, id, yan)
      expect(await assign(sue, id, yan, { as: 'owner', note: said('Yours now') })).toMatchObject({
        status: 200,
      })
      expect(await row(id)).toMatchObject({ agent: { id: yan.id }, offer: null })
      expect(await statesOf(id)).toEqual(['accepted', 'withdrawn', 'accepted'])
      expect(await noticesOf(yan, 'transfer')).toMatchObject([
        {
          title: 'Conversation assigned to you',
          message: `Sue assigned conversation #${id} to you`,
          conversation_id: id,
        },
      ])
      expect(await noticesOf(yan, 'ASSIGNMENT')).toEqual([])
      expect(await noticesOf(zoe, 'transfer')).toMatchObject([{ message: `Yan has conversation #${id} now` }])
      expect(await newest()).toMatchObject({
        by: { id: sue.id },
        on: { id },
        before: { owner: zoe.id },
        after: { owner: yan.id },
      })
      expect(await notes(id)).toEqual([['Sue', 'Yours now']])
    })

    test('an agent can only offer', async () => {
      const id = await customer()
      expect(await assign(zoe, id, yan, { as: 'owner' })).toMatchObject({
        status: 403,
        body: {
          detail:
            'Only a supervisor or an administrator may assign a conversation to a colleague at once, or withdraw the offer of a colleague',
        },
      })
      expect(await row(id)).toMatchObject({ agent: null, offer: null })
    })
  })

  describe('[Q-407] the capacity', () => {
    test.each([
      ['nothing, without a word of the capacity', 'nobody', false, 200],
      ['nothing', 'nobody', true, 409],
      ['the conversation', 'owns', true, 200],
      ['an offer of it', 'offered', true, 200],
    ] as const)('of an agent without room who has %s', async (_, has, within, status) => {
      const id = await customer()
      if (has === 'owns') await assign(yan, id, yan)
      if (has === 'offered') await assign(zoe, id, yan)
      await room(yan, has === 'nobody' ? 0 : 1)
      for (const as of ['offer', 'owner'] as const) {
        const answer = await assign(sue, id, yan, { as, within_capacity: within })
        expect({ as, ...answer }).toMatchObject({ as, status })
      }
    })

    test('the refusal has the agent’s figures, and oneself is “you”', async () => {
      const id = await customer()
      await room(yan, 0)
      const { reply } = await at.ann.get('availableAgents')
      const workload = reply.find(({ id: one }) => one === yan.id)?.current_workload
      for (const [by, who] of [
        [zoe, 'Yan has'],
        [yan, 'You have'],
      ] as const)
        expect(await assign(by, id, yan, { within_capacity: true })).toMatchObject({
          status: 409,
          body: { code: 'agent.over-capacity', detail: `${who} ${workload} of 0 conversations` },
        })
    })
  })

  describe('[Q-408] withdrawing an offer', () => {
    test.each([
      ['its author', () => zoe, 200],
      ['a supervisor', () => sue, 200],
      ['an administrator', () => at.ann, 200],
      ['another agent', () => at.brian, 403],
      ['the agent who is offered it', () => yan, 403],
    ] as const)('by %s', async (who, by, status) => {
      const id = await customer()
      await assign(zoe, id, yan)
      const answer = await withdraw(by(), id)
      expect({ who, status: answer.status }).toEqual({ who, status })
      expect((await row(id))?.offer === null).toBe(status === 200)
    })

    test('the owner stays, the notice is gone, and it is on record', async () => {
      const id = await customer()
      await assign(zoe, id, zoe)
      await assign(zoe, id, yan)
      expect(await noticesOf(yan, 'ASSIGNMENT')).toHaveLength(1)
      await withdraw(zoe, id)
      expect(await row(id)).toMatchObject({ agent: { id: zoe.id }, offer: null })
      expect(await noticesOf(yan, 'ASSIGNMENT')).toEqual([])
      expect(await statesOf(id)).toEqual(['accepted', 'withdrawn'])
      expect(await newest()).toMatchObject({
        by: { id: zoe.id },
        before: { offered_to: yan.id },
        after: { offered_to: null },
      })
      expect(await yan.ask('acceptHandoff', { params: { id } })).toMatchObject({
        status: 409,
        body: { code: 'assignment.taken' },
      })
    })

    test('one that is over stays so; one that was accepted, or replaced, is refused by name', async () => {
      const id = await customer()
      const offerOf = async () => {
        await assign(zoe, id, yan)
        return (await row(id))?.offer?.id ?? ''
      }
      const rejected = await offerOf()
      await yan.get('rejectHandoff', { params: { id } })
      expect(await withdraw(zoe, id, rejected)).toMatchObject({ status: 200 })
      const replaced = await offerOf()
      await assign(zoe, id, sue)
      expect(await withdraw(zoe, id, replaced)).toMatchObject({
        status: 409,
        body: { code: 'assignment.offered-to-other', detail: 'This conversation is offered to Sue' },
      })
      const accepted = await offerOf()
      await yan.get('acceptHandoff', { params: { id } })
      expect(await withdraw(zoe, id, accepted)).toMatchObject({
        status: 409,
        body: { code: 'assignment.taken', detail: 'Yan has this conversation' },
      })
      expect(await withdraw(zoe, await customer(), accepted)).toMatchObject({
        status: 409,
        body: { code: 'conversation.changed' },
      })
      expect(await statesOf(id)).toEqual(['rejected', 'withdrawn', 'withdrawn', 'accepted'])
    })
  })
})
