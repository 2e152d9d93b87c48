import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { longestWaitMs, pairPace, sendDeadlineMs } from '@parley/core/messages/delivery'
import { explain } from '@parley/whatsapp/error-codes'
import { AgentClient } from '../../test/models/agent-client.ts'
import { channel, password, startTestServer, type TestServer, unique } from '../../test/server.ts'
import { eventually } from '../../test/wait.ts'
import { statusWebhook, textWebhook } from '../../test/models/webhooks.ts'

let phones = 0

describe('[Q-190] what WhatsApp will not take for the moment', () => {
  let at: TestServer
  let ann: AgentClient
  let phone: string
  let conversationId: string
  beforeAll(async () => {
    at = await startTestServer()
  })
  afterAll(() => at.close())
  beforeEach(async () => {
    await at.simulator.clearFaults()
    // The clock of these tests runs past the lifetime of an access token.
    ann = await AgentClient.signIn(at.server.app, at.url, 'ann@parley.example', password)
    const { db } = at.database
    await db.deleteFrom('sending_holds').execute()
    const over = { status: 'failed', next_try_at: null } as const
    await db.updateTable('messages').set(over).where('status', '=', 'queued').execute()
    await customer()
  })

  /** A new customer writes; the following steps are about them. */
  const customer = async () => {
    phone = `25676${String((phones += 1)).padStart(7, '0')}`
    await at.webhook(textWebhook(phone, `wamid.${phone}`, 'Hello'))
    const { reply } = await ann.get('conversations', { query: { search: `+${phone}` } })
    conversationId = reply[0]?.id ?? ''
    return conversationId
  }
  const send = async (content = 'Good morning', to = conversationId) => {
    const body = { client_message_id: unique(), content }
    return (await ann.get('send', { params: { id: to }, body })).reply.id
  }
  const messageOf = async (id: string, inside = conversationId) => {
    const { reply } = await ann.get('history', { params: { id: inside } })
    const message = reply.messages.find(one => one.id === id)
    if (message === undefined) throw new Error(`No message ${id}`)
    return message
  }
  const becomes = (id: string, status: string, inside = conversationId) =>
    eventually(`message ${id} to be ${status}`, async () => {
      const message = await messageOf(id, inside)
      return message.status === status && message
    })
  const waits = (id: string, inside = conversationId) =>
    eventually(`message ${id} to wait`, async () => {
      const message = await messageOf(id, inside)
      return message.status === 'queued' && message.waits
    })
  const attemptsOf = (id: string) =>
    at.database.db
      .selectFrom('attempts')
      .select(['id', 'wamid', 'state'])
      .where('message_id', '=', Number(id))
      .orderBy('no')
      .execute()
  const onPhone = async () => (await at.simulator.received(`+${phone}`)).map(({ text }) => text)
  const inSeconds = (seconds: number) => new Date(at.clock.now().getTime() + seconds * 1000).toISOString()
  const hold = async () =>
    (await at.database.db
      .selectFrom('sending_holds')
      .select(['kind', 'failure', 'since', 'until'])
      .where('phone_number_id', '=', channel.phoneNumberId)
      .executeTakeFirst()) ?? null
  /** Waits until this many sends in a row have been rejected. */
  const refused = (times: number) =>
    eventually(`refusal ${times}`, async () => {
      const holds = at.database.db.selectFrom('sending_holds').select('refusals')
      return (await holds.executeTakeFirst())?.refusals === times
    })
  /** The customer's whole burst has just been sent. */
  const owesAll = async () => {
    const owed = new Date(at.clock.now().getTime() + pairPace.burst * pairPace.everyMs)
    const mine = at.database.db.updateTable('conversations').where('id', '=', Number(conversationId))
    await mine.set({ pair_owed_until: owed }).execute()
  }

  describe('a customer who was sent too much', () => {
    test('gets the rest one every 6 s, in order, and each says why it waits and when it goes', async () => {
      await owesAll()
      const ids = [await send('one'), await send('two'), await send('three')]
      for (const id of ids) {
        expect(await waits(id)).toEqual({
          sentence: expect.stringContaining('every 6 seconds'),
          until: inSeconds(6),
        })
      }
      expect(await onPhone()).toEqual([])
      at.clock.advance(6)
      await becomes(ids[0] ?? '', 'delivered')
      expect((await messageOf(ids[0] ?? '')).waits).toBeNull()
      await eventually(
        'the others to wait on',
        async () => (await waits(ids[2] ?? '')).until === inSeconds(6),
      )
      at.clock.advance(6)
      await becomes(ids[1] ?? '', 'delivered')
      at.clock.advance(6)
      await becomes(ids[2] ?? '', 'delivered')
      expect(await onPhone()).toEqual(['one', 'two', 'three'])
    })

    test('holds up nobody else', async () => {
      await owesAll()
      await waits(await send())
      const other = await customer()
      await becomes(await send('To another', other), 'delivered')
    })

    test('is counted as messages go', async () => {
      await becomes(await send(), 'delivered')
      const owed = async () =>
        (
          await at.database.db
            .selectFrom('conversations')
            .select('pair_owed_until')
            .where('id', '=', Number(conversationId))
            .executeTakeFirstOrThrow()
        ).pair_owed_until?.toISOString()
      expect(await owed()).toBe(inSeconds(6))
      await becomes(await send(), 'delivered')
      expect(await owed()).toBe(inSeconds(12))
    })

    test('waits 4, 16 and 64 s where WhatsApp says so itself; the time is not counted against the deadline', async () => {
      await at.simulator.refuses(131056, 'refused', 3)
      const [id, behind] = [await send('Again'), await send('Behind')]
      for (const seconds of [4, 16, 64]) {
        await eventually(`a wait of ${seconds} s`, async () => (await waits(id)).until === inSeconds(seconds))
        at.clock.advance(seconds)
      }
      await becomes(id, 'delivered')
      await becomes(behind, 'delivered')
      expect(await attemptsOf(id)).toHaveLength(4)
      expect(await onPhone()).toEqual(['Again', 'Behind'])
    })

    test('has waited enough after ten minutes, with the reason; so has what stands behind', async () => {
      await at.simulator.refuses(131056, 'refused', 1000)
      const [id, behind] = [await send(), await send()]
      // Without a refusal it would be too late after two minutes, for another reason.
      await waits(id)
      let refusals = 0
      for (let seconds = 0; seconds < longestWaitMs / 1000; seconds += 30) {
        if ((await messageOf(id)).status === 'failed') break
        at.clock.advance(30)
        refusals = (await attemptsOf(id)).length
      }
      at.clock.advance(30)
      const failed = await becomes(id, 'failed')
      expect(failed.failure).toMatchObject({ code: '131056', remedy: expect.stringContaining('Retry') })
      expect(refusals).toBeLessThan(8)
      expect((await becomes(behind, 'failed')).failure).toMatchObject({ code: '131056' })
      expect(await onPhone()).toEqual([])
    })
  })

  describe('a number that is too fast', () => {
    test.each([130429, 80007, 4])(
      'after %i waits for a second, all of it, and goes on by itself',
      async code => {
        await at.simulator.refuses(code)
        const id = await send('First')
        expect(await waits(id)).toEqual({ sentence: explain(code, '').sentence, until: inSeconds(1) })
        expect(await hold()).toMatchObject({ kind: 'number', failure: { code: String(code) } })
        const mine = conversationId
        const other = await customer()
        const second = await send('Second', other)
        expect(await waits(second, other)).toEqual({
          sentence: explain(code, '').sentence,
          until: inSeconds(1),
        })
        at.clock.advance(1)
        await becomes(id, 'delivered', mine)
        await becomes(second, 'delivered', other)
        expect(await hold()).toBeNull()
      },
    )

    test('waits longer each time, with one message that tries, and longer than two minutes', async () => {
      await at.simulator.fault('bare-429', 1000)
      const id = await send('First')
      const mine = conversationId
      const other = await customer()
      const second = await send('Second', other)
      const pauses = [1, 2, 4, 8, 15, 30, 30, 30, 30]
      for (const [place, seconds] of pauses.entries()) {
        await refused(place + 1)
        expect((await hold())?.until.toISOString()).toBe(inSeconds(seconds))
        if (place < pauses.length - 1) at.clock.advance(seconds)
      }
      for (const [one, inside] of [
        [id, mine],
        [second, other],
      ] as const) {
        expect((await messageOf(one, inside)).status).toBe('queued')
      }
      await at.simulator.clearFaults()
      at.clock.advance(30)
      await becomes(id, 'delivered', mine)
      await becomes(second, 'delivered', other)
    })
  })

  describe('an account that somebody has to see to', () => {
    test.each([190, 131031, 131042, 368, 10])(
      'after %i nothing is burnt: all waits with the reason, one tries, and fails at its deadline',
      async code => {
        await at.simulator.refuses(code, 'refused', 1000)
        const id = await send('First')
        const mine = conversationId
        const { sentence } = await waits(id, mine)
        expect(sentence).toBe(explain(code, '').sentence)
        const others: [string, string][] = []
        for (let count = 0; count < 5; count += 1) {
          const inside = await customer()
          others.push([await send('Another', inside), inside])
        }
        for (const [one, inside] of others) {
          expect((await waits(one, inside)).sentence).toBe(sentence)
          expect(await attemptsOf(one)).toEqual([])
        }
        expect(await hold()).toMatchObject({ kind: 'account', failure: { code: String(code) } })
        at.clock.advance(sendDeadlineMs / 1000)
        for (const [one, inside] of [[id, mine], ...others] as const) {
          const { failure } = await becomes(one, 'failed', inside)
          expect(failure).toMatchObject({
            code: String(code),
            remedy: expect.stringMatching(/administrator/),
          })
        }
        const tried = await Promise.all(others.map(async ([one]) => (await attemptsOf(one)).length))
        expect(tried.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(1)
      },
    )

    test('goes on by itself once WhatsApp takes one again, and nobody has to do anything', async () => {
      await at.simulator.refuses(190, 'refused', 2)
      const id = await send('First')
      const mine = conversationId
      expect((await waits(id, mine)).until).toBe(inSeconds(15))
      const other = await customer()
      const second = await send('Second', other)
      await waits(second, other)
      at.clock.advance(15)
      await refused(2)
      expect((await hold())?.until.toISOString()).toBe(inSeconds(30))
      at.clock.advance(30)
      await becomes(id, 'delivered', mine)
      await becomes(second, 'delivered', other)
      expect(await hold()).toBeNull()
      expect((await messageOf(second, other)).waits).toBeNull()
    })

    test('a refusal of the message itself shows as well that the account is served again', async () => {
      await at.simulator.refuses(131005)
      const id = await send()
      await waits(id)
      await at.simulator.refuses(131026)
      at.clock.advance(15)
      await becomes(id, 'failed')
      expect(await hold()).toBeNull()
    })

    test('is held too where WhatsApp says so later, until it says that another went on', async () => {
      await at.simulator.refuses(131042, 'refused-later')
      const id = await send('First')
      expect((await becomes(id, 'failed')).failure).toMatchObject({ code: '131042' })
      expect(await hold()).toMatchObject({ kind: 'account', failure: { code: '131042' } })
      await at.simulator.connection(`+${phone}`, false)
      const second = await send('Second')
      await waits(second)
      at.clock.advance(15)
      await eventually('that it went on', async () => (await hold()) === null)
      await at.simulator.connection(`+${phone}`, true)
      await becomes(second, 'delivered')
    })

    test('the acceptance of a message alone proves nothing then', async () => {
      await at.simulator.refuses(131042, 'refused-later', 2)
      await becomes(await send('First'), 'failed')
      const since = (await hold())?.since
      const second = await send('Second')
      await waits(second)
      at.clock.advance(15)
      await becomes(second, 'failed')
      // A reset would change `since`.
      expect(await hold()).toMatchObject({ kind: 'account', since })
    })

    test.each([131063, 134011])('%i is about messages of one kind: others go', async code => {
      await at.simulator.refuses(code)
      await becomes(await send('Of that kind'), 'failed')
      expect(await hold()).toBeNull()
      await becomes(await send('Another'), 'delivered')
    })
  })

  test('a late status of what left before the hold lifts nothing', async () => {
    await at.simulator.connection(`+${phone}`, false)
    const before = await send('Before')
    await becomes(before, 'sent')
    at.clock.advance(1)
    await at.simulator.refuses(190)
    await waits(await send('Held'))
    const [attempt] = await attemptsOf(before)
    const facts = { biz_opaque_callback_data: String(attempt?.id) }
    await at.webhook(statusWebhook(attempt?.wamid ?? '', 'delivered', facts))
    expect(await hold()).not.toBeNull()
    await at.simulator.connection(`+${phone}`, true)
  })
})
