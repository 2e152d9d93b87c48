import { sendDeadlineMs } from '@parley/core/messages/delivery'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer, unique } from '../../test/server.ts'
import { eventually } from '../../test/wait.ts'
import { envelope, statusWebhook, text } from '../../test/models/webhooks.ts'

let phones = 0
const day = 24 * 3600
const tooLate = {
  code: 'window',
  sentence: 'The customer last wrote more than 24 hours ago, so WhatsApp accepts only templates.',
  remedy: expect.stringMatching(/\w/),
}

describe('the 24 hours of WhatsApp', () => {
  let at: TestServer
  let phone: string
  let conversationId: string
  beforeAll(async () => {
    at = await startTestServer()
  })
  afterAll(() => at.close())
  beforeEach(async () => {
    await at.simulator.clearFaults()
    phone = `25674${String((phones += 1)).padStart(7, '0')}`
  })

  const nowSeconds = () => Math.floor(at.clock.now().getTime() / 1000)
  /** The customer wrote this many seconds ago, by WhatsApp's clock. */
  const writes = async (secondsAgo: number) => {
    await at.webhook(
      envelope({ messages: [text(phone, `wamid.${unique()}`, 'Hello', nowSeconds() - secondsAgo)] }),
    )
    const { reply } = await at.ann.get('conversations', { query: { search: `+${phone}` } })
    conversationId = reply[0]?.id ?? ''
  }
  const reach = async () => {
    const { reply } = await at.ann.get('conversations', { query: { conversation_id: conversationId } })
    return reply[0]?.reach
  }
  const ask = (more: Readonly<Record<string, unknown>> = {}) =>
    at.ann.ask('send', {
      params: { id: conversationId },
      body: { client_message_id: unique(), content: 'Good morning', ...more },
    })
  const send = async () => {
    const body = { client_message_id: unique(), content: 'Good morning' }
    return (await at.ann.get('send', { params: { id: conversationId }, body })).reply.id
  }
  const thread = async () =>
    (await at.ann.get('history', { params: { id: conversationId } })).reply.messages.filter(
      ({ direction }) => direction === 'OUTBOUND',
    )
  const becomes = (id: string, status: string) =>
    eventually(`message ${id} to be ${status}`, async () => {
      const message = (await thread()).find(one => one.id === id)
      return message?.status === status && message
    })
  const onPhone = async () => (await at.simulator.received(`+${phone}`)).length
  const attemptOf = (id: string) =>
    at.database.db
      .selectFrom('attempts')
      .select(['id', 'wamid', 'state'])
      .where('message_id', '=', Number(id))
      .orderBy('no', 'desc')
      .executeTakeFirst()
  const said = async (id: string, status: string, more: Readonly<Record<string, unknown>> = {}) => {
    const attempt = await attemptOf(id)
    return at.webhook(
      statusWebhook(attempt?.wamid ?? '', status, { biz_opaque_callback_data: String(attempt?.id), ...more }),
    )
  }
  const failedWith = (code: number) => ({ errors: [{ code, title: 'Refused' }] })

  test.each([
    ['23:59:59', day - 1, 200],
    ['24:00:00', day, 409],
    ['24:00:01', day + 1, 409],
    ['a month', 30 * day, 409],
  ])('[Q-184] an answer %s after the customer wrote', async (_, seconds, status) => {
    await writes(seconds)
    const answer = await ask()
    expect(answer.status).toBe(status)
    if (status === 409) {
      expect(answer.body).toMatchObject({
        code: 'message.window-closed',
        detail: expect.stringContaining('24'),
      })
      expect(await thread()).toEqual([])
      expect(await onPhone()).toBe(0)
    } else {
      await eventually('the answer to be there', async () => (await thread())[0]?.status === 'delivered')
      expect(await onPhone()).toBe(1)
    }
  })

  test('[Q-184] a message that comes late opens it for less, and one behind a newer one changes nothing', async () => {
    await writes(20 * 3600)
    const wrote = new Date((nowSeconds() - 20 * 3600) * 1000)
    const until = new Date(wrote.getTime() + day * 1000).toISOString()
    const expected = { has_window: true, wrote_at: wrote.toISOString(), closes_at: until, unreachable: null }
    expect(await reach()).toEqual(expected)
    await writes(23 * 3600)
    expect(await reach()).toEqual(expected)
    // A clock that is ahead opens the window for no more than 24 hours.
    await writes(-3600)
    expect(await reach()).toMatchObject({ wrote_at: at.clock.now().toISOString() })
  })

  test('[Q-184] what WhatsApp itself says of the customer opens nothing', async () => {
    await writes(25 * 3600)
    const before = await reach()
    const notice = {
      from: phone,
      id: `wamid.${unique()}`,
      timestamp: String(nowSeconds()),
      type: 'system',
      system: { body: 'The customer changed something', type: 'customer_identity_changed' },
    }
    expect(await at.webhook(envelope({ messages: [notice] }))).toBe(200)
    expect((await at.ann.get('history', { params: { id: conversationId } })).reply.messages).toHaveLength(2)
    expect(await reach()).toEqual(before)
    expect((await ask()).status).toBe(409)
  })

  test('[Q-184] one that was queued before it closes and would leave after never leaves', async () => {
    await writes(day - 5)
    await at.simulator.fault('server-error', 1000)
    const first = await send()
    const behind = await send()
    // The result must be stored: the wait for the next attempt starts at that moment.
    await eventually('the end of the first try', async () => (await attemptOf(first))?.state === 'failed')
    at.clock.advance(5)
    for (const id of [first, behind]) expect((await becomes(id, 'failed')).failure).toEqual(tooLate)
    await at.simulator.clearFaults()
    at.clock.advance(sendDeadlineMs / 2000)
    expect(await onPhone()).toBe(0)
    // Retrying does not help either before the customer writes.
    const again = () => at.ann.ask('retry', { params: { id: first } })
    expect(await again()).toMatchObject({ status: 409, body: { code: 'message.window-closed' } })
    await writes(0)
    expect((await again()).status).toBe(200)
    await becomes(first, 'delivered')
    expect(await onPhone()).toBe(1)
  })

  test('[Q-184] WhatsApp knows better: a refusal that comes later fails the message and closes the window', async () => {
    await writes(3600)
    const id = await send()
    await becomes(id, 'delivered')
    const other = await send()
    await becomes(other, 'delivered')
    await at.simulator.connection(`+${phone}`, false)
    const refused = await send()
    await becomes(refused, 'sent')
    await said(refused, 'failed', failedWith(131047))
    const message = await becomes(refused, 'failed')
    expect(message.failure).toMatchObject({
      code: '131047',
      remedy: expect.stringContaining('until they write'),
    })
    const answer = await ask()
    expect(answer).toMatchObject({ status: 409, body: { code: 'message.window-closed' } })
    expect(Date.parse((await reach())?.closes_at ?? '')).toBeLessThanOrEqual(at.clock.now().getTime())
    // A late message from before that attempt does not open the window; a new message does.
    await writes(60)
    expect((await ask()).status).toBe(409)
    at.clock.advance(2)
    await writes(0)
    expect((await ask()).status).toBe(200)
    await at.simulator.connection(`+${phone}`, true)
  })

  test.each([
    [131026, 'not-on-whatsapp'],
    [130403, 'blocked'],
  ])(
    '[Q-184] after %i nothing goes, until the customer writes or another try reaches them',
    async (code, why) => {
      await writes(60)
      await at.simulator.connection(`+${phone}`, false)
      const id = await send()
      await becomes(id, 'sent')
      await said(id, 'failed', failedWith(code))
      await becomes(id, 'failed')
      expect(await reach()).toMatchObject({ unreachable: why })
      expect(await ask()).toMatchObject({ status: 409, body: { code: 'message.unreachable' } })
      expect((await at.ann.ask('retry', { params: { id } })).status).toBe(200)
      expect(await reach()).toMatchObject({ unreachable: null })
      await becomes(id, 'sent')
      await said(id, 'failed', failedWith(code))
      await becomes(id, 'failed')
      expect(await reach()).toMatchObject({ unreachable: why })
      // The customer has two devices: delivery to one failed, delivery to the other succeeded.
      await said(id, 'delivered')
      await becomes(id, 'delivered')
      expect(await reach()).toMatchObject({ unreachable: null })
      const next = await send()
      await becomes(next, 'sent')
      await said(next, 'failed', failedWith(code))
      await becomes(next, 'failed')
      expect((await ask()).status).toBe(409)
      at.clock.advance(2)
      await writes(0)
      expect(await reach()).toMatchObject({ unreachable: null })
      expect((await ask()).status).toBe(200)
      await at.simulator.connection(`+${phone}`, true)
    },
  )
})
