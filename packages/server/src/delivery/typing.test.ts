import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TestClock } from '../../test/clock.ts'
import { channel, startTestServer, type TestServer } from '../../test/server.ts'
import { eventually } from '../../test/wait.ts'
import { whatsappAdapter } from '../channels/whatsapp.ts'
import { startTyping } from './typing.ts'

describe('[Q-193] a customer sees that an agent writes', () => {
  let at: TestServer
  beforeAll(async () => {
    at = await startTestServer()
  })
  afterAll(() => at.close())

  let phones = 0
  /** A customer who wrote twice: their number, their conversation, and WhatsApp's ids of the messages. */
  const customer = async () => {
    const phone = `+25673${String((phones += 1)).padStart(7, '0')}`
    const wamids = [
      await at.simulator.write(phone, 'Hello'),
      await at.simulator.write(phone, 'Are you there?'),
    ]
    const id = await eventually('the conversation', async () => {
      const { reply } = await at.ann.get('conversations', { query: { search: phone } })
      const history = reply[0] && (await at.ann.get('history', { params: { id: reply[0].id } })).reply
      return history?.messages.length === 2 ? reply[0]?.id : undefined
    })
    return { phone, id: Number(id), wamids }
  }

  /** A typing indicator with its own clock, and its calls to WhatsApp. */
  const desk = (answer: () => Response = () => Response.json({ success: true })) => {
    const clock = new TestClock(at.clock.now().toISOString())
    const told: unknown[] = []
    const troubles: string[] = []
    const client = whatsappAdapter({
      apiUrl: 'https://graph.invalid',
      version: 'v23.0',
      phoneNumberId: '1',
      accessToken: 't',
      fetch: async (_url, init) => {
        const body = init?.body
        told.push(typeof body === 'string' ? JSON.parse(body) : body)
        return answer()
      },
    })
    const writing = startTyping({
      db: at.database.db,
      now: clock.now,
      adapterOf: number => (number === channel.phoneNumberId ? client : null),
      onTrouble: error => troubles.push(String(error)),
    })
    const type = async (id: number, keys = 1) => {
      await Promise.all(Array.from({ length: keys }, () => writing.writes(id)))
    }
    return { clock, told, troubles, writing, type }
  }

  test('who only looks tells nothing; the first key marks what they wrote as read', async () => {
    const { phone, id } = await customer()
    const socket = await at.ann.connect()
    const show = (typing: boolean) => socket.send({ event: 'viewing', conversation_id: String(id), typing })
    // The phone hears a moment after the thread that its message has come.
    await eventually('both to have come', async () =>
      (await at.simulator.statuses(phone)).every(status => status === 'delivered'),
    )
    show(false)
    await socket.reached(0)
    expect(await at.simulator.statuses(phone)).toEqual(['delivered', 'delivered'])
    show(true)
    await eventually('both to be read', async () =>
      (await at.simulator.statuses(phone)).every(status => status === 'read'),
    )
    socket.cut()
  })

  test('WhatsApp hears of the newest message with the writing, and again after 20 s at the earliest', async () => {
    const { id, wamids } = await customer()
    const { clock, told, troubles, type } = desk()
    await type(id, 5)
    clock.advance(19)
    await type(id)
    expect(told).toEqual([
      {
        messaging_product: 'whatsapp',
        status: 'read',
        message_id: wamids[1],
        typing_indicator: { type: 'text' },
      },
    ])
    clock.advance(1)
    await type(id)
    expect(told).toHaveLength(2)
    expect(troubles).toEqual([])
  })

  test('each customer is told of their own', async () => {
    const [first, second] = [await customer(), await customer()]
    const { told, type } = desk()
    await type(first.id)
    await type(second.id)
    expect(told).toMatchObject([{ message_id: first.wamids[1] }, { message_id: second.wamids[1] }])
  })

  test.each([
    ['the 24 hours are over', { customer_wrote_at: new Date('2026-03-01T08:00:00Z') }],
    [
      'nobody is reached there',
      { unreachable: 'not-on-whatsapp', unreachable_at: new Date('2027-01-01T00:00:00Z') },
    ],
  ])('nothing is told where %s', async (_, change) => {
    const { id } = await customer()
    await at.database.db.updateTable('conversations').set(change).where('id', '=', id).execute()
    const { told, troubles, type } = desk()
    await type(id)
    expect([told, troubles]).toEqual([[], []])
  })

  test('a call is no message that can be read, and of a conversation that is not there nothing is told', async () => {
    const { id, wamids } = await customer()
    const call = (wamid: string | undefined) =>
      at.database.db
        .updateTable('messages')
        .set({ message_type: 'call' })
        .where('wamid', '=', wamid ?? '')
        .execute()
    const { clock, told, troubles, type } = desk()
    await call(wamids[1])
    await type(id)
    expect(told).toMatchObject([{ message_id: wamids[0] }])
    await call(wamids[0])
    clock.advance(20)
    await type(id)
    await type(987_654_321)
    expect([told.length, troubles]).toEqual([1, []])
  })

  test('a workspace that wants it not is told nothing of', async () => {
    const { id } = await customer()
    const change = (customers_see_writing: string) =>
      at.ann.get('changeSettings', { body: { settings: { customers_see_writing } } })
    await change('never')
    const { clock, told, type } = desk()
    await type(id)
    expect(told).toEqual([])
    await change('from-first-key')
    clock.advance(20)
    await type(id)
    expect(told).toHaveLength(1)
  })

  test.each([
    [
      'refuses',
      () => Response.json({ error: { message: 'm', code: 131009 } }, { status: 400 }),
      'code 131009',
    ],
    ['is not there', () => Promise.reject(new TypeError('fetch failed')) as never, 'not told'],
  ])('WhatsApp %s: it is reported once, and nothing else comes of it', async (_, answer, words) => {
    const { id } = await customer()
    const { told, troubles, type } = desk(answer)
    await type(id, 3)
    expect(told).toHaveLength(1)
    expect(troubles).toEqual([expect.stringContaining(words)])
  })

  test('closed, it tells nothing more', async () => {
    const { id } = await customer()
    const { told, writing, type } = desk()
    await writing.close()
    await type(id)
    expect(told).toEqual([])
  })
})
