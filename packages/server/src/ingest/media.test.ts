import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { eventually } from '../../test/wait.ts'
import { envelope, text } from '../../test/models/webhooks.ts'
import { mediaLifeMs, type MediaTrouble, mediaTroubles, troubleOf, verdictOf } from './media.ts'

let phones = 0
const newPhone = () => `+25678${String((phones += 1)).padStart(7, '0')}`
const always = 10_000
const halfAnHour = 30 * 60

describe('files of customers', () => {
  let at: TestServer
  let phone: string
  const logged: { msg: string; attachment?: number; trouble?: string }[] = []
  beforeAll(async () => {
    const log = pino({ level: 'warn' }, { write: line => logged.push(JSON.parse(line)) })
    at = await startTestServer({}, log)
  })
  afterAll(() => at.close())
  beforeEach(async () => {
    await at.simulator.clearFaults()
    phone = newPhone()
  })

  const words = 'the customer’s own words'
  const sendFile = (from: string) =>
    at.simulator.write(from, {
      type: 'document',
      data_base64: Buffer.from(words).toString('base64'),
      filename: 'words.txt',
      mime_type: 'text/plain',
    })
  /** The attachment row of a file from this phone; any agent may see the file. */
  const fileOf = (from: string) =>
    at.database.db
      .selectFrom('attachments as a')
      .innerJoin('message_attachments as m', 'm.attachment_id', 'a.id')
      .innerJoin('messages', 'messages.id', 'm.message_id')
      .innerJoin('conversations as c', 'c.id', 'messages.conversation_id')
      .innerJoin('customers as cu', 'cu.id', 'c.customer_id')
      .selectAll('a')
      .select('messages.id as message_id')
      .where('cu.wa_id', '=', from.slice(1))
      .executeTakeFirst()
  /** Waits until every attempt has fetched its file or is counted as missed. */
  const still = () =>
    eventually('no try to be under way', async () => {
      const { body } = await at.server.app.inject({ url: '/metrics' })
      const missed = [...body.matchAll(/^parley_media_missed_total\{.*\} (\d+)$/gm)]
      const { tries, ready } = await at.database.db
        .selectFrom('attachments')
        .select([
          sql<number>`coalesce(sum(tries), 0)::int`.as('tries'),
          sql<number>`(count(*) filter (where state = 'ready'))::int`.as('ready'),
        ])
        .executeTakeFirstOrThrow()
      return tries === ready + missed.reduce((sum, [, count]) => sum + Number(count), 0)
    })
  /** The file after this many attempts. */
  const tried = async (from: string, times: number) => {
    await eventually(`try ${times}`, async () => ((await fileOf(from))?.tries ?? 0) >= times)
    await still()
    const file = await fileOf(from)
    if (file === undefined) throw new Error('There is no file')
    return file
  }
  /** After this many seconds another customer's file wakes the fetcher. */
  const later = async (seconds: number) => {
    at.clock.advance(seconds)
    await sendFile(newPhone())
  }
  const comes = (from: string) =>
    eventually('the file', async () => {
      const file = await fileOf(from)
      return file?.state === 'ready' && file
    })
  const changesOf = async (messageId: number) =>
    (
      await at.database.db
        .selectFrom('live_log')
        .select('seq')
        .where('noun', '=', 'message')
        .where('entity_id', '=', messageId)
        .execute()
    ).length
  const counted = async (trouble: string) => {
    const { body } = await at.server.app.inject({ url: '/metrics' })
    return Number(body.match(`parley_media_missed_total{reason="${trouble}"} (\\d+)`)?.[1])
  }

  test.each([
    [
      'token-expired',
      'access',
      'WhatsApp does not accept our access. Ask an administrator to check the WhatsApp account',
    ],
    ['media-limited', 'rate', 'We asked WhatsApp too often'],
    ['media-error', 'whatsapp', 'Something went wrong at WhatsApp'],
    ['media-moved', 'address', 'WhatsApp named an address at which it is not'],
    ['media-cut', 'network', 'WhatsApp could not be reached, or the file broke off on its way'],
  ])(
    '[THREAD-08] a file waits while there is trouble (%s), says why, and comes once it is over',
    async (fault, trouble, failure) => {
      const before = await counted(trouble)
      await at.simulator.fault(fault, always)
      await sendFile(phone)
      const first = await tried(phone, 1)
      expect(first).toMatchObject({ state: 'pending', failure })
      const { id, message_id: messageId } = first
      await eventually('the count', async () => (await counted(trouble)) > before)
      const warned = () => logged.filter(line => line.attachment === id)
      await eventually('the log', () => warned().length > 0)
      const changes = await changesOf(messageId)
      // A repeated reason is not reported again, neither to agents nor to operators.
      await later(2)
      expect(await tried(phone, 2)).toMatchObject({ state: 'pending', failure })
      expect(await changesOf(messageId)).toBe(changes)
      expect(warned()).toHaveLength(1)
      expect(warned()[0]).toMatchObject({ trouble, tries: 1, state: 'waits' })
      expect(JSON.stringify(warned())).not.toContain('words')
      await at.simulator.clearFaults()
      await later(10)
      expect(await comes(phone)).toMatchObject({
        failure: null,
        next_try_at: null,
        size: Buffer.byteLength(words),
      })
      expect(await changesOf(messageId)).toBe(changes + 1)
    },
  )

  test('[THREAD-08] an agent is told why, in the thread', async () => {
    await at.simulator.fault('token-expired', always)
    await sendFile(phone)
    await tried(phone, 1)
    const { reply } = await at.ann.get('conversations', { query: { search: phone } })
    const thread = await at.ann.get('history', { params: { id: reply[0]?.id ?? '' } })
    expect(thread.reply.messages[0]?.attachments).toMatchObject([
      {
        name: 'words.txt',
        state: 'pending',
        failure: expect.stringContaining('our access'),
        download_url: null,
      },
    ])
    const metrics = async () => (await at.server.app.inject({ url: '/metrics' })).body
    at.clock.advance(100)
    expect(
      Number((await metrics()).match(/^parley_media_oldest_seconds (\d+)/m)?.[1]),
    ).toBeGreaterThanOrEqual(100)
    await at.simulator.clearFaults()
  })

  test('[THREAD-08] tries come at most half an hour apart, and a file comes on its sixth day', async () => {
    await at.simulator.fault('token-expired', always)
    await sendFile(phone)
    for (let tries = 1; tries <= 8; tries += 1) {
      const file = await tried(phone, tries)
      const pause = ((file.next_try_at?.getTime() ?? 0) - at.clock.now().getTime()) / 1000
      expect({ tries, pause }).toEqual({ tries, pause: [2, 10, 30, 120, 600][tries - 1] ?? halfAnHour })
      await later(pause)
    }
    await tried(phone, 9)
    await later(6 * 24 * 60 * 60)
    expect(await tried(phone, 10)).toMatchObject({ state: 'pending' })
    await at.simulator.clearFaults()
    await later(halfAnHour)
    expect(await comes(phone)).toMatchObject({ size: Buffer.byteLength(words) })
  })

  test('[THREAD-08] a file that could not be fetched within its seven days ends, and says both', async () => {
    await at.simulator.fault('token-expired', always)
    await sendFile(phone)
    await tried(phone, 1)
    await later(mediaLifeMs / 1000)
    const ended = await eventually('the end', async () => {
      const file = await fileOf(phone)
      return file?.state === 'failed' && file
    })
    expect(ended).toMatchObject({
      next_try_at: null,
      failure: expect.stringMatching(/^WhatsApp keeps a file for 7 days.*our access/),
    })
  })

  test('[THREAD-08] a file that WhatsApp does not have ends at once, in those words', async () => {
    await at.simulator.fault('media-gone', always)
    await sendFile(phone)
    const ended = await tried(phone, 1)
    expect(ended).toMatchObject({
      state: 'failed',
      tries: 1,
      next_try_at: null,
      failure: 'WhatsApp does not have it any more. Ask the customer to send it again',
    })
  })

  test('[Q-359] an empty file says so, and one with another sum than the message announced is not kept', async () => {
    await at.simulator.write(phone, {
      type: 'document',
      data_base64: '',
      filename: 'Photo.jpg',
      mime_type: 'image/jpeg',
    })
    expect(await tried(phone, 1)).toMatchObject({
      state: 'failed',
      failure: 'It came empty. Ask for it again',
    })
    const [one, other] = [newPhone(), newPhone().slice(1)]
    await sendFile(one)
    const { wa_media_id: id } = await comes(one)
    const sha256 = createHash('sha256').update('other bytes').digest('hex')
    const document = { id, mime_type: 'text/plain', filename: 'words.txt', sha256 }
    const message = { ...text(other, 'wamid.sum', ''), type: 'document', text: undefined, document }
    expect(await at.webhook(envelope({ messages: [message] }))).toBe(200)
    expect(await tried(`+${other}`, 1)).toMatchObject({
      state: 'pending',
      failure: 'What came is not the file that WhatsApp announced. Ask the customer to send it again',
    })
  })

  test('[THREAD-08] a file whose fetching died with its server is fetched again', async () => {
    await at.simulator.fault('token-expired', always)
    await sendFile(phone)
    const { id } = await tried(phone, 1)
    const leased = new Date(at.clock.now().getTime() + 120_000)
    await at.database.db
      .updateTable('attachments')
      .set({ tries: 2, next_try_at: leased })
      .where('id', '=', id)
      .execute()
    await at.simulator.clearFaults()
    await later(119)
    expect(await fileOf(phone)).toMatchObject({ state: 'pending', tries: 2 })
    await later(1)
    expect(await comes(phone)).toMatchObject({ tries: 3 })
  })
})

