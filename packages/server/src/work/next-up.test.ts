import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AgentClient } from '../../test/models/agent-client.ts'
import { password, startTestServer, type TestServer, unique } from '../../test/server.ts'
import { eventually } from '../../test/wait.ts'
import { envelope, text } from '../../test/models/webhooks.ts'
import { markClosing } from '../conversations/reach.ts'

describe('next work for an agent', () => {
  let at: TestServer
  beforeAll(async () => {
    at = await startTestServer()
    for (const { id } of [at.ann, at.brian])
      await at.ann.get('setAgentStatus', { params: { id }, body: { status: 'AVAILABLE' } })
  })
  afterAll(() => at.close())

  const ahead = (seconds: number) => new Date(at.clock.now().getTime() + seconds * 1_000).toISOString()
  const dayEnd = '2026-03-02T21:00:00.000Z'
  const next = async (agent: AgentClient = at.ann) =>
    (await agent.get('nextUp', { query: { until: dayEnd } })).reply
  const writes = async (phone: string, words = 'Hello') => {
    at.clock.advance(1)
    const now = Math.floor(at.clock.now().getTime() / 1_000)
    await at.webhook(envelope({ messages: [text(phone, `wamid.${unique()}`, words, now)] }))
    const [row] = (await at.ann.get('conversations', { query: { search: phone } })).reply
    return { id: row?.id ?? '', name: row?.user.name ?? null, since: row?.waiting_since ?? '' }
  }
  const own = async (id: string) => {
    await at.ann.get('assign', { params: { id }, body: { agent_id: at.ann.id } })
    expect((await at.ann.ask('markSeen', { params: { id }, body: {} })).status).toBeLessThan(300)
  }

  test('[Q-251] is empty without work', async () => {
    expect(await next()).toEqual({
      offers: [],
      first: null,
      closing: 0,
      tickets: 0,
      reminders: { count: 0, first: null },
      back: 0,
    })
  })

  test('[Q-251] has the first waiting customer of the agent’s own, else of the unassigned', async () => {
    const nobodys = await writes('256700500001')
    expect((await next()).first).toEqual({
      conversation_id: nobodys.id,
      customer_name: nobodys.name,
      phone_number: '+256700500001',
      waiting_since: nobodys.since,
      is_own: false,
    })
    const [first, second] = [await writes('256700500002'), await writes('256700500003')]
    await own(second.id)
    await own(first.id)
    expect(await next()).toMatchObject({
      first: { conversation_id: first.id, waiting_since: first.since, is_own: true },
    })
    // A colleague's do not count.
    expect((await next(at.brian)).first).toMatchObject({ conversation_id: nobodys.id, is_own: false })
    await at.ann.get('send', { params: { id: first.id }, query: { content: 'Yes' } })
    expect((await next()).first).toMatchObject({ conversation_id: second.id })
  })

  test('[Q-251] has the agent’s offers, the first deadline first, until they are answered', async () => {
    const [early, late] = [await writes('256700500011'), await writes('256700500012')]
    for (const { id } of [early, late]) {
      await at.brian.get('assign', { params: { id }, body: { agent_id: at.ann.id } })
      at.clock.advance(10)
    }
    const { offers } = await next()
    expect(offers.map(offer => offer.conversation_id)).toEqual([early.id, late.id])
    expect(offers[0]).toMatchObject({ customer_name: early.name, phone_number: '+256700500011' })
    const [row] = (await at.ann.get('conversations', { query: { conversation_id: early.id } })).reply
    expect(offers[0]?.deadline).toBe(row?.offer?.deadline)
    expect((await next(at.brian)).offers).toEqual([])
    await at.ann.ask('acceptHandoff', { params: { id: early.id } })
    await at.ann.ask('rejectHandoff', { params: { id: late.id } })
    expect((await next()).offers).toEqual([])
  })

  test('[Q-251] counts open tickets of own conversations, and own reminders until the end of the day', async () => {
    const [mine, others] = [await writes('256700500021'), await writes('256700500022')]
    await own(mine.id)
    const tickets: string[] = []
    for (const conversation_id of [mine.id, mine.id, others.id]) {
      const body = { conversation_id, title: 'Call back' }
      tickets.push((await at.ann.get('createTicket', { body })).reply.id)
    }
    await at.ann.get('updateTicket', { params: { id: tickets[0] ?? '' }, body: { status: 'RESOLVED' } })
    expect((await next()).tickets).toBe(1)
    const promise = async (agent: AgentClient, id: string, due_at: string) => {
      const { messages } = (await agent.get('history', { params: { id } })).reply
      const message = messages[0]?.id ?? ''
      return (await agent.get('remind', { params: { id: message }, body: { due_at } })).reply
    }
    const later = await promise(at.ann, mine.id, ahead(2 * 3_600))
    const sooner = await promise(at.ann, others.id, ahead(3_600))
    await promise(at.brian, mine.id, ahead(60))
    expect((await next()).reminders).toEqual({
      count: 2,
      first: { conversation_id: others.id, message_id: sooner.message_id, due_at: sooner.due_at },
    })
    await at.ann.get('endReminder', { params: { id: sooner.id } })
    expect((await next()).reminders).toMatchObject({ count: 1, first: { due_at: later.due_at } })
    await promise(at.ann, mine.id, dayEnd)
    expect((await next()).reminders).toEqual({ count: 0, first: null })
  })

  test('[Q-251] counts snoozes that end today: of own conversations, and by the agent', async () => {
    const putOff = (agent: AgentClient, id: string, until: string) =>
      agent.get('snoozeConversation', { params: { id }, body: { until } })
    const [mine, others, tomorrow] = [
      await writes('256700500031'),
      await writes('256700500032'),
      await writes('256700500033'),
    ]
    await own(mine.id)
    await putOff(at.brian, mine.id, ahead(3_600))
    await putOff(at.ann, others.id, ahead(7_200))
    await putOff(at.ann, tomorrow.id, dayEnd)
    expect((await next()).back).toBe(2)
    expect((await next(at.brian)).back).toBe(1)
    await putOff(at.ann, others.id, dayEnd)
    expect((await next()).back).toBe(1)
  })

  test('[Q-251] counts closing windows as the queue’s view does', async () => {
    at.clock.advance(21 * 3_600)
    // Sessions end meanwhile.
    for (const name of ['ann', 'brian']) {
      const agent = await AgentClient.signIn(at.server.app, at.url, `${name}@parley.example`, password)
      await eventually('as many as the conversations that close soon', async () => {
        // The loop may use the time from before the clock advanced, and other loops may have a row just now.
        await markClosing(at.server.writer)
        const { reply } = await agent.get('conversations', { query: { queue: 'closing' } })
        return reply.length > 0 && (await next(agent)).closing === reply.length
      })
    }
  })
})
