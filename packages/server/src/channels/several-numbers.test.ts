import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { channel, startTestServer, type TestServer, unique } from '../../test/server.ts'
import { eventually } from '../../test/wait.ts'
import { envelope, text } from '../../test/models/webhooks.ts'
import { logPosition, newLogId } from '../live/log.ts'
import { keepBusinessNumbers, servedNumbers } from './numbers.ts'

const life = {
  phoneNumberId: '200000000000001',
  name: 'Life',
  businessAccountId: '200000000000002',
  accessToken: 'life-access-token',
}
const pensions = {
  phoneNumberId: channel.phoneNumberId,
  name: 'Pensions',
  businessAccountId: '100000000000002',
  accessToken: channel.accessToken,
}
let phones = 0

describe('[Q-196] several business numbers', () => {
  let at: TestServer
  beforeAll(async () => {
    at = await startTestServer({ businessAccountId: pensions.businessAccountId, moreNumbers: [life] })
  })
  afterAll(() => at.close())

  const now = () => Math.floor(at.clock.now().getTime() / 1000)
  const writes = async (
    phone: string,
    number: string,
    words: string,
    { wamid = `wamid.${unique()}`, time = now() } = {},
  ) => {
    expect(await at.webhook(envelope({ messages: [text(phone, wamid, words, time)] }, number))).toBe(200)
    return wamid
  }
  const newPhone = () => `25675${String((phones += 1)).padStart(7, '0')}`
  const of = async (phone: string) =>
    (await at.ann.get('conversations', { query: { search: `+${phone}` } })).reply
  const saidTo = (rows: Awaited<ReturnType<typeof of>>) =>
    Object.fromEntries(rows.map(row => [row.business_number, row.last_message?.content]))
  const inBoth = async () => {
    const phone = newPhone()
    await writes(phone, pensions.phoneNumberId, 'About my pension')
    await writes(phone, life.phoneNumberId, 'About my life cover')
    const rows = await of(phone)
    const idOf = (name: string) => rows.find(row => row.business_number === name)?.id ?? ''
    return { phone, pensions: idOf('Pensions'), life: idOf('Life'), rows }
  }
  const messagesOf = async (id: string) => (await at.ann.get('history', { params: { id } })).reply.messages
  const send = async (id: string, content: string) =>
    (await at.ann.get('send', { params: { id }, query: { content } })).reply.id
  const becomes = (conversation: string, id: string, status: string) =>
    eventually(`message ${id} to be ${status}`, async () => {
      const message = (await messagesOf(conversation)).find(one => one.id === id)
      return message?.status === status && message
    })

  test('who writes to two numbers has a conversation with each, which says which it came to', async () => {
    const { phone, rows } = await inBoth()
    expect(saidTo(rows)).toEqual({ Life: 'About my life cover', Pensions: 'About my pension' })
    // One customer with one name.
    expect(new Set(rows.map(row => row.user.id)).size).toBe(1)
    await writes(phone, life.phoneNumberId, 'And more')
    expect(await of(phone)).toHaveLength(2)
  })

  test('each is answered from its own number, with its own token', async () => {
    const both = await inBoth()
    const [one, other] = [await send(both.pensions, 'From pensions'), await send(both.life, 'From life')]
    await becomes(both.pensions, one, 'delivered')
    await becomes(both.life, other, 'delivered')
    const shown = await at.simulator.received(`+${both.phone}`)
    expect(new Map(shown.map(({ text, number }) => [text, number]))).toEqual(
      new Map([
        ['From life', life.phoneNumberId],
        ['From pensions', pensions.phoneNumberId],
      ]),
    )
  })

  test('24 hours are those of each number', async () => {
    const phone = newPhone()
    await writes(phone, pensions.phoneNumberId, 'An hour ago', { time: now() - 3600 })
    await writes(phone, life.phoneNumberId, 'Now')
    const closes = new Map((await of(phone)).map(row => [row.business_number, row.reach.closes_at]))
    const apart =
      new Date(closes.get('Life') ?? 0).getTime() - new Date(closes.get('Pensions') ?? 0).getTime()
    expect(Math.round(apart / 60_000)).toBe(60)
  })

  test('the same id of a message at two numbers is two messages', async () => {
    const phone = newPhone()
    const wamid = await writes(phone, pensions.phoneNumberId, 'One')
    await writes(phone, life.phoneNumberId, 'Two', { wamid })
    await writes(phone, life.phoneNumberId, 'Two', { wamid })
    const words = await Promise.all((await of(phone)).map(async ({ id }) => messagesOf(id)))
    expect(new Set(words.map(all => all.map(message => message.content).join()))).toEqual(
      new Set(['One', 'Two']),
    )
  })

  test('what waits because one number may send nothing holds up no other', async () => {
    const both = await inBoth()
    await at.simulator.refuses(190)
    const held = await send(both.pensions, 'Held')
    await eventually('the number to be held', async () =>
      at.database.db
        .selectFrom('sending_holds')
        .select('phone_number_id')
        .where('phone_number_id', '=', pensions.phoneNumberId)
        .executeTakeFirst(),
    )
    await becomes(both.life, await send(both.life, 'Goes on'), 'delivered')
    expect((await messagesOf(both.pensions)).find(one => one.id === held)?.status).toBe('queued')
    at.clock.advance(15)
    await becomes(both.pensions, held, 'delivered')
  })

  test('a webhook of two numbers is stored whole, each part in its place', async () => {
    const phone = newPhone()
    const parts = [pensions, life].map(
      ({ phoneNumberId, name }) =>
        envelope({ messages: [text(phone, `wamid.${unique()}`, `To ${name}`, now())] }, phoneNumberId)
          .entry[0],
    )
    expect(await at.webhook({ object: 'whatsapp_business_account', entry: parts })).toBe(200)
    const rows = await of(phone)
    expect(saidTo(rows)).toEqual({ Life: 'To Life', Pensions: 'To Pensions' })
  })

  test('a customer who was one of two people is merged number by number', async () => {
    const [one, other] = [await inBoth(), await inBoth()]
    await at.ann.get('mergeCustomers', {
      params: { id: one.life },
      body: { other_conversation_id: other.life },
    })
    const there = await Promise.all(
      [other.pensions, other.life].map(
        async id => (await at.ann.get('conversations', { query: { conversation_id: id } })).reply[0],
      ),
    )
    expect(there.map(row => [row?.status, row?.continued_in])).toEqual([
      ['ARCHIVED', one.pensions],
      ['ARCHIVED', one.life],
    ])
  })

  test('WhatsApp is asked of each number, and the screen names them', async () => {
    const { reply } = await at.ann.get('channelHealth')
    expect(reply.numbers.map(number => [number.name, number.phone_number_id])).toEqual([
      ['Pensions', pensions.phoneNumberId],
      ['Life', life.phoneNumberId],
    ])
    await eventually('both to be good', async () =>
      (await at.ann.get('channelHealth')).reply.numbers.every(({ access }) => access === 'good'),
    )
  })

  test('a template goes from the account of the number that was written to', async () => {
    await at.simulator.template('payment_received', { quality: 'YELLOW' })
    const both = await inBoth()
    const listOf = async (id: string) => (await at.ann.get('templates', { params: { id } })).reply
    await eventually('the changed template to be read for both accounts', async () => {
      const lists = await Promise.all([both.life, both.pensions].map(listOf))
      return lists.every(({ templates }) => templates.some(({ quality }) => quality === 'YELLOW'))
    })
    await at.database.db
      .deleteFrom('message_templates')
      .where('account_id', '=', life.businessAccountId)
      .execute()
    expect((await listOf(both.life)).templates).toEqual([])
    const template = {
      name: 'payment_received',
      language: 'en',
      values: { 'body.1': 'Sarah', 'body.2': '1', 'body.3': '2 March' },
    }
    const ask = (id: string) =>
      at.ann.ask('send', { params: { id }, body: { client_message_id: unique(), template } })
    expect(await ask(both.life)).toMatchObject({ status: 404, body: { code: 'template.not-found' } })
    expect(await ask(both.pensions)).toMatchObject({ status: 200 })
  })

  test('what holds up one number is said of none of the other’s messages, nor lifted from them', async () => {
    const both = await inBoth()
    const other = await send(both.pensions, 'Tried again in an hour')
    await becomes(both.pensions, other, 'delivered')
    const later = new Date(at.clock.now().getTime() + 60 * 60_000)
    const queued = { status: 'queued', next_try_at: later, send_deadline: later }
    const mine = at.database.db.updateTable('messages').where('id', '=', Number(other))
    await mine.set(queued).execute()
    const reasonOf = async () => (await messagesOf(both.pensions)).find(one => one.id === other)?.waits

    await at.simulator.refuses(190)
    const waits = await send(both.life, 'Waits')
    await eventually('it to wait', async () =>
      (await messagesOf(both.life)).some(one => one.id === waits && one.waits !== null),
    )
    expect(await reasonOf()).toBeNull()

    const why = { kind: 'account', code: '190', sentence: 'Pensions is held.', remedy: 'Wait.' }
    await mine.set({ waits: JSON.stringify(why), waits_until: later }).execute()
    await at.simulator.clearFaults()
    await eventually('the other number to go again', async () => {
      // Advance only past the hold: sessions last minutes.
      const hold = await at.database.db.selectFrom('sending_holds').select('until').executeTakeFirst()
      if (hold !== undefined)
        at.clock.advance(Math.max(0, (hold.until.getTime() - at.clock.now().getTime()) / 1000))
      return (await messagesOf(both.life)).find(one => one.id === waits)?.status === 'delivered'
    })
    expect(await reasonOf()).toMatchObject({ sentence: 'Pensions is held.' })
    await mine.set({ status: 'failed', next_try_at: null, waits: null }).execute()
  })

  test('a number that is taken out of the settings: what waits there fails with words, and nothing more is taken', async () => {
    const both = await inBoth()
    const { writer } = at.server
    const { log } = await logPosition(at.database.db)
    // Queued while the number was served, and never attempted.
    await at.simulator.refuses(190)
    const waits = await send(both.life, 'Waits')
    await eventually('it to wait', async () =>
      at.database.db
        .selectFrom('sending_holds')
        .select('until')
        .where('phone_number_id', '=', life.phoneNumberId)
        .executeTakeFirst(),
    )
    expect(await keepBusinessNumbers(writer, { numbers: [pensions], bridges: [] }, newLogId)).toBe(true)
    expect(await servedNumbers(at.database.db)).toEqual(new Set([pensions.phoneNumberId]))
    at.clock.advance(1)
    const failed = await becomes(both.life, waits, 'failed')
    expect(failed.failure).toMatchObject({
      code: 'unreachable',
      sentence: expect.stringContaining('not connected'),
    })
    expect((await of(both.phone)).find(row => row.id === both.life)?.reach.unreachable).toBe('number-gone')
    const again = { client_message_id: unique(), content: 'More' }
    expect(await at.ann.ask('send', { params: { id: both.life }, body: again })).toMatchObject({
      status: 409,
      body: { code: 'message.unreachable' },
    })
    // A single remaining number needs no name; consoles fetch everything again.
    expect((await of(both.phone)).find(row => row.id === both.pensions)?.business_number).toBeNull()
    expect((await logPosition(at.database.db)).log).not.toBe(log)

    expect(await keepBusinessNumbers(writer, { numbers: [pensions], bridges: [] }, newLogId)).toBe(false)
    expect(await keepBusinessNumbers(writer, { numbers: [pensions, life], bridges: [] }, newLogId)).toBe(true)
    expect((await of(both.phone)).map(row => row.reach.unreachable)).toEqual([null, null])
  })
  test('what waits at a number for which nothing is sent any more is ended by the others', async () => {
    const { life: id } = await inBoth()
    await at.simulator.refuses(190)
    const waits = await send(id, 'Waits')
    await eventually('it to wait', async () =>
      (await messagesOf(id)).some(one => one.id === waits && one.waits !== null),
    )
    await at.database.db
      .updateTable('conversations')
      .set({ phone_number_id: '300000000000001', number_gone: true })
      .where('id', '=', Number(id))
      .execute()
    expect((await becomes(id, waits, 'failed')).failure).toMatchObject({ code: 'unreachable' })
  })
})