const minute = 60_000

test.each([
  [1, 2_000],
  [2, 10_000],
  [3, 30_000],
  [4, 2 * minute],
  [5, 10 * minute],
  [6, 30 * minute],
  [7, 30 * minute],
  [300, 30 * minute],
])('[THREAD-08] after try %i of a file the next one comes in %i ms', (tries, pauseMs) => {
  expect(verdictOf('access', { tries, ageMs: minute, channel: 'WhatsApp' })).toMatchObject({
    state: 'waits',
    pauseMs,
  })
})

const ofTheFile: ReadonlySet<MediaTrouble> = new Set(['gone', 'empty', 'too-large', 'unnamed', 'harmful'])

test.each(mediaTroubles)(
  '[THREAD-08] "%s" ends only what waiting cannot mend, until the file’s own life ends',
  trouble => {
    const state = ofTheFile.has(trouble) ? 'failed' : 'waits'
    expect(verdictOf(trouble, { tries: 1, ageMs: 0, channel: 'WhatsApp' }).state).toBe(state)
    expect(verdictOf(trouble, { tries: 400, ageMs: mediaLifeMs - 1, channel: 'WhatsApp' }).state).toBe(state)
    expect(verdictOf(trouble, { tries: 400, ageMs: mediaLifeMs, channel: 'WhatsApp' }).state).toBe('failed')
  },
)

