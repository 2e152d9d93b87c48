import { leaseMs, longestWaitMs } from '@parley/core/messages/delivery'
import { whatsappClient } from '@parley/whatsapp/client'
import { textMessage } from '@parley/whatsapp/send'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AgentClient } from '../../test/models/agent-client.ts'
import { claimNext } from '../../test/one-try.ts'
import { channel, password, startTestServer, type TestServer, unique } from '../../test/server.ts'
import { eventually } from '../../test/wait.ts'
import { textWebhook } from '../../test/models/webhooks.ts'

let phones = 0

describe('[Q-190] whatever goes wrong on the way to WhatsApp', () => {
  let at: TestServer
  let ann: AgentClient
  let phone: string
  let conversationId: string
  beforeAll(async () => {
    // Some calls are never answered.
    at = await startTestServer({ callTimeoutMs: 3_000 })
  })
  afterAll(() => at.close())
  beforeEach(async () => {
    await at.simulator.clearFaults()
    ann = await AgentClient.signIn(at.server.app, at.url, 'ann@parley.example', password)
    const { db } = at.database
    await db.deleteFrom('sending_holds').execute()
    const over = { status: 'failed', next_try_at: null } as const
    await db.updateTable('messages').set(over).where('status', '=', 'queued').execute()
    phone = `25677${String((phones += 1)).padStart(7, '0')}`
    await at.webhook(textWebhook(phone, `wamid.${phone}`, 'Hello'))
    const { reply } = await ann.get('conversations', { query: { search: `+${phone}` } })
    conversationId = reply[0]?.id ?? ''
  })

  const send = async () => {
    const body = { client_message_id: unique(), content: 'Good morning' }
    return (await ann.get('send', { params: { id: conversationId }, body })).reply.id
  }
  const statusOf = async (id: string) =>
    (await ann.get('history', { params: { id: conversationId } })).reply.messages.find(one => one.id === id)
      ?.status
  const becomes = (id: string, status: string) =>
    eventually(`message ${id} to be ${status}`, async () => (await statusOf(id)) === status)
  const attemptsOf = async (id: string) =>
    (
      await at.database.db
        .selectFrom('attempts')
        .select('state')
        .where('message_id', '=', Number(id))
        .orderBy('no')
        .execute()
    ).map(({ state }) => state)
  const deliveries = async () =>
    (await at.simulator.received(`+${phone}`)).filter(({ status }) => status === 'delivered').length
  /** The attempt is over, and the next one becomes due when the clock advances. */
  const triedOnce = (id: string) =>
    eventually('the first try to be over', async () => {
      const states = await attemptsOf(id)
      return states.length === 1 && states[0] !== 'sending'
    })

  /** [fault, WhatsApp's code, final status, attempts, deliveries to the customer] */
  test.each<[string, number | null, string, number, number]>([
    ['server-error', null, 'delivered', 2, 1],
    ['bare-429', null, 'delivered', 2, 1],
    ['bare-500', null, 'unknown', 1, 0],
    ['time-out', null, 'unknown', 1, 0],
    ['reset', null, 'unknown', 1, 0],
    ['answer-lost', null, 'delivered', 1, 1],
    ['status-first', null, 'delivered', 1, 1],
    ['webhook-duplicate', null, 'delivered', 1, 1],
    // One code of each class, rejected at once.
    ['refused', 131016, 'delivered', 2, 1],
    ['refused', 132069, 'delivered', 2, 1],
    ['refused', 130429, 'delivered', 2, 1],
    ['refused', 131056, 'delivered', 2, 1],
    ['refused', 131031, 'failed', 1, 0],
    ['refused', 190, 'delivered', 2, 1],
    ['refused', 131026, 'failed', 1, 0],
    ['refused', 131047, 'failed', 1, 0],
    // One code of each class, accepted and failed later: nothing is sent again automatically.
    ['refused-later', 131016, 'failed', 1, 0],
    ['refused-later', 130429, 'failed', 1, 0],
    ['refused-later', 131042, 'failed', 1, 0],
    ['refused-later', 131026, 'failed', 1, 0],
    ['refused-later', 131047, 'failed', 1, 0],
  ])('%s %s ends as %s, at most one delivery', async (fault, code, end, tries, arrived) => {
    if (code === null) await at.simulator.fault(fault)
    else await at.simulator.refuses(code, fault as 'refused')
    const id = await send()
    if (tries > 1 || end !== 'delivered') {
      await triedOnce(id)
      // Let the deadline pass in steps, as on a slow morning.
      for (let passed = 0; passed < 130; passed += 13) {
        at.clock.advance(13)
        if ((await statusOf(id)) === end) break
        await eventually('nothing to be due', async () => {
          const { db } = at.database
          const due = await db
            .selectFrom('messages')
            .select('id')
            .where('id', '=', Number(id))
            .where(where =>
              where.or([
                where('status', '=', 'sending'),
                where.and([where('status', '=', 'queued'), where('next_try_at', '<=', at.clock.now())]),
              ]),
            )
            .executeTakeFirst()
          return due === undefined
        })
      }
    }
    await becomes(id, end)
    expect(await attemptsOf(id)).toHaveLength(tries)
    // Later messages leave, and the first one stays as it is.
    at.clock.advance(longestWaitMs / 1000)
    expect(await attemptsOf(id)).toHaveLength(tries)
    expect(await deliveries()).toBe(arrived)
  })

  describe('the server is killed between the call and its result', () => {
    /** Another server claims the message, perhaps makes the call, and is killed. */
    const takenAndKilled = async (call: boolean) => {
      await at.simulator.fault('server-error')
      const id = await send()
      await triedOnce(id)
      const ahead = { ...at.server.writer, now: () => new Date(at.clock.now().getTime() + 2_000) }
      const taken = await claimNext(ahead, channel.phoneNumberId)
      if (taken?.messageId !== Number(id)) throw new Error('Another message was taken')
      if (call) {
        const client = whatsappClient({ ...channel, apiUrl: at.simulatorUrl, version: channel.apiVersion })
        const opaque = String(taken.attemptId)
        const body = textMessage({ to: { phone }, text: taken.content, opaque })
        expect(await client.send(body, { timeoutMs: 5_000 })).toMatchObject({ outcome: 'accepted' })
      }
      return id
    }

    test('WhatsApp’s statuses say what became of it, and it is not sent again', async () => {
      const id = await takenAndKilled(true)
      await becomes(id, 'delivered')
      at.clock.advance(longestWaitMs / 1000)
      expect(await attemptsOf(id)).toEqual(['failed', 'delivered'])
      expect(await deliveries()).toBe(1)
    })

    test('without a word of WhatsApp it is not known once the lease is over, and not sent again', async () => {
      const id = await takenAndKilled(false)
      at.clock.advance(leaseMs / 1000 + 3)
      await becomes(id, 'unknown')
      at.clock.advance(longestWaitMs / 1000)
      expect(await attemptsOf(id)).toEqual(['failed', 'unknown'])
      expect(await deliveries()).toBe(0)
    })
  })
})
