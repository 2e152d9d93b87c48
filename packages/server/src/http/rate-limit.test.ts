import { ApiError } from '@parley/core/errors'
import type { FastifyReply } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AgentClient } from '../../test/models/agent-client.ts'
import { startTestServer, type TestServer, unique } from '../../test/server.ts'
import { textWebhook } from '../../test/models/webhooks.ts'
import { demoBudgets, productionBudgets, rateLimit } from './rate-limit.ts'

test('[Q-163] two hundred sends in fourteen seconds are too many for a person, four files a minute and a long text are not', () => {
  let now = 0
  const headers: Record<string, unknown> = {}
  const reply = { header: (name: string, value: unknown) => (headers[name] = value) } as unknown
  const spend = rateLimit(productionBudgets, () => now)
  const send = { spends: 'send' } as never
  const takes = (agentId: number) => {
    try {
      spend(send, { agentId, query: undefined, reply: reply as FastifyReply })
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      expect(error.code).toBe('call.too-often')
      return false
    }
  }
  let taken = 0
  for (let n = 0; n < 200; n += 1) {
    now += 70
    if (takes(1)) taken += 1
  }
  expect(taken).toBe(73)
  expect(headers['retry-after']).toBe('1')
  expect(takes(2)).toBe(true)
  // Six conversations get a reply in a minute, each with a text, its second part and a file.
  now += 60_000
  expect(Array.from({ length: 18 }, () => takes(1)).every(Boolean)).toBe(true)
})

test('each budget of production is smaller than that of the demo', () => {
  for (const [name, { burst, perSecond }] of Object.entries(productionBudgets)) {
    const demo = demoBudgets[name as keyof typeof demoBudgets]
    expect([name, demo.burst > burst, demo.perSecond > perSecond]).toEqual([name, true, true])
  }
})

describe('what an agent spends', () => {
  let at: TestServer
  let id: string
  const slow = { burst: 3, perSecond: 1 / 3_600 }
  beforeAll(async () => {
    at = await startTestServer({ budgets: { send: slow, search: slow, upload: slow, export: slow } })
    expect(await at.webhook(textWebhook('256700000001', 'wamid.1', 'Hello'))).toBe(200)
    id = (await at.ann.get('conversations')).reply[0]?.id ?? ''
  })
  afterAll(() => at.close())

  const send = (agent: AgentClient) =>
    agent.ask('send', { params: { id }, body: { client_message_id: unique(), content: 'Hi' } })
  const tooOften = {
    status: 429,
    body: {
      code: 'call.too-often',
      detail: expect.stringMatching(/^Too many requests\. Try again in \d{4} seconds$/),
    },
    headers: { 'retry-after': expect.stringMatching(/^\d{4}$/) },
  }

  test('[Q-163] sends and their retries count together, for one agent; what is refused is not stored', async () => {
    expect([(await send(at.ann)).status, (await send(at.ann)).status]).toEqual([200, 200])
    expect((await at.ann.ask('retry', { params: { id: '1' } })).status).toBe(404)
    expect(await send(at.ann)).toMatchObject(tooOften)
    expect(await at.ann.ask('retry', { params: { id: '1' } })).toMatchObject(tooOften)
    expect((await send(at.brian)).status).toBe(200)
    const { reply } = await at.ann.get('history', { params: { id } })
    expect(reply.messages.filter(message => message.direction === 'OUTBOUND')).toHaveLength(3)
  })

  test('[Q-163] a list counts only where it searches, applications and conversations together', async () => {
    const query = { search: 'Nakato' }
    for (let n = 0; n < 5; n += 1) await at.ann.get('conversations')
    expect((await at.ann.ask('ippApplications', { query })).status).toBe(200)
    expect((await at.ann.ask('conversations', { query })).status).toBe(200)
    expect((await at.ann.ask('libApplications', { query })).status).toBe(200)
    expect(await at.ann.ask('conversations', { query })).toMatchObject(tooOften)
    await at.ann.get('conversations')
  })

  test('[Q-163] uploads count', async () => {
    const upload = () => at.ann.ask('uploadDocument')
    for (let n = 0; n < 3; n += 1) expect((await upload()).status).toBe(400)
    expect(await upload()).toMatchObject(tooOften)
  })
})
