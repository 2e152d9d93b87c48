import { callTimeoutMs, leaseMs, sendDeadlineMs } from '@parley/core/messages/delivery'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { recordOutcome, claimNext } from '../../test/one-try.ts'
import { channel, startTestServer, type TestServer, unique } from '../../test/server.ts'
import { eventually } from '../../test/wait.ts'
import { statusWebhook, textWebhook } from '../../test/models/webhooks.ts'

let phones = 0
const newPhone = () => `25671${String((phones += 1)).padStart(7, '0')}`

describe('messages out', () => {
  let at: TestServer
  let phone: string
  let conversationId: string
  beforeAll(async () => {
    // Some calls are never answered.
    at = await startTestServer({ callTimeoutMs: 3_000 })
  })
  afterAll(() => at.close())
  beforeEach(async () => {
    // A fault applies to the next call, so no message of another test may be in progress.
    await at.simulator.clearFaults()
    at.clock.advance(5)
    await eventually('everything to be out', async () => {
      const { db } = at.database
      const under = await db
        .selectFrom('messages')
        .select('id')
        .where('status', 'in', ['queued', 'sending'])
        .execute()
      return under.length === 0
    })
    phone = newPhone()
    await at.webhook(textWebhook(phone, `wamid.${phone}`, 'Hello'))
    const { reply } = await at.ann.get('conversations', { query: { search: `+${phone}` } })
    conversationId = reply[0]?.id ?? ''
  })

  const send = async (content: string, client_message_id = unique()) =>
    (await at.ann.get('send', { params: { id: conversationId }, body: { client_message_id, content } })).reply
      .id
  const messageOf = async (id: string) => {
    const { reply } = await at.ann.get('history', { params: { id: conversationId } })
    const message = reply.messages.find(one => one.id === id)
    if (message === undefined) throw new Error(`No message ${id}`)
    return message
  }
  const becomes = (id: string, status: string) =>
    eventually(`message ${id} to be ${status}`, async () => {
      const message = await messageOf(id)
      return message.status === status && message
    })
  const onPhone = async () => (await at.simulator.received(`+${phone}`)).map(message => message.text)
  const attemptsOf = (id: string) =>
    at.database.db
      .selectFrom('attempts')
      .selectAll()
      .where('message_id', '=', Number(id))
      .orderBy('no')
      .execute()
  const attempted = (id: string, state: string) =>
    eventually(
      `an attempt of ${id} to be ${state}`,
      async () => (await attemptsOf(id)).at(-1)?.state === state,
    )
  const said = async (id: string, attempt: number, status: string, more = {}) => {
    const row = (await attemptsOf(id))[attempt]
    return at.webhook(
      statusWebhook(row?.wamid ?? `wamid.said${id}.${attempt}`, status, {
        biz_opaque_callback_data: String(row?.id),
        ...more,
      }),
    )
  }
  /** A message that another server process has claimed. It is not due by our clock, so our server does not claim it. */
  const takenElsewhere = async (content: string) => {
    await at.simulator.fault('server-error')
    const id = await send(content)
    await attempted(id, 'failed')
    const ahead = { ...at.server.writer, now: () => new Date(at.clock.now().getTime() + 2_000) }
    const taken = await claimNext(ahead, channel.phoneNumberId)
    if (taken?.messageId !== Number(id)) throw new Error('Another message was taken')
    return taken
  }
  /** Resolves after the sender has looked for due messages. */
  const lookElsewhere = async () => {
    const [mine, second] = [conversationId, newPhone()]
    await at.webhook(textWebhook(second, `wamid.${second}`, 'Hello'))
    const { reply } = await at.ann.get('conversations', { query: { search: `+${second}` } })
    conversationId = reply[0]?.id ?? ''
    await becomes(await send('Look'), 'delivered')
    conversationId = mine
  }

  test('[THREAD-11 Q-018] goes out, and its ticks follow what the phone does', async () => {
    await at.simulator.connection(`+${phone}`, false)
    const id = await send('Good morning')
    await becomes(id, 'sent')
    expect(await onPhone()).toEqual(['Good morning'])
    await at.simulator.connection(`+${phone}`, true)
    await becomes(id, 'delivered')
    await at.simulator.read(`+${phone}`)
    await becomes(id, 'read')
    expect((await messageOf(id)).failure).toBeNull()
  })

  describe('the same client id', () => {
    test('ten times, one after the other and at once, is one message on the phone', async () => {
      const client = unique()
      const first = await send('Once', client)
      for (let time = 0; time < 4; time += 1) expect(await send('Once', client)).toBe(first)
      const again = await Promise.all(Array.from({ length: 5 }, () => send('Once', client)))
      expect(new Set(again)).toEqual(new Set([first]))
      const other = unique()
      const atOnce = await Promise.all(Array.from({ length: 10 }, () => send('At once', other)))
      expect(new Set(atOnce).size).toBe(1)
      await becomes(atOnce[0] ?? '', 'delivered')
      expect(await onPhone()).toEqual(['Once', 'At once'])
    })

    test('with other content, or in another conversation, also at once, is 409', async () => {
      const client = unique()
      await send('One', client)
      const ask = (id: string, content: string, client_message_id: string) =>
        at.ann.ask('send', { params: { id }, body: { client_message_id, content } })
      const same = { status: 409, body: { code: 'message.same-client-id' } }
      expect(await ask(conversationId, 'Two', client)).toMatchObject(same)
      const second = newPhone()
      await at.webhook(textWebhook(second, `wamid.${second}`, 'Hello'))
      const { reply } = await at.ann.get('conversations', { query: { search: `+${second}` } })
      expect(await ask(reply[0]?.id ?? '', 'One', client)).toMatchObject(same)
      const racing = unique()
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          ask(index % 2 === 0 ? conversationId : (reply[0]?.id ?? ''), 'Racing', racing),
        ),
      )
      expect(new Set(answers.map(answer => answer.status))).toEqual(new Set([200, 409]))
    })

    test('of two agents are two messages', async () => {
      const client = unique()
      const body = { client_message_id: client, content: 'Both' }
      const ann = await at.ann.get('send', { params: { id: conversationId }, body })
      const brian = await at.brian.get('send', { params: { id: conversationId }, body })
      expect(ann.reply.id).not.toBe(brian.reply.id)
    })
  })

  test('the order of a conversation is kept, one at a time, also when the first has to wait', async () => {
    await at.simulator.fault('server-error', 1)
    const words = ['one', 'two', 'three', 'four']
    const ids = []
    for (const word of words) ids.push(await send(word))
    await attempted(ids[0] ?? '', 'failed')
    expect((await Promise.all(ids.slice(1).map(attemptsOf))).flat()).toEqual([])
    expect((await messageOf(ids[0] ?? '')).status).toBe('queued')
    at.clock.advance(1)
    await becomes(ids[3] ?? '', 'delivered')
    expect(await onPhone()).toEqual(words)
  })

  test('one is in flight per conversation: many takers at once get one message', async () => {
    await at.simulator.fault('time-out', 1)
    const ids = [await send('one'), await send('two')]
    await attempted(ids[0] ?? '', 'sending')
    const taken = await Promise.all(
      Array.from({ length: 5 }, () => claimNext(at.server.writer, channel.phoneNumberId)),
    )
    expect(taken).toEqual([null, null, null, null, null])
    await becomes(ids[1] ?? '', 'delivered')
  })

  describe('what passes is tried again', () => {
    test('a server error of WhatsApp, until it is sent', async () => {
      await at.simulator.fault('server-error', 2)
      const id = await send('Persistent')
      await eventually('the first try', async () => (await attemptsOf(id)).length === 1)
      await attempted(id, 'failed')
      at.clock.advance(1)
      await eventually('the second try', async () => (await attemptsOf(id)).length === 2)
      await attempted(id, 'failed')
      expect((await messageOf(id)).failure).toBeNull()
      at.clock.advance(2)
      await becomes(id, 'delivered')
      expect(await onPhone()).toEqual(['Persistent'])
      expect(await attemptsOf(id)).toHaveLength(3)
    })

    test('to the deadline, then it has failed with words; Retry starts a new deadline', async () => {
      await at.simulator.fault('server-error', 1000)
      const id = await send('Late')
      await attempted(id, 'failed')
      at.clock.advance(sendDeadlineMs / 1000)
      const failed = await becomes(id, 'failed')
      expect(failed.failure).toEqual({
        code: '131000',
        sentence: expect.stringMatching(/\w/),
        remedy: expect.stringMatching(/\w/),
      })
      expect(await onPhone()).toEqual([])
      await at.simulator.clearFaults()
      // It can be in progress before the response is made.
      expect((await at.ann.get('retry', { params: { id } })).reply).toMatchObject({
        status: expect.stringMatching(/^(queued|sending|sent|delivered)$/),
        failure: null,
      })
      await becomes(id, 'delivered')
      expect(await onPhone()).toEqual(['Late'])
    })
  })

  describe('what may have been taken is undecided and never sent again by itself', () => {
    test.each(['bare-500', 'time-out', 'reset'])('%s: until a person presses Retry', async fault => {
      await at.simulator.fault(fault)
      const id = await send('Perhaps')
      const unknown = await becomes(id, 'unknown')
      expect(unknown.failure).toMatchObject({ code: 'unknown', remedy: expect.stringMatching(/\w/) })
      for (let time = 0; time < 3; time += 1) {
        at.clock.advance(10)
        // A later message overtakes it.
        await becomes(await send(`after ${time}`), 'delivered')
      }
      expect(await attemptsOf(id)).toHaveLength(1)
      expect(await onPhone()).not.toContain('Perhaps')
      await at.ann.get('retry', { params: { id } })
      await becomes(id, 'delivered')
      expect((await onPhone()).filter(text => text === 'Perhaps')).toHaveLength(1)
    })

    test('an answer that was lost: the status settles it, and the phone has it once', async () => {
      await at.simulator.connection(`+${phone}`, false)
      await at.simulator.fault('answer-lost')
      const id = await send('Taken')
      await becomes(id, 'sent')
      await at.simulator.connection(`+${phone}`, true)
      const message = await becomes(id, 'delivered')
      expect(message.failure).toBeNull()
      expect(await onPhone()).toEqual(['Taken'])
      expect(await attemptsOf(id)).toHaveLength(1)
    })

    test('a try whose process died is undecided once its lease is over', async () => {
      const { messageId } = await takenElsewhere('Orphan')
      const id = String(messageId)
      at.clock.advance(leaseMs / 1000)
      await lookElsewhere()
      expect((await messageOf(id)).status).toBe('sending')
      at.clock.advance(3)
      await becomes(id, 'unknown')
      expect(await onPhone()).toEqual([])
    })

    test('a lease outlives a call', () => {
      expect(leaseMs).toBeGreaterThan(callTimeoutMs)
    })
  })

  describe('statuses', () => {
    test('before WhatsApp’s own answer', async () => {
      await at.simulator.fault('status-first')
      const id = await send('Early bird')
      await becomes(id, 'delivered')
      expect(await attemptsOf(id)).toMatchObject([{ state: 'delivered', wamid: expect.any(String) }])
    })

    test('before we know the id they speak of: kept, and applied when the id comes', async () => {
      const taken = await takenElsewhere('Named late')
      const wamid = `wamid.${unique()}`
      for (const status of ['delivered', 'sent'])
        expect(await at.webhook(statusWebhook(wamid, status))).toBe(200)
      expect((await messageOf(String(taken.messageId))).status).toBe('sending')
      await recordOutcome(at.server.writer, taken, { outcome: 'accepted', wamid })
      expect((await messageOf(String(taken.messageId))).status).toBe('delivered')
      const left = await at.database.db
        .selectFrom('early_statuses')
        .selectAll()
        .where('wamid', '=', wamid)
        .execute()
      expect(left).toEqual([])
    })

    test('in the very moment in which the id comes: never forgotten', async () => {
      for (let round = 0; round < 8; round += 1) {
        const taken = await takenElsewhere(`Racing ${round}`)
        const wamid = `wamid.${unique()}`
        await Promise.all([
          recordOutcome(at.server.writer, taken, { outcome: 'accepted', wamid }),
          at.webhook(statusWebhook(wamid, 'delivered')),
        ])
        expect((await messageOf(String(taken.messageId))).status).toBe('delivered')
      }
    })

    const orders = [
      ['sent', 'delivered', 'read'],
      ['read', 'delivered', 'sent'],
      ['delivered', 'read', 'failed'],
      ['failed', 'delivered', 'read'],
      ['read', 'read', 'sent', 'failed', 'delivered'],
    ]
    test.each(orders)('in the order %s, %s, %s end as read', async (...order) => {
      await at.simulator.connection(`+${phone}`, false)
      const id = await send('Any order')
      await becomes(id, 'sent')
      for (const status of order) expect(await said(id, 0, status)).toBe(200)
      expect(await messageOf(id)).toMatchObject({ status: 'read', failure: null })
    })

    test('that it failed: with the reason in words, and Retry', async () => {
      await at.simulator.connection(`+${phone}`, false)
      const id = await send('Refused later')
      await becomes(id, 'sent')
      const errors = [{ code: 131049, title: 'Not delivered to maintain healthy ecosystem engagement' }]
      for (let time = 0; time < 2; time += 1) await said(id, 0, 'failed', { errors })
      expect((await messageOf(id)).failure).toMatchObject({
        code: '131049',
        sentence: expect.stringContaining('too many marketing messages'),
      })
      await at.ann.get('retry', { params: { id } })
      await becomes(id, 'sent')
      expect(await attemptsOf(id)).toMatchObject([{ state: 'failed' }, { state: 'sent' }])
    })
  })

  describe('an undecided attempt that turns out sent, after Retry', () => {
    const undecided = async () => {
      await at.simulator.fault('bare-500')
      const id = await send('Twice?')
      await becomes(id, 'unknown')
      return id
    }

    test('withdraws the repeat that is not yet on its way', async () => {
      await at.simulator.fault('server-error', 1000)
      const before = await send('Blocks the line')
      await attempted(before, 'failed')
      await at.simulator.clearFaults()
      // A message that waits for its next attempt blocks the queue, so the repeat waits behind it.
      const { db } = at.database
      const id = await (async () => {
        const row = await db
          .selectFrom('messages')
          .selectAll()
          .where('id', '=', Number(before))
          .executeTakeFirstOrThrow()
        const { id: made } = await db
          .insertInto('messages')
          .values({
            conversation_id: row.conversation_id,
            direction: 'OUTBOUND',
            source: 'AGENT',
            message_type: 'text',
            content: 'Twice?',
            agent_id: row.agent_id,
            at: at.clock.now(),
            arrived_at: at.clock.now(),
            status: 'unknown',
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        await db
          .insertInto('attempts')
          .values({
            message_id: made,
            conversation_id: row.conversation_id,
            no: 1,
            state: 'unknown',
            lease_until: at.clock.now(),
            phone_number_id: '100000000000001',
            created_at: at.clock.now(),
            updated_at: at.clock.now(),
          })
          .execute()
        return String(made)
      })()
      await at.ann.get('retry', { params: { id } })
      expect((await messageOf(id)).status).toBe('queued')
      expect(await said(id, 0, 'delivered')).toBe(200)
      expect((await messageOf(id)).status).toBe('delivered')
      at.clock.advance(5)
      await becomes(before, 'delivered')
      expect(await attemptsOf(id)).toHaveLength(1)
      expect(await onPhone()).toEqual(['Blocks the line'])
    })

    test.each(['before', 'after'])(
      'speaks for the message when the repeat fails %s it is heard of',
      async when => {
        const id = await undecided()
        await at.simulator.connection(`+${phone}`, false)
        await at.ann.get('retry', { params: { id } })
        await becomes(id, 'sent')
        const failed = () => said(id, 1, 'failed', { errors: [{ code: 131026 }] })
        if (when === 'before') await failed()
        await said(id, 0, 'delivered')
        if (when === 'after') await failed()
        expect(await messageOf(id)).toMatchObject({ status: 'delivered', failure: null })
        expect(await at.ann.ask('retry', { params: { id } })).toMatchObject({ status: 409 })
      },
    )

    test('withdraws the repeat that is waiting for its next try', async () => {
      const id = await undecided()
      await at.simulator.fault('server-error')
      await at.ann.get('retry', { params: { id } })
      await eventually('the repeat', async () => (await attemptsOf(id)).length === 2)
      await attempted(id, 'failed')
      expect(await said(id, 0, 'sent')).toBe(200)
      expect((await messageOf(id)).status).toBe('sent')
      at.clock.advance(5)
      await becomes(await send('next'), 'delivered')
      expect(await attemptsOf(id)).toHaveLength(2)
      expect(await onPhone()).toEqual(['next'])
    })
  })

  test('only a failed or undecided message can be retried', async () => {
    const id = await send('Fine')
    await becomes(id, 'delivered')
    expect(await at.ann.ask('retry', { params: { id } })).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('delivered'), code: 'message.not-retryable' },
    })
  })

  test('an archived conversation takes no more, nor a repeat of what failed before', async () => {
    await at.simulator.fault('bare-500')
    const undecided = await send('Perhaps')
    await becomes(undecided, 'unknown')
    await at.database.db
      .updateTable('conversations')
      .set({ status: 'ARCHIVED' })
      .where('id', '=', Number(conversationId))
      .execute()
    const body = { client_message_id: unique(), content: 'Too late' }
    const refused = {
      status: 409,
      body: {
        code: 'conversation.archived',
        detail: 'This conversation is archived. To reply here, set its status to Active',
      },
    }
    expect(await at.ann.ask('send', { params: { id: conversationId }, body })).toMatchObject(refused)
    expect(await at.ann.ask('retry', { params: { id: undecided } })).toMatchObject(refused)
    expect((await messageOf(undecided)).status).toBe('unknown')
  })
})
