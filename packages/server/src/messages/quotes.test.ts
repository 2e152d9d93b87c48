import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer, unique } from '../../test/server.ts'
import { eventually } from '../../test/wait.ts'
import { envelope, statusWebhook, text } from '../../test/models/webhooks.ts'

let phones = 0

describe('a message that quotes another one', () => {
  let at: TestServer
  beforeAll(async () => {
    // Some calls are never answered.
    at = await startTestServer({ callTimeoutMs: 3_000 })
  })
  afterAll(() => at.close())

  const newPhone = () => `25671${String((phones += 1)).padStart(7, '0')}`
  /** A customer writes, quoting the message of this id if given. */
  const says = async (
    phone: string,
    body: string,
    more: { readonly wamid?: string; readonly context?: Readonly<Record<string, unknown>> } = {},
  ) => {
    const { wamid = `wamid.${unique()}`, context } = more
    const contacts = [{ wa_id: phone, profile: { name: 'Nakato' } }]
    const message = { ...text(phone, wamid, body), ...(context !== undefined && { context }) }
    expect(await at.webhook(envelope({ contacts, messages: [message] }))).toBe(200)
    return wamid
  }
  const conversationOf = async (phone: string) =>
    (await at.ann.get('conversations', { query: { search: `+${phone}` } })).reply[0]?.id ?? ''
  const thread = async (phone: string) =>
    (await at.ann.get('history', { params: { id: await conversationOf(phone) } })).reply.messages
  const saidIn = async (phone: string, content: string) => {
    const message = (await thread(phone)).find(one => one.content === content)
    if (message === undefined) throw new Error(`Nobody said ${content}`)
    return message
  }
  const answer = async (phone: string, content: string, more: Readonly<Record<string, unknown>> = {}) => {
    const params = { id: await conversationOf(phone) }
    const { reply } = await at.ann.get('send', {
      params,
      body: { client_message_id: unique(), content, ...more },
    })
    return reply.id
  }
  const wamidOf = async (id: string) => {
    let wamid: string | null = null
    await eventually(`message ${id} to be at WhatsApp`, async () => {
      const row = await at.database.db
        .selectFrom('attempts')
        .select('wamid')
        .where('message_id', '=', Number(id))
        .where('wamid', 'is not', null)
        .executeTakeFirst()
      wamid = row?.wamid ?? null
      return wamid !== null
    })
    return wamid ?? ''
  }

  test('[DATA-07] a customer’s quote of their own message has its sender, time and beginning', async () => {
    const phone = newPhone()
    const long = `${'é😀'.repeat(120)} and the end`
    const id = await says(phone, long)
    await says(phone, 'That one', { context: { from: phone, id } })
    const quoted = await saidIn(phone, long)
    expect((await saidIn(phone, 'That one')).quote).toEqual({
      message: {
        id: quoted.id,
        created_at: quoted.created_at,
        direction: 'INBOUND',
        message_type: 'text',
        source: 'CUSTOMER',
        sender_name: 'Nakato',
        excerpt: `${'é😀'.repeat(80)}…`,
        attachment: null,
      },
    })
    expect(quoted.quote).toBeNull()
  })

  test('a customer can quote any attempt of an agent’s message', async () => {
    const phone = newPhone()
    await says(phone, 'Hello')
    const answered = await answer(phone, 'Which policy?')
    await says(phone, 'The second', { context: { id: await wamidOf(answered) } })
    expect((await saidIn(phone, 'The second')).quote).toMatchObject({
      message: { id: answered, direction: 'OUTBOUND', sender_name: 'ann', excerpt: 'Which policy?' },
    })
  })

  test('a quoted message that arrives after its reply is linked then, in one webhook or two', async () => {
    const phone = newPhone()
    const later = `wamid.${unique()}`
    await says(phone, 'The answer', { context: { id: later } })
    expect((await saidIn(phone, 'The answer')).quote).toEqual({ message: null })
    await says(phone, 'The question', { wamid: later })
    const question = await saidIn(phone, 'The question')
    expect((await saidIn(phone, 'The answer')).quote?.message?.id).toBe(question.id)

    const same = `wamid.${unique()}`
    const messages = [
      { ...text(phone, `wamid.${unique()}`, 'In front'), context: { id: same } },
      text(phone, same, 'Behind'),
    ]
    expect(await at.webhook(envelope({ messages }))).toBe(200)
    expect((await saidIn(phone, 'In front')).quote?.message?.excerpt).toBe('Behind')
  })

  test('a reply that arrives before WhatsApp confirms our message is linked by the status', async () => {
    const phone = newPhone()
    await at.simulator.write(`+${phone}`, 'Hello')
    await eventually('the conversation', async () => (await conversationOf(phone)) !== '')
    await at.simulator.fault('time-out')
    const sent = await answer(phone, 'Are you there?')
    const wamid = `wamid.${unique()}`
    await says(phone, 'I am', { context: { id: wamid } })
    expect((await saidIn(phone, 'I am')).quote).toEqual({ message: null })
    const attempt = () =>
      at.database.db
        .selectFrom('attempts')
        .select('id')
        .where('message_id', '=', Number(sent))
        .executeTakeFirst()
    await eventually('an attempt', async () => (await attempt()) !== undefined)
    const opaque = String((await attempt())?.id)
    await at.webhook(statusWebhook(wamid, 'delivered', { biz_opaque_callback_data: opaque }))
    expect((await saidIn(phone, 'I am')).quote?.message?.id).toBe(sent)
    await at.simulator.clearFaults()
  })

  test('an unknown message, and one of another conversation, cannot be quoted', async () => {
    const phone = newPhone()
    const other = newPhone()
    const foreign = await says(other, 'A secret')
    await says(phone, 'To nobody', { context: { id: 'wamid.nobody' } })
    await says(phone, 'To another', { context: { id: foreign } })
    expect((await saidIn(phone, 'To nobody')).quote).toEqual({ message: null })
    expect((await saidIn(phone, 'To another')).quote).toEqual({ message: null })
  })

  test.each([
    [{ forwarded: true }, 'forwarded'],
    [{ frequently_forwarded: true }, 'frequently_forwarded'],
    [{ forwarded: true, frequently_forwarded: true }, 'frequently_forwarded'],
    [{ forwarded: false }, null],
  ] as const)('a message with the context %j is marked %s', async (context, mark) => {
    const phone = newPhone()
    await says(phone, 'From elsewhere', { context })
    expect(await saidIn(phone, 'From elsewhere')).toMatchObject({ quote: null, forwarded: mark })
  })

  test('content that WhatsApp withheld at first arrives with its quote', async () => {
    const phone = newPhone()
    const first = await says(phone, 'The question')
    const wamid = `wamid.${unique()}`
    const withheld = { from: phone, id: wamid, timestamp: '1772441900', type: 'unsupported' }
    await at.webhook(envelope({ messages: [{ ...withheld, errors: [{ code: 131060 }] }] }))
    await says(phone, 'The answer', { wamid, context: { id: first, forwarded: true } })
    expect(await saidIn(phone, 'The answer')).toMatchObject({
      quote: { message: { excerpt: 'The question' } },
      forwarded: 'forwarded',
    })
  })

  test('an agent’s reply quotes the customer’s message, on the phone too, also after a retry', async () => {
    const phone = newPhone()
    const asked = await at.simulator.write(`+${phone}`, 'Is it paid?')
    await eventually('the question', async () => (await conversationOf(phone)) !== '')
    const question = await saidIn(phone, 'Is it paid?')
    await at.simulator.fault('bare-500')
    const sent = await answer(phone, 'Yes, on Friday', { quoted_message_id: question.id })
    expect((await saidIn(phone, 'Yes, on Friday')).quote?.message?.id).toBe(question.id)
    const isUnknown = async () => (await saidIn(phone, 'Yes, on Friday')).status === 'unknown'
    await eventually('the answer’s fate to be unknown', isUnknown)
    await at.ann.get('retry', { params: { id: sent } })
    await wamidOf(sent)
    const received = await at.simulator.received(`+${phone}`)
    expect(received).toMatchObject([{ text: 'Yes, on Friday', replyTo: asked }])
    // Our own message, by the id of the attempt that arrived.
    const next = await answer(phone, 'Today even', { quoted_message_id: sent })
    const nextWamid = await eventuallyOnPhone(phone, 'Today even')
    expect(nextWamid.replyTo).toBe(received[0]?.id)
    expect((await saidIn(phone, 'Today even')).id).toBe(next)
  })

  const eventuallyOnPhone = async (phone: string, words: string) => {
    const find = async () => (await at.simulator.received(`+${phone}`)).find(one => one.text === words)
    await eventually(`${words} on the phone`, async () => (await find()) !== undefined)
    const found = await find()
    if (found === undefined) throw new Error('It is gone')
    return found
  }

  test('refuses, by field, a quote of another conversation’s message, of no message, and of one without a WhatsApp id', async () => {
    const phone = newPhone()
    const other = newPhone()
    await says(phone, 'Hello')
    await says(other, 'Hello too')
    const foreign = (await saidIn(other, 'Hello too')).id
    await at.simulator.connection(`+${phone}`, true)
    await at.simulator.fault('bare-500')
    const lost = await answer(phone, 'Lost')
    await eventually('its fate to be unknown', async () => (await saidIn(phone, 'Lost')).status === 'unknown')
    const params = { id: await conversationOf(phone) }
    for (const [quoted, sentence] of [
      [foreign, 'is no message of this conversation'],
      ['none', 'is no message of this conversation'],
      [lost, 'has not reached WhatsApp: answer without quoting it'],
    ] as const) {
      const body = { client_message_id: unique(), content: 'x', quoted_message_id: quoted }
      expect(await at.ann.ask('send', { params, body })).toMatchObject({
        status: 400,
        body: { fields: { quoted_message_id: sentence } },
      })
    }
  })

  test('the same client id with another quote is another message', async () => {
    const phone = newPhone()
    await says(phone, 'One')
    await says(phone, 'Two')
    const params = { id: await conversationOf(phone) }
    const [one, two] = [(await saidIn(phone, 'One')).id, (await saidIn(phone, 'Two')).id]
    const click = { client_message_id: unique(), content: 'Yes' }
    const first = await at.ann.get('send', { params, body: { ...click, quoted_message_id: one } })
    const again = await at.ann.get('send', { params, body: { ...click, quoted_message_id: one } })
    expect(again.reply.id).toBe(first.reply.id)
    const other = await at.ann.ask('send', { params, body: { ...click, quoted_message_id: two } })
    expect(other).toMatchObject({ status: 409, body: { code: 'message.same-client-id' } })
  })
})
