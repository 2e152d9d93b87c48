import net from 'node:net'
import { text as allOf } from 'node:stream/consumers'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { basePath } from '@parley/core/calls'
import { signature } from '@parley/whatsapp/signature'
import { channel, startTestServer, type TestServer } from '../../test/server.ts'
import { eventually } from '../../test/wait.ts'
import { envelope, statusWebhook, text, textWebhook } from '../../test/models/webhooks.ts'
import { write } from '../db/write.ts'
import { openIngestGate } from './ingest.ts'
import { resumeWebhooks } from './process.ts'
import { mostLevels, TooDeep, webhookJson } from './webhook.ts'

const url = `${basePath}/channels/whatsapp/webhook`
let phones = 0
const newPhone = () => `25670${String((phones += 1)).padStart(7, '0')}`

describe('webhooks', () => {
  let at: TestServer
  const logged: string[] = []
  beforeAll(async () => {
    const log = pino({ level: 'warn' }, { write: line => logged.push(line) })
    at = await startTestServer({}, log)
  })
  afterAll(() => at.close())

  const countOf = async (table: 'webhook_events' | 'messages' | 'early_statuses') => {
    const rows = await at.database.db
      .selectFrom(table)
      .select(sql<number>`count(*)::int`.as('count'))
      .execute()
    return rows[0]?.count ?? 0
  }
  const rowsOf = async (phone: string) =>
    (await at.ann.get('conversations', { query: { search: `+${phone}` } })).reply
  const threadOf = async (id: string) => (await at.ann.get('history', { params: { id } })).reply.messages
  const refusals = () =>
    at.database.db
      .selectFrom('webhook_items')
      .selectAll()
      .where('ended', '=', 'refused')
      .orderBy('event_id')
      .execute()
  const counted = async (reason: string) => {
    const { body } = await at.server.app.inject({ url: '/metrics' })
    return Number(body.match(`parley_webhook_items_refused_total{reason="${reason}"} (\\d+)`)?.[1])
  }
  const receiver = () => ({
    writer: at.server.writer,
    numbers: new Set([channel.phoneNumberId]),
    onEnded: () => undefined,
    wakeBot: () => undefined,
    gate: openIngestGate(),
    understand: null,
    wakeMedia: () => undefined,
    wakeHealth: () => undefined,
    wakeTemplates: () => undefined,
    onRefused: () => undefined,
    onSplit: () => undefined,
  })
  /** From now on the database fails at each message with this text. */
  const failing = async (code: string, words: string) => {
    const { db } = at.database
    await sql`create function fail_at_words() returns trigger language plpgsql as $$ begin
      if new.content = ${sql.lit(words)} then
        raise exception 'cannot store %', new.content using errcode = ${sql.lit(code)};
      end if; return new; end $$`.execute(db)
    await sql`create trigger fail_at_words before insert on messages for each row execute function fail_at_words()`.execute(
      db,
    )
  }
  const healed = () => sql`drop function fail_at_words() cascade`.execute(at.database.db)
  const post = (payload: string | Buffer, headers: Record<string, string>) =>
    at.server.app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json', ...headers },
      payload,
    })

  describe('Meta’s verification', () => {
    const ask = (query: Record<string, string>) => at.server.app.inject({ url, query })
    test('answers the challenge as it came', async () => {
      const response = await ask({
        'hub.mode': 'subscribe',
        'hub.verify_token': channel.verifyToken,
        'hub.challenge': '1158201444',
      })
      expect([response.statusCode, response.body]).toEqual([200, '1158201444'])
      expect(response.headers['content-type']).toContain('text/plain')
    })
    test.each([
      ['a wrong token', { 'hub.mode': 'subscribe', 'hub.verify_token': 'x', 'hub.challenge': '1' }],
      ['another mode', { 'hub.mode': 'x', 'hub.verify_token': channel.verifyToken, 'hub.challenge': '1' }],
      ['no challenge', { 'hub.mode': 'subscribe', 'hub.verify_token': channel.verifyToken }],
      ['nothing', {}],
    ])('refuses %s', async (_, query: Record<string, string>) => {
      expect((await ask(query)).statusCode).toBe(403)
    })
  })

  describe('a signature', () => {
    const body = JSON.stringify(textWebhook('256709999999', 'wamid.signed', 'Élan / 🙂'))
    // Meta escapes characters outside ASCII, so the bytes differ from the output of JSON.stringify.
    const escaped = body.replace(
      /[\u007f-\uffff]/g,
      unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )

    test.each([
      ['missing', {}],
      ['empty', { 'x-hub-signature-256': '' }],
      ['of another secret', { 'x-hub-signature-256': signature('another', Buffer.from(body)) }],
      ['of other bytes', { 'x-hub-signature-256': signature(channel.appSecret, Buffer.from(`${body} `)) }],
      [
        'of the parsed and rewritten body',
        { 'x-hub-signature-256': signature(channel.appSecret, Buffer.from(escaped)) },
      ],
      ['cut', { 'x-hub-signature-256': signature(channel.appSecret, Buffer.from(body)).slice(0, -1) }],
      [
        'without its prefix',
        { 'x-hub-signature-256': signature(channel.appSecret, Buffer.from(body)).slice(7) },
      ],
    ])('%s: 401 and nothing stored', async (_, headers) => {
      const before = await countOf('webhook_events')
      expect((await post(body, headers)).statusCode).toBe(401)
      expect(await countOf('webhook_events')).toBe(before)
      expect(await rowsOf('256709999999')).toEqual([])
    })

    test('none at all: refused before the body has come, and the line is closed', async () => {
      const { port, hostname } = new URL(at.url)
      const socket = net.connect(Number(port), hostname)
      socket.write(
        `POST /api/v1/channels/whatsapp/webhook HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 4000000\r\n\r\n{`,
      )
      const said = await allOf(socket)
      expect(said).toMatch(/^HTTP\/1.1 401 /)
    })

    test('over the raw bytes, however they are written', async () => {
      const header = signature(channel.appSecret, Buffer.from(escaped))
      expect((await post(escaped, { 'x-hub-signature-256': header })).statusCode).toBe(200)
      const [row] = await rowsOf('256709999999')
      expect(row?.last_message?.content).toBe('Élan / 🙂')
    })

    test('of bytes that are no JSON: 400 and nothing stored', async () => {
      const before = await countOf('webhook_events')
      for (const bytes of ['', 'not json', '{"entry":[', '\xff']) expect(await at.webhook(bytes)).toBe(400)
      expect(await countOf('webhook_events')).toBe(before)
      const signed = { 'x-hub-signature-256': signature(channel.appSecret, Buffer.from('not json')) }
      expect((await post('not json', signed)).json()).toMatchObject({ fields: { body: 'is not JSON' } })
    })

    test('of JSON that is no webhook: taken, and recorded with the reason', async () => {
      for (const body of ['null', '5', '[]', '{}', '{"entry":5}', '{"entry":[null]}']) {
        const before = (await refusals()).length
        expect({ body, status: await at.webhook(body) }).toEqual({ body, status: 200 })
        expect((await refusals()).length).toBe(before + 1)
      }
    })
  })

  describe('the same message', () => {
    test('five times is one message in one conversation', async () => {
      const phone = newPhone()
      for (let time = 0; time < 5; time += 1) {
        expect(await at.webhook(textWebhook(phone, `wamid.five${phone}`, 'Once'))).toBe(200)
      }
      const rows = await rowsOf(phone)
      expect(rows).toHaveLength(1)
      expect(rows[0]).toMatchObject({ inbound_no: 1, unread_count: 1 })
      expect(await threadOf(rows[0]?.id ?? '')).toHaveLength(1)
    })

    test('[GEN-06] 200 webhooks in parallel for a new customer: one conversation, each message once, numbered without a gap', async () => {
      const phone = newPhone()
      // Every message arrives four times.
      const webhooks = Array.from({ length: 200 }, (_, index) =>
        textWebhook(phone, `wamid.par${phone}.${index % 50}`, `no ${index % 50}`),
      )
      const statuses = await Promise.all(webhooks.map(body => at.webhook(body)))
      expect(new Set(statuses)).toEqual(new Set([200]))
      const rows = await rowsOf(phone)
      expect(rows).toHaveLength(1)
      expect(rows[0]?.inbound_no).toBe(50)
      const thread = await threadOf(rows[0]?.id ?? '')
      expect(thread.map(message => message.content).toSorted()).toEqual(
        Array.from({ length: 50 }, (_, index) => `no ${index}`).toSorted(),
      )
      expect(thread.map(message => message.inbound_no ?? 0).toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: 50 }, (_, index) => index + 1),
      )
    })
  })

  test('one bad item does not hide its neighbours, and is recorded with its reason', async () => {
    const phone = newPhone()
    const before = (await refusals()).length
    const messages = [
      text(phone, `wamid.a${phone}`, 'first'),
      { from: phone, type: 'text', text: { body: 'no id' } },
      { ...text('', `wamid.b${phone}`, 'no sender') },
      null,
      text(phone, `wamid.c${phone}`, 'last'),
    ]
    expect(await at.webhook(envelope({ messages, statuses: [{ status: 'sent' }] }))).toBe(200)
    const [row] = await rowsOf(phone)
    expect((await threadOf(row?.id ?? '')).map(message => message.content)).toEqual(['first', 'last'])
    expect((await refusals()).length).toBe(before + 4)
    const [event] = await at.database.db
      .selectFrom('webhook_events')
      .selectAll()
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
    expect(event?.done_at).not.toBeNull()
  })

  test('what is for another number is refused, recorded, counted and logged without its words', async () => {
    const phone = newPhone()
    const before = await counted('foreign_number')
    const body = envelope({ messages: [text(phone, `wamid.o${phone}`, 'Not for us')] }, '999')
    expect(await at.webhook(body)).toBe(200)
    expect(await rowsOf(phone)).toEqual([])
    const record = (await refusals()).at(-1)
    expect(record?.reason).toContain('999')
    expect(await counted('foreign_number')).toBe(before + 1)
    const line = logged.findLast(one => one.includes('refused an item')) ?? '{}'
    expect(JSON.parse(line)).toMatchObject({
      level: 40,
      eventId: record?.event_id,
      itemNo: 0,
      reason: 'foreign_number',
    })
    for (const words of ['Not for us', phone]) expect(line).not.toContain(words)
  })

  test('what no table can hold is refused without the database’s words, which may be the customer’s', async () => {
    const before = await counted('unstorable')
    await failing('22P02', 'secret words')
    const phone = newPhone()
    expect(await at.webhook(textWebhook(phone, `wamid.u${phone}`, 'secret words'))).toBe(200)
    await healed()
    expect((await refusals()).at(-1)?.reason).toBe('The database cannot hold it (22P02)')
    expect(await counted('unstorable')).toBe(before + 1)
  })

  test('an unexpected failure of one item holds up no other; the webhook is refused, and finished later', async () => {
    const [phone, ill, other] = [newPhone(), newPhone(), newPhone()]
    const recorded = (await refusals()).length
    await failing('XX000', 'poison')
    const messages = [
      text(phone, `wamid.1${phone}`, 'first'),
      text(ill, `wamid.1${ill}`, 'poison'),
      text(other, `wamid.1${other}`, 'last'),
    ]
    expect(await at.webhook(envelope({ messages }))).toBe(500)
    for (const one of [phone, other]) expect(await rowsOf(one)).toMatchObject([{ inbound_no: 1 }])
    expect(await rowsOf(ill)).toEqual([])
    await healed()
    const told: unknown[] = []
    expect(await resumeWebhooks(receiver(), error => told.push(error))).toBe(1)
    expect(told).toEqual([])
    for (const one of [phone, ill, other]) expect(await rowsOf(one)).toMatchObject([{ inbound_no: 1 }])
    expect((await refusals()).length).toBe(recorded)
  })

  test('a mistake of ours is a failure and refuses nothing', async () => {
    const recorded = (await refusals()).length
    const phone = newPhone()
    const { db } = at.database
    await db
      .insertInto('webhook_events')
      .values({
        received_at: at.clock.now(),
        body: JSON.stringify(textWebhook(phone, `wamid.m${phone}`, 'Hello')),
      })
      .execute()
    const broken = () => {
      throw new RangeError('Invalid time value')
    }
    const told: unknown[] = []
    const writer = { ...at.server.writer, now: broken }
    expect(await resumeWebhooks({ ...receiver(), writer }, error => told.push(error))).toBe(0)
    expect(told).toMatchObject([{ message: 'Invalid time value' }])
    expect((await refusals()).length).toBe(recorded)
    expect(await resumeWebhooks(receiver(), error => told.push(error))).toBe(1)
    expect(await rowsOf(phone)).toMatchObject([{ inbound_no: 1 }])
  })

  test('an id with half a character is one and the same when it comes again, with a file too', async () => {
    const phone = newPhone()
    const video = { id: 'half', mime_type: 'video/mp4', sha256: 'x', caption: 'Look' }
    const about = { from: phone, id: 'wamid.half-\ud83d', timestamp: '1772441900' }
    const body = JSON.stringify(envelope({ messages: [{ ...about, type: 'video', video }] }))
    expect([await at.webhook(body), await at.webhook(body)]).toEqual([200, 200])
    const [row] = await rowsOf(phone)
    const thread = await threadOf(row?.id ?? '')
    expect(thread).toHaveLength(1)
    expect(thread[0]?.attachments).toHaveLength(1)
  })

  test('text of any kind comes through; NUL and half characters do no harm', async () => {
    const phone = newPhone()
    const words = ['<b>&', "'; drop table messages --", 'é🙂\u202e', 'x'.repeat(60_000), 'a\u0000b', '\ud83d']
    for (const [index, body] of words.entries()) {
      expect(await at.webhook(textWebhook(phone, `wamid.w${phone}.${index}`, body, `N\u0000\ud83d`))).toBe(
        200,
      )
    }
    const [row] = await rowsOf(phone)
    const thread = await threadOf(row?.id ?? '')
    expect(thread).toHaveLength(words.length)
    expect(thread.slice(0, 4).map(message => message.content)).toEqual(words.slice(0, 4))
  })

  test('a message’s place is by the time it was written; the last message is the greatest, a clock ahead is ours', async () => {
    const phone = newPhone()
    const now = at.clock.now().getTime() / 1000
    const say = (id: string, seconds: number) =>
      at.webhook(envelope({ messages: [text(phone, `wamid.${id}${phone}`, id, seconds)] }))
    await say('middle', now - 50)
    await say('late', now - 100)
    await say('ahead', now + 3600)
    await say('second', now - 40)
    const [row] = await rowsOf(phone)
    const thread = await threadOf(row?.id ?? '')
    expect(thread.map(message => message.content)).toEqual(['late', 'middle', 'second', 'ahead'])
    expect(thread.at(-1)?.created_at).toBe(at.clock.now().toISOString())
    expect(row?.last_message?.content).toBe('ahead')
    expect(row?.last_activity).toBe(at.clock.now().toISOString())
  })

  describe('the conversation a message goes to', () => {
    const set = (id: string, status: string) =>
      write(at.server.writer, ({ tx }) =>
        tx.updateTable('conversations').set({ status }).where('id', '=', Number(id)).execute(),
      )

    test.each([
      ['RESOLVED', 'ACTIVE'],
      ['DORMANT', 'ACTIVE'],
      ['TRANSFERRED', 'TRANSFERRED'],
    ])('[CONV-02] %s becomes %s', async (before, after) => {
      const phone = newPhone()
      await at.webhook(textWebhook(phone, `wamid.1${phone}`, 'one'))
      const [first] = await rowsOf(phone)
      await set(first?.id ?? '', before)
      await at.webhook(textWebhook(phone, `wamid.2${phone}`, 'two'))
      const rows = await rowsOf(phone)
      expect(rows).toHaveLength(1)
      expect(rows[0]).toMatchObject({ id: first?.id, status: after, inbound_no: 2 })
    })

    test('a repeat of a known message wakes nobody', async () => {
      const phone = newPhone()
      await at.webhook(textWebhook(phone, `wamid.1${phone}`, 'one'))
      const [first] = await rowsOf(phone)
      await set(first?.id ?? '', 'RESOLVED')
      await at.webhook(textWebhook(phone, `wamid.1${phone}`, 'one'))
      expect((await rowsOf(phone))[0]?.status).toBe('RESOLVED')
    })

    test('[Q-085] ARCHIVED opens a new one, also for many at once', async () => {
      const phone = newPhone()
      await at.webhook(textWebhook(phone, `wamid.1${phone}`, 'one'))
      const [first] = await rowsOf(phone)
      await set(first?.id ?? '', 'ARCHIVED')
      await Promise.all(
        [2, 3, 4, 5].map(n => at.webhook(textWebhook(phone, `wamid.${n}${phone}`, `no ${n}`))),
      )
      const rows = await rowsOf(phone)
      expect(rows.map(row => row.status).toSorted()).toEqual(['ACTIVE', 'ARCHIVED'])
      expect(rows.find(row => row.status === 'ACTIVE')).toMatchObject({ inbound_no: 4 })
      expect(rows.find(row => row.status === 'ARCHIVED')).toMatchObject({ id: first?.id, inbound_no: 1 })
    })

    test('[DATA-03 GEN-06] a customer known by number, by user id, or by both is one customer', async () => {
      const phone = newPhone()
      const from_user_id = `UG.${phone}`
      const by = (id: string, who: object) =>
        at.webhook(
          envelope({ messages: [{ ...text('', `wamid.${id}${phone}`, id), from: undefined, ...who }] }),
        )
      await by('user', { from_user_id })
      await by('both', { from: phone, from_user_id })
      await by('number', { from: phone })
      const { reply } = await at.ann.get('conversations', { query: { search: 'number' } })
      const row = reply.find(one => one.user.phone_number === `+${phone}`)
      expect(row).toMatchObject({ inbound_no: 3 })
    })
  })

  describe('[DATA-03] a customer who has another number', () => {
    const who = () => {
      const [old, fresh] = [newPhone(), newPhone()]
      const from_user_id = `UG.${old}`
      let seconds = at.clock.now().getTime() / 1000 - 1000
      const say = (from: string, words: string, more: object = { from_user_id }, ahead = 1) =>
        at.webhook(
          envelope({
            messages: [{ ...text(from, `wamid.${words}${old}`, words, (seconds += ahead)), ...more }],
          }),
        )
      return { old, fresh, say }
    }
    const numberOf = async (words: string) =>
      (await at.ann.get('conversations', { query: { search: words } })).reply.map(row => ({
        number: row.user.phone_number,
        inbound: row.inbound_no,
      }))

    test('is reached there, and what is written from the old number finds them', async () => {
      const { old, fresh, say } = who()
      await say(old, `first${old}`)
      await say(fresh, `second${old}`)
      expect(await numberOf(`second${old}`)).toEqual([{ number: `+${fresh}`, inbound: 2 }])
      const [row] = await rowsOf(fresh)
      const body = { client_message_id: `reply${old}`, content: 'Hello at your new number' }
      await at.ann.get('send', { params: { id: row?.id ?? '' }, body })
      await eventually('the answer', async () => (await at.simulator.received(`+${fresh}`)).length === 1)
      expect(await at.simulator.received(`+${old}`)).toEqual([])
      // Sent before the change of number and repeated late: the customer's number stays.
      await say(old, `late${old}`, {}, -1)
      expect(await numberOf(`+${fresh}`)).toEqual([{ number: `+${fresh}`, inbound: 3 }])
      // Sent after it: the customer has the old number again.
      await say(old, `back${old}`, {}, 5)
      expect(await numberOf(`+${old}`)).toEqual([{ number: `+${old}`, inbound: 4 }])
    })

    test('leaves it to whoever has it next, who is another person', async () => {
      const { old, fresh, say } = who()
      await say(old, `first${old}`)
      await say(fresh, `second${old}`)
      await say(old, `stranger${old}`, { from_user_id: `UG.other${old}` })
      expect(await numberOf(`stranger${old}`)).toEqual([{ number: `+${old}`, inbound: 1 }])
      expect(await numberOf(`second${old}`)).toEqual([{ number: `+${fresh}`, inbound: 2 }])
      await say(old, `again${old}`, {})
      expect(await numberOf(`again${old}`)).toEqual([{ number: `+${old}`, inbound: 2 }])
    })
  })

  describe('a message that WhatsApp withheld at first', () => {
    const ghost = (phone: string) => ({
      from: phone,
      id: `wamid.g${phone}`,
      timestamp: '1772441900',
      type: 'unsupported',
      errors: [{ code: 131060, title: 'This message is unavailable' }],
    })
    test('is replaced by the real one, once, in both orders', async () => {
      for (const order of ['ghost first', 'ghost last']) {
        const phone = newPhone()
        const real = text(phone, `wamid.g${phone}`, 'The real words')
        const sent = order === 'ghost first' ? [ghost(phone), real, ghost(phone), real] : [real, ghost(phone)]
        for (const message of sent) expect(await at.webhook(envelope({ messages: [message] }))).toBe(200)
        const [row] = await rowsOf(phone)
        expect(row).toMatchObject({
          inbound_no: 1,
          last_message: { content: 'The real words', message_type: 'text' },
        })
        expect(await threadOf(row?.id ?? '')).toMatchObject([{ content: 'The real words', inbound_no: 1 }])
      }
    })
    test('two real ones at once bring one file', async () => {
      const phone = newPhone()
      await at.webhook(envelope({ messages: [ghost(phone)] }))
      const image = {
        ...ghost(phone),
        errors: undefined,
        type: 'image',
        image: { id: '777', mime_type: 'image/png', sha256: 'x' },
      }
      const statuses = await Promise.all([1, 2, 3].map(() => at.webhook(envelope({ messages: [image] }))))
      expect(statuses).toEqual([200, 200, 200])
      const [row] = await rowsOf(phone)
      const [message] = await threadOf(row?.id ?? '')
      expect(message).toMatchObject({ message_type: 'image' })
      expect(message?.attachments).toHaveLength(1)
    })
  })

  test('[Q-098] a notice of WhatsApp itself counts for nobody and wakes nobody', async () => {
    const phone = newPhone()
    await at.webhook(textWebhook(phone, `wamid.1${phone}`, 'one'))
    const [first] = await rowsOf(phone)
    await write(at.server.writer, ({ tx }) =>
      tx
        .updateTable('conversations')
        .set({ status: 'RESOLVED' })
        .where('id', '=', Number(first?.id))
        .execute(),
    )
    const notice = {
      from: phone,
      id: `wamid.s${phone}`,
      timestamp: '1772441900',
      type: 'system',
      system: { body: 'Moved' },
    }
    await at.webhook(envelope({ messages: [notice] }))
    const [row] = await rowsOf(phone)
    expect(row).toMatchObject({ status: 'RESOLVED', inbound_no: 1 })
    expect((await threadOf(row?.id ?? '')).at(-1)).toMatchObject({
      sender_id: 'system',
      inbound_no: null,
      is_read: true,
    })
  })

  test('a status of a message that was never ours is kept, once, and does no harm', async () => {
    const before = await countOf('early_statuses')
    for (const status of ['sent', 'sent', 'delivered', 'hologram']) {
      expect(await at.webhook(statusWebhook('wamid.never-ours', status))).toBe(200)
    }
    expect(await countOf('early_statuses')).toBe(before + 2)
  })

  test('a customer’s file is fetched; one that WhatsApp does not have fails with a sentence', async () => {
    const phone = newPhone()
    const data_base64 = Buffer.from('%PDF-1.4 a receipt').toString('base64')
    await at.simulator.write(`+${phone}`, {
      type: 'document',
      data_base64,
      filename: 'receipt.pdf',
      mime_type: 'application/pdf',
      text: 'My receipt',
    })
    const file = await eventually('the file', async () => {
      const [row] = await rowsOf(phone)
      const thread = row === undefined ? [] : await threadOf(row.id)
      return thread[0]?.attachments.find(one => one.state === 'ready')
    })
    expect(file).toMatchObject({ name: 'receipt.pdf', mime_type: 'application/pdf', size: 18 })
    const download = await at.server.app.inject({
      url: file.download_url ?? '',
      headers: { authorization: `Bearer ${at.ann.token}` },
    })
    expect(download.body).toBe('%PDF-1.4 a receipt')

    const lost = {
      ...text(phone, `wamid.l${phone}`, ''),
      type: 'image',
      image: { id: '404', mime_type: 'image/png' },
    }
    await at.webhook(envelope({ messages: [lost] }))
    const gone = await eventually('the failure', async () => {
      const [row] = await rowsOf(phone)
      const thread = await threadOf(row?.id ?? '')
      return thread.flatMap(one => one.attachments).find(one => one.state === 'failed')
    })
    expect(gone.failure).toBe('WhatsApp does not have it any more. Ask the customer to send it again')
  })

  test('when the disk is full the answer is 503, and the event is finished at the next start', async () => {
    const phone = newPhone()
    const { db } = at.database
    await sql`create function full_disk() returns trigger language plpgsql as
      $$ begin raise exception 'no space left' using errcode = '53100'; end $$`.execute(db)
    await sql`create trigger full_disk before insert on messages execute function full_disk()`.execute(db)
    const messages = [text(phone, `wamid.1${phone}`, 'one'), text(phone, `wamid.2${phone}`, 'two')]
    expect(await at.webhook(envelope({ messages }))).toBe(503)
    await sql`drop trigger full_disk on messages`.execute(db)
    const poison = await db
      .insertInto('webhook_events')
      .values({ received_at: at.clock.now(), body: 'no JSON any more' })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(await rowsOf(phone)).toEqual([])

    const told: unknown[] = []
    expect(await resumeWebhooks(receiver(), error => told.push(error))).toBe(1)
    expect(told).toHaveLength(1)
    const [row] = await rowsOf(phone)
    expect((await threadOf(row?.id ?? '')).map(message => message.content)).toEqual(['one', 'two'])
    // Meta repeats a webhook without a 200.
    expect(await at.webhook(textWebhook(phone, `wamid.1${phone}`, 'one'))).toBe(200)
    expect((await rowsOf(phone))[0]?.inbound_no).toBe(2)
    await db.deleteFrom('webhook_events').where('id', '=', poison.id).execute()
    expect(await resumeWebhooks(receiver(), error => told.push(error))).toBe(0)
  })
})

const lists = (levels: number, inside = '') => '['.repeat(levels) + inside + ']'.repeat(levels)
const objects = (levels: number) => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels)

describe('a webhook’s body as JSON', () => {
  test.each([
    ['lists', lists(mostLevels)],
    ['objects', objects(mostLevels)],
    ['brackets in a string', JSON.stringify(['['.repeat(5_000)])],
    ['brackets behind an escaped quote', JSON.stringify([`"${'{'.repeat(5_000)}`])],
    ['brackets behind a backslash', JSON.stringify(['\\', '['.repeat(5_000)])],
    ['many side by side', `[${Array.from({ length: 5_000 }, () => '[]').join(',')}]`],
  ])('is taken: %s', (_, text) => {
    expect(webhookJson(text)).toEqual(JSON.parse(text))
  })

  test.each([
    ['lists', lists(mostLevels + 1)],
    ['objects', objects(mostLevels + 1)],
    ['lists that no stack holds', lists(500_000)],
    ['halves of characters far inside', lists(50_000, '"\\ud800"')],
    ['a string before it', `["]]]]",${lists(mostLevels)}]`],
  ])('nested too deep is none: %s', (_, text) => {
    expect(() => webhookJson(text)).toThrow(TooDeep)
  })
})
