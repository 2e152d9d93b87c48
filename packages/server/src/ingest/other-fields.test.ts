import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer, unique } from '../../test/server.ts'
import { eventually } from '../../test/wait.ts'
import { envelope, text } from '../../test/models/webhooks.ts'

let phones = 0

/* Fields other than `messages` about one customer: their place in the thread, and their effects. */
describe('[DATA-07 Q-182] other fields of customers', () => {
  let at: TestServer
  beforeAll(async () => {
    at = await startTestServer()
  })
  afterAll(() => at.close())

  const newPhone = () => `25673${String((phones += 1)).padStart(7, '0')}`
  const start = 1_772_441_900
  const field = async (name: string, list: string, phone: string, ...elements: readonly object[]) => {
    const contacts = [{ wa_id: phone, profile: { name: 'Nakato' } }]
    const body = envelope({ contacts, [list]: elements })
    Object.assign(body.entry[0]?.changes[0] ?? {}, { field: name })
    expect(await at.webhook(body)).toBe(200)
  }
  const says = (phone: string, words: string, seconds: number, more: object = {}) =>
    field('messages', 'messages', phone, {
      ...text(phone, `wamid.${unique()}`, words, start + seconds),
      ...more,
    })
  const rowOf = async (phone: string) => {
    const [row] = (await at.ann.get('conversations', { query: { search: `+${phone}` } })).reply
    if (row === undefined) throw new Error(`Nobody has ${phone}`)
    return row
  }
  const thread = async (phone: string) =>
    (await at.ann.get('history', { params: { id: (await rowOf(phone)).id } })).reply.messages
  const waitOf = async (phone: string) =>
    (
      await at.database.db
        .selectFrom('conversations')
        .select('human_wait_started_at')
        .where('id', '=', Number((await rowOf(phone)).id))
        .executeTakeFirstOrThrow()
    ).human_wait_started_at
  const seconds = (n: number) => new Date((start + n) * 1000)

  const calls = (phone: string, id: string, event: string, more: object = {}) =>
    field('calls', 'calls', phone, { id, from: phone, event, timestamp: String(start + 5), ...more })

  test.each([
    ['in order', ['connect', 'terminate']],
    ['the other way round', ['terminate', 'connect']],
    ['each twice', ['connect', 'connect', 'terminate', 'terminate', 'connect']],
  ])('a call is one row, which says how it went, told %s; it waits for an answer', async (_, events) => {
    const phone = newPhone()
    for (const event of events) await calls(phone, `wacid.${phone}`, event)
    expect(await thread(phone)).toMatchObject([
      {
        content: 'Missed call on WhatsApp',
        message_type: 'call',
        source: 'CUSTOMER',
        inbound_no: 1,
        created_at: seconds(5).toISOString(),
        details: { call: { state: 'missed', seconds: null } },
      },
    ])
    expect((await rowOf(phone)).last_message?.content).toBe('Missed call on WhatsApp')
    expect(await waitOf(phone)).toEqual(seconds(5))
  })

  test('a call that is over says so to who has the thread open', async () => {
    const phone = newPhone()
    await calls(phone, `wacid.${phone}`, 'connect')
    const { id } = await rowOf(phone)
    const socket = await at.ann.connect()
    await calls(phone, `wacid.${phone}`, 'terminate', { duration: 61 })
    await eventually('the frame', async () =>
      socket.events.some(event => JSON.stringify(event).includes('Call on WhatsApp, 1:01')),
    )
    expect((await thread(phone))[0]?.conversation_id).toBe(id)
  })

  const prefers = (phone: string, value: string, sec: number) =>
    field('user_preferences', 'user_preferences', phone, {
      wa_id: phone,
      category: 'marketing_messages',
      value,
      timestamp: String(start + sec),
    })
  const optOut = async (phone: string) =>
    (
      await at.database.db
        .selectFrom('customers')
        .select('marketing_opt_out_at')
        .where('wa_id', '=', phone)
        .executeTakeFirstOrThrow()
    ).marketing_opt_out_at

  test('a customer who wants no marketing has a line in the thread that wakes nobody, and what was said last holds', async () => {
    const phone = newPhone()
    await says(phone, 'Hello', 0)
    await at.ann.get('setConversationStatus', {
      params: { id: (await rowOf(phone)).id },
      body: { status: 'RESOLVED' },
    })
    await prefers(phone, 'stop', 10)
    expect(await optOut(phone)).toEqual(seconds(10))
    await prefers(phone, 'resume', 5)
    expect(await optOut(phone)).toEqual(seconds(10))
    await prefers(phone, 'resume', 20)
    await prefers(phone, 'resume', 20)
    expect(await optOut(phone)).toBeNull()
    expect(
      (await thread(phone)).map(({ content, source, inbound_no }) => [content, source, inbound_no]),
    ).toEqual([
      ['Hello', 'CUSTOMER', 1],
      ['The customer wants marketing messages again', 'SYSTEM', null],
      ['The customer does not want marketing messages any more', 'SYSTEM', null],
      ['The customer wants marketing messages again', 'SYSTEM', null],
    ])
    expect((await rowOf(phone)).status).toBe('RESOLVED')
  })

  const echoes = (phone: string, body: string, sec: number, more: object = {}) =>
    field('smb_message_echoes', 'message_echoes', phone, {
      ...text('256200000000', `wamid.echo.${phone}.${sec}`, body, start + sec),
      to: phone,
      ...more,
    })

  test('what was written on the business’s phone is an answer of its own, once, with what it quotes, and no attempt', async () => {
    const phone = newPhone()
    await says(phone, 'Are you open?', 0, { id: `wamid.asked.${phone}` })
    const unread = (await rowOf(phone)).inbound_no
    await echoes(phone, 'Until five', 10, { context: { id: `wamid.asked.${phone}` } })
    await echoes(phone, 'Until five', 10, { context: { id: `wamid.asked.${phone}` } })
    const [asked, answer, ...rest] = await thread(phone)
    expect(rest).toEqual([])
    expect(answer).toMatchObject({
      direction: 'OUTBOUND',
      source: 'AGENT',
      content: 'Until five',
      sender_name: 'Business phone',
      status: 'sent',
      inbound_no: null,
      quote: { message: { id: asked?.id } },
    })
    const row = await rowOf(phone)
    expect(row.inbound_no).toBe(unread)
    expect(row.last_message).toMatchObject({ content: 'Until five', sender_name: 'Business phone' })
    const attempts = await at.database.db
      .selectFrom('attempts')
      .select('id')
      .where('message_id', '=', Number(answer?.id))
      .execute()
    expect(attempts).toEqual([])
  })

  test('it ends the wait of who wrote before, in whatever order it comes, and not of who wrote after', async () => {
    const phone = newPhone()
    await says(phone, 'One', 0)
    await says(phone, 'Two', 20)
    await echoes(phone, 'Between', 10)
    expect(await waitOf(phone)).toEqual(seconds(20))
    await echoes(phone, 'After', 30)
    expect(await waitOf(phone)).toBeNull()
    await says(phone, 'Late', 25)
    expect(await waitOf(phone)).toBeNull()
  })

  test('who has not seen it is asked before they answer the same again', async () => {
    const phone = newPhone()
    await says(phone, 'One', 0)
    const [seen] = await thread(phone)
    await echoes(phone, 'Answered already', 10)
    const body = { client_message_id: unique(), content: 'An answer', seen_message_id: seen?.id ?? '0' }
    const refused = await at.ann.ask('send', { params: { id: (await rowOf(phone)).id }, body })
    expect(refused).toMatchObject({ status: 409, body: { code: 'message.answered-since' } })
  })

  test('what an agent sent from here is not there twice', async () => {
    const phone = newPhone()
    await says(phone, 'One', 0)
    const { id } = await rowOf(phone)
    const sent = await at.ann.get('send', {
      params: { id },
      body: { client_message_id: unique(), content: 'Ours' },
    })
    let wamid: string | null | undefined = null
    await eventually('it is at WhatsApp', async () => {
      const rows = await at.database.db
        .selectFrom('attempts')
        .select('wamid')
        .where('message_id', '=', Number(sent.reply.id))
        .execute()
      wamid = rows[0]?.wamid
      return typeof wamid === 'string'
    })
    await echoes(phone, 'Ours', 10, { id: wamid })
    expect((await thread(phone)).map(({ content }) => content)).toEqual(['One', 'Ours'])
  })

  test('somebody whom nobody knows yet is known from then on', async () => {
    const phone = newPhone()
    await echoes(phone, 'Welcome', 0)
    expect(await thread(phone)).toMatchObject([{ content: 'Welcome', direction: 'OUTBOUND' }])
    expect((await rowOf(phone)).user.name).toBe('Nakato')
  })

  test('a message without a time that can be read is of the moment that it came', async () => {
    const phone = newPhone()
    await says(phone, 'When?', 0, { timestamp: 'yesterday' })
    expect((await thread(phone))[0]?.created_at).toBe(at.clock.now().toISOString())
  })
})