test('[THREAD-08] each reason has words of its own, and one whose life is over says that too', () => {
  const said = mediaTroubles.map(
    trouble => verdictOf(trouble, { tries: 1, ageMs: 0, channel: 'WhatsApp' }).failure,
  )
  expect(new Set(said).size).toBe(mediaTroubles.length)
  expect(verdictOf('access', { tries: 9, ageMs: mediaLifeMs, channel: 'WhatsApp' }).failure).toBe(
    'WhatsApp keeps a file for 7 days, in which it could not be fetched. The last time: WhatsApp does not accept our access. Ask an administrator to check the WhatsApp account',
  )
})

test.each([
  [{ outcome: 'refused', retry: 'channel', code: 190, details: '' }, 'access'],
  [{ outcome: 'refused', retry: 'rate', code: 80007, details: '' }, 'rate'],
  [{ outcome: 'refused', retry: 'transient', code: 2, details: '' }, 'whatsapp'],
  [{ outcome: 'refused', retry: 'permanent', code: 99_999, details: '' }, 'refused'],
  [{ outcome: 'unreached', reason: 'ECONNREFUSED' }, 'network'],
  [{ outcome: 'misplaced', details: '' }, 'address'],
  [{ outcome: 'gone', code: 100, details: '' }, 'gone'],
  [{ outcome: 'too-large', size: 1 }, 'too-large'],
] as const)('the answer %j means %s', (found, trouble) => {
  expect(troubleOf(found)).toBe(trouble)
})
