import type { Attempt } from '@parley/core/messages/api'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { recordOutcome, claimNext } from '../../test/one-try.ts'
import { channel, startTestServer, type TestServer, unique } from '../../test/server.ts'
import { eventually } from '../../test/wait.ts'
import { statusWebhook, textWebhook } from '../../test/models/webhooks.ts'

let phones = 0
/** Before the tests' clock, which the simulator uses for its own statuses. */
const base = 1_772_441_000
const iso = (seconds: number) => new Date((base + seconds) * 1000).toISOString()
const price = { billable: true, pricing_model: 'PMP', type: 'regular', category: 'utility' }

describe('[Q-189] what happens to a message out', () => {
  let at: TestServer
  let phone: string
  let conversationId: string
  beforeAll(async () => {
    at = await startTestServer()
  })
  afterAll(() => at.close())
  beforeEach(async () => {
    await at.simulator.clearFaults()
    phone = `25675${String((phones += 1)).padStart(7, '0')}`
    await at.webhook(textWebhook(phone, `wamid.${phone}`, 'Hello'))
    const { reply } = await at.ann.get('conversations', { query: { search: `+${phone}` } })
    conversationId = reply[0]?.id ?? ''
    // Otherwise the simulator's statuses would mix with those of the test.
    await at.simulator.connection(`+${phone}`, false)
  })

  const send = async () => {
    const body = { client_message_id: unique(), content: 'Good morning' }
    return (await at.ann.get('send', { params: { id: conversationId }, body })).reply.id
  }
  const messageOf = async (id: string) =>
    (await at.ann.get('history', { params: { id: conversationId } })).reply.messages.find(
      one => one.id === id,
    )
  const becomes = (id: string, status: string) =>
    eventually(`message ${id} to be ${status}`, async () => (await messageOf(id))?.status === status)
  const attempts = async (id: string): Promise<readonly Attempt[]> =>
    (await at.ann.get('attempts', { params: { id } })).reply.attempts
  const rowsOf = (id: string) =>
    at.database.db
      .selectFrom('attempts')
      .select(['id', 'wamid'])
      .where('message_id', '=', Number(id))
      .orderBy('no')
      .execute()
  const said = async (id: string, status: string, seconds: number, more = {}, attempt = 0) => {
    const row = (await rowsOf(id))[attempt]
    const facts = { timestamp: String(base + seconds), biz_opaque_callback_data: String(row?.id), ...more }
    expect(await at.webhook(statusWebhook(row?.wamid ?? '', status, facts))).toBe(200)
  }
  const sentOne = async () => {
    const id = await send()
    await becomes(id, 'sent')
    // The simulator reports this status too, at once and with its own, later time.
    await eventually('its first status', async () => (await attempts(id))[0]?.sent_at !== null)
    return id
  }

  test.each([
    ['as they happen', ['sent', 'delivered', 'read', 'played']],
    ['backwards', ['played', 'read', 'delivered', 'sent']],
    ['twice and mixed', ['read', 'sent', 'played', 'sent', 'delivered', 'read', 'played', 'delivered']],
  ])('keeps the time of each thing that WhatsApp says, said %s', async (_, order) => {
    const id = await sentOne()
    const when: Readonly<Record<string, number>> = { sent: 1, delivered: 2, read: 60, played: 90 }
    for (const status of order) await said(id, status, when[status] ?? 0)
    expect(await messageOf(id)).toMatchObject({ status: 'played', failure: null })
    expect(await attempts(id)).toEqual([
      {
        no: 1,
        state: 'played',
        created_at: expect.any(String),
        accepted_at: expect.any(String),
        sent_at: iso(1),
        delivered_at: iso(2),
        read_at: iso(60),
        played_at: iso(90),
        failed_at: null,
        failure: null,
        pricing: { billable: false, model: 'PMP', type: 'free_customer_service', category: 'service' },
      },
    ])
  })

  test('a thing that is said again happened at its earlier time', async () => {
    const id = await sentOne()
    for (const seconds of [9, 5, 7]) await said(id, 'delivered', seconds)
    expect(await attempts(id)).toMatchObject([{ state: 'delivered', delivered_at: iso(5) }])
  })

  test.each([
    ['with the first status', ['sent', 'delivered', 'read']],
    ['after what is later', ['read', 'delivered', 'sent']],
  ])('keeps the price, said %s, and nothing said later takes it away', async (_, order) => {
    const id = await sentOne()
    // The simulator has reported it as free.
    for (const [place, status] of order.entries()) {
      await said(id, status, place, status === 'sent' ? { pricing: price } : {})
    }
    const pricing = { billable: true, model: 'PMP', type: 'regular', category: 'utility' }
    expect(await attempts(id)).toMatchObject([{ state: 'read', pricing }])
    await said(id, 'delivered', 9, { pricing: { ...price, billable: false } })
    expect(await attempts(id)).toMatchObject([{ pricing }])
  })

  test('a time that comes after what is later is told to whoever looks', async () => {
    const id = await sentOne()
    await said(id, 'read', 5)
    const events = () =>
      at.database.db
        .selectFrom('live_log')
        .select('seq')
        .where('noun', '=', 'message')
        .where('entity_id', '=', Number(id))
        .execute()
    const before = (await events()).length
    await said(id, 'delivered', 4)
    expect(await events()).toHaveLength(before + 1)
    await said(id, 'delivered', 4)
    expect(await events()).toHaveLength(before + 1)
  })

  test('statuses that come before WhatsApp’s own answer keep their times and the price', async () => {
    await at.simulator.fault('server-error')
    const id = await send()
    await eventually('the first try', async () => (await attempts(id))[0]?.state === 'failed')
    const ahead = { ...at.server.writer, now: () => new Date(at.clock.now().getTime() + 2_000) }
    const taken = await claimNext(ahead, channel.phoneNumberId)
    if (taken?.messageId !== Number(id)) throw new Error('Another message was taken')
    const wamid = `wamid.${unique()}`
    const early = (status: string, seconds: number, more = {}) =>
      at.webhook(statusWebhook(wamid, status, { timestamp: String(base + seconds), ...more }))
    await early('delivered', 4, { pricing: price })
    await early('sent', 3)
    await early('played', 8)
    await recordOutcome(at.server.writer, taken, { outcome: 'accepted', wamid })
    expect((await messageOf(id))?.status).toBe('played')
    expect((await attempts(id)).at(-1)).toMatchObject({
      no: 2,
      accepted_at: at.clock.now().toISOString(),
      sent_at: iso(3),
      delivered_at: iso(4),
      read_at: null,
      played_at: iso(8),
      pricing: { billable: true, category: 'utility' },
    })
  })

  test('each try that failed says when and why, beside the one that came after', async () => {
    const id = await sentOne()
    await said(id, 'failed', 30, { errors: [{ code: 131049, title: 'Refused' }] })
    await at.ann.get('retry', { params: { id } })
    await eventually('the second try', async () => (await attempts(id))[1]?.state === 'sent')
    expect(await attempts(id)).toMatchObject([
      {
        no: 1,
        state: 'failed',
        failed_at: iso(30),
        failure: { code: '131049', sentence: expect.any(String), remedy: expect.any(String) },
      },
      { no: 2, state: 'sent', failed_at: null, failure: null },
    ])
  })

  test('a refusal at once is dated by our clock', async () => {
    await at.simulator.fault('window-closed')
    const id = await send()
    await becomes(id, 'failed')
    expect(await attempts(id)).toMatchObject([
      { state: 'failed', accepted_at: null, failed_at: at.clock.now().toISOString() },
    ])
  })

  test('what came in has no tries', async () => {
    const { reply } = await at.ann.get('history', { params: { id: conversationId } })
    expect(await attempts(reply.messages[0]?.id ?? '')).toEqual([])
  })
})
