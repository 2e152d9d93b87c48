import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { leaseMs, sendDeadlineMs } from '@parley/core/messages/delivery'
import type { DeliveryStatus } from '@parley/whatsapp/inbound/delivery-status'
import { TestClock } from '../../test/clock.ts'
import { openTestDatabase, testWriter } from '../../test/database.ts'
import { claimNext, recordOutcome } from '../../test/one-try.ts'
import { eventually } from '../../test/wait.ts'
import { DiskStore, type FileStore } from '../attachments/store.ts'
import { whatsappAdapter } from '../channels/whatsapp.ts'
import type { OpenDatabase } from '../db/open.ts'
import { write, type Writer } from '../db/write.ts'
import { merged } from '../ingest/log.ts'
import { applyStatuses } from '../ingest/statuses.ts'
import { retry } from '../messages/retry.ts'
import type { Claim } from './claim.ts'
import { type AttemptOutcome, endLapsedAttempts } from './result.ts'
import { startSender } from './send.ts'

const phoneNumberId = '1'
/** No server listens at this address. */
const nowhere = {
  apiUrl: 'http://127.0.0.1:2',
  version: 'v23.0',
  phoneNumberId,
  accessToken: 'a token',
}

describe('the queue of messages out', () => {
  const clock = new TestClock()
  let database: OpenDatabase
  let writer: Writer
  beforeAll(async () => {
    database = await openTestDatabase()
    writer = testWriter(database, clock)
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    await database.db.deleteFrom('attempts').execute()
    await database.db.deleteFrom('sending_holds').execute()
    await database.db.updateTable('messages').set({ status: 'failed', next_try_at: null }).execute()
  })

  let customers = 0
  const conversation = async (): Promise<number> => {
    const now = clock.now()
    customers += 1
    const customer = await database.db
      .insertInto('customers')
      .values({ wa_id: String(customers), created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    const values = { customer_id: customer.id, phone_number_id: phoneNumberId, status: 'ACTIVE' }
    const made = await database.db
      .insertInto('conversations')
      .values({ ...values, last_activity: now, created_at: now, updated_at: now, customer_wrote_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    return made.id
  }
  /** Queues a message as Send does. */
  const queue = async (conversationId: number, content: string): Promise<number> => {
    const now = clock.now()
    const { id } = await database.db
      .insertInto('messages')
      .values({
        conversation_id: conversationId,
        direction: 'OUTBOUND',
        source: 'AGENT',
        message_type: 'text',
        content,
        at: now,
        arrived_at: now,
        status: 'queued',
        send_deadline: new Date(now.getTime() + sendDeadlineMs),
        next_try_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
  const messageOf = (id: number) =>
    database.db
      .selectFrom('messages')
      .select(['status', 'failure', 'tries'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const attemptsOf = async (id: number) =>
    (await database.db.selectFrom('attempts').select('state').where('message_id', '=', id).execute()).map(
      ({ state }) => state,
    )
  /** The number of events about a change of the message. */
  const changesOf = async (id: number) =>
    (
      await database.db
        .selectFrom('live_log')
        .select('seq')
        .where('noun', '=', 'message')
        .where('kind', '=', 'changed')
        .where('entity_id', '=', id)
        .execute()
    ).length
  const taken = async () => {
    const next = await claimNext(writer, phoneNumberId)
    if (next === null) throw new Error('Nothing was due')
    return next
  }

  test('who waits the longest is next, whatever the conversation; one that is behind waits for its own', async () => {
    const [early, late] = [await conversation(), await conversation()]
    for (const [where, content] of [
      [late, 'first'],
      [late, 'second'],
      [early, 'third'],
    ] as const) {
      await queue(where, content)
      clock.advance(1)
    }
    expect([(await taken()).content, (await taken()).content]).toEqual(['first', 'third'])
    expect(await claimNext(writer, phoneNumberId)).toBeNull()
  })

  test('one whose conversation another transaction has goes as soon as that has ended, behind what is free', async () => {
    const [held, free] = [await conversation(), await conversation()]
    const late = await queue(held, 'While a status is stored')
    const early = await queue(free, 'Of another conversation')
    let first: number | undefined
    let second: Promise<Claim> | undefined
    await database.db.transaction().execute(async tx => {
      await tx.selectFrom('conversations').select('id').where('id', '=', held).forUpdate().execute()
      first = (await taken()).messageId
      second = taken()
      await sleep(50)
    })
    expect(first).toBe(early)
    expect((await second)?.messageId).toBe(late)
  })

  test('what nobody could send by its deadline fails with the reason instead of leaving in the morning', async () => {
    const [one, other] = [await conversation(), await conversation()]
    const overnight = await Promise.all([queue(one, 'evening'), queue(one, 'too'), queue(other, 'as well')])
    clock.advance(8 * 3600)
    const fresh = await queue(one, 'morning')
    expect(await taken()).toMatchObject({ messageId: fresh, content: 'morning' })
    for (const id of overnight) {
      expect(await messageOf(id)).toMatchObject({
        status: 'failed',
        failure: {
          code: 'late',
          sentence: expect.stringMatching(/\w/),
          remedy: expect.stringContaining('Retry'),
        },
      })
      expect(await attemptsOf(id)).toEqual([])
      expect(await changesOf(id)).toBe(1)
    }
  })

  test('one that was tried before its deadline fails with what was said then', async () => {
    const id = await queue(await conversation(), 'Tried')
    const refused = { outcome: 'refused', retry: 'transient', code: 131016, details: '' } as const
    await recordOutcome(writer, await taken(), refused)
    expect(await messageOf(id)).toMatchObject({ status: 'queued' })
    clock.advance(sendDeadlineMs / 1000)
    expect(await claimNext(writer, phoneNumberId)).toBeNull()
    expect(await messageOf(id)).toMatchObject({ status: 'failed', failure: { code: '131016' } })
    expect(await changesOf(id)).toBe(3)
  })

  test('[Q-039] what was said before Retry is no reason for a message that nobody could send since', async () => {
    const id = await queue(await conversation(), 'Again')
    await recordOutcome(writer, await taken(), refused('permanent', 131026))
    await retry(writer, id)
    clock.advance(sendDeadlineMs / 1000)
    expect(await claimNext(writer, phoneNumberId)).toBeNull()
    expect(await messageOf(id)).toMatchObject({ status: 'failed', failure: { code: 'late' } })
  })

  test('a refusal that is stored only after the lease is a failure, and is not left undecided', async () => {
    const id = await queue(await conversation(), 'Slow database')
    const one = await taken()
    clock.advance(leaseMs / 1000 + 1)
    expect(await endLapsedAttempts(writer)).toBe(1)
    expect(await messageOf(id)).toMatchObject({ status: 'unknown' })
    await recordOutcome(writer, one, { outcome: 'unreached', reason: 'ECONNREFUSED' })
    expect(await messageOf(id)).toMatchObject({ status: 'failed', failure: { code: 'unreached' } })
    expect(await attemptsOf(id)).toEqual(['failed'])
  })

  const refused = (
    retry: 'transient' | 'rate' | 'permanent' | 'channel' | 'window',
    code: number,
  ): AttemptOutcome => ({
    outcome: 'refused',
    retry,
    code,
    details: 'as Meta says it',
  })
  const noFile = { code: 'file', sentence: 'The file no longer exists.', remedy: 'Attach it again.' }
  const facts = (code: string, sentence: string, remedy: string) => ({ code, sentence, remedy })
  const unreached = facts(
    'unreached',
    'WhatsApp could not be reached in time.',
    'Check the connection to WhatsApp, then press Retry.',
  )
  const unprepared = facts(
    'unprepared',
    'Parley could not prepare this message.',
    'Press Retry. If it fails again, tell an administrator.',
  )
  const undecided = facts(
    'unknown',
    'WhatsApp did not answer, so the customer may or may not have this message.',
    'Wait for the tick, or ask the customer before you press Retry.',
  )
  const oneAttempt = (id: number) =>
    database.db
      .selectFrom('attempts')
      .select(['state', 'wamid', 'failure', 'updated_at'])
      .where('message_id', '=', id)
      .executeTakeFirstOrThrow()

  test.each<[string, AttemptOutcome, string, object | null]>([
    ['accepted', { outcome: 'accepted', wamid: 'wamid.accepted' }, 'sent', null],
    ['a silence', { outcome: 'unknown', reason: 'TimeoutError' }, 'unknown', undecided],
    ['a refusal for good', refused('permanent', 131026), 'failed', { code: '131026' }],
    ['a closed window', refused('window', 131047), 'failed', { code: '131047' }],
    ['a kind that is switched off', refused('channel', 131063), 'failed', { code: '131063' }],
    ['a file that cannot be sent', { outcome: 'unsendable', failure: noFile }, 'failed', noFile],
  ])('[Q-039] after %s nothing is tried again by itself', async (_, tried, status, failure) => {
    const id = await queue(await conversation(), 'Once')
    const one = await taken()
    clock.advance(2)
    await recordOutcome(writer, one, tried)
    const wamid = tried.outcome === 'accepted' ? tried.wamid : null
    expect(await oneAttempt(id)).toMatchObject({ state: status, wamid, failure, updated_at: clock.now() })
    expect(await messageOf(id)).toMatchObject({ status, failure, tries: 1 })
    clock.advance(60)
    expect(await claimNext(writer, phoneNumberId)).toBeNull()
  })

  test.each<[string, AttemptOutcome, object]>([
    ['no connection', { outcome: 'unreached', reason: 'ECONNREFUSED' }, unreached],
    ['a trouble of ours', { outcome: 'unprepared' }, unprepared],
    ['a refusal that passes', refused('transient', 131016), { code: '131016' }],
    ['a form that is sent too often', refused('rate', 132069), { code: '132069' }],
  ])(
    '[Q-039] after %s it is tried again a second later, and fails with the reason in the end',
    async (_, tried, failure) => {
      const id = await queue(await conversation(), 'Again')
      await recordOutcome(writer, await taken(), tried)
      expect(await oneAttempt(id)).toMatchObject({ state: 'failed', failure })
      expect(await messageOf(id)).toMatchObject({ status: 'queued', tries: 1 })
      expect(await changesOf(id)).toBe(2)
      expect(await claimNext(writer, phoneNumberId)).toBeNull()
      clock.advance(1)
      expect(await taken()).toMatchObject({ messageId: id, tries: 2 })
      clock.advance(sendDeadlineMs / 1000)
      await recordOutcome(writer, { ...(await lastTaken(id)), tries: 2 }, tried)
      expect(await messageOf(id)).toMatchObject({ status: 'failed', failure })
    },
  )
  /** A message of the bot. `isTaken` then sets the conversation's generation as a person's takeover does. */
  const queueOfBot = async () => {
    const conversationId = await conversation()
    const id = await queue(conversationId, 'Of the bot')
    const { db } = database
    await db
      .updateTable('messages')
      .set({ source: 'BOT', owner_generation: 0 })
      .where('id', '=', id)
      .execute()
    const isTaken = () =>
      db.updateTable('conversations').set({ owner_generation: 1 }).where('id', '=', conversationId).execute()
    return { id, isTaken }
  }

  test('[Q-202] what the bot said before a person took the conversation does not leave', async () => {
    const { id, isTaken } = await queueOfBot()
    await isTaken()
    expect(await claimNext(writer, phoneNumberId)).toBeNull()
    expect(await messageOf(id)).toMatchObject({ status: 'failed', failure: { code: 'taken-over' }, tries: 0 })
  })

  test.each<[string, AttemptOutcome]>([
    ['no connection', { outcome: 'unreached', reason: 'ECONNREFUSED' }],
    ['a trouble of ours', { outcome: 'unprepared' }],
    ['a refusal that passes', refused('transient', 131016)],
    ['a limit of the customer', refused('rate', 131056)],
  ])('[Q-202] nor is it tried again after %s, and it holds nobody up', async (_, tried) => {
    const { id, isTaken } = await queueOfBot()
    const one = await taken()
    await isTaken()
    await recordOutcome(writer, one, tried)
    expect(await messageOf(id)).toMatchObject({ status: 'failed', failure: { code: 'taken-over' } })
    const kept = await queueOfBot()
    await recordOutcome(writer, await taken(), tried)
    expect((await messageOf(kept.id)).status).toBe('queued')
    await database.db.updateTable('messages').set({ status: 'failed' }).where('id', '=', kept.id).execute()
  })

  /** The attempt in progress, as its claim describes it. */
  const lastTaken = async (messageId: number) => {
    const row = await database.db
      .selectFrom('attempts')
      .select(['id', 'conversation_id'])
      .where('message_id', '=', messageId)
      .where('state', '=', 'sending')
      .executeTakeFirstOrThrow()
    const of = { attemptId: row.id, conversationId: row.conversation_id, phoneNumberId }
    return {
      ...of,
      messageId,
      content: 'Again',
      details: null,
      saidUnder: null,
      waId: null,
      waUserId: null,
      peer: null,
      quotedWamid: null,
      isProbe: false,
    }
  }

  test('[Q-018] a status that came before the id is applied with it, that of another number or id is not', async () => {
    const id = await queue(await conversation(), 'Early')
    const early = (number: string, wamid: string, status: string) =>
      database.db
        .insertInto('early_statuses')
        .values({ phone_number_id: number, wamid, status, at: clock.now(), failure: null })
        .execute()
    await early(phoneNumberId, 'wamid.early', 'delivered')
    await early('another number', 'wamid.early', 'read')
    await early(phoneNumberId, 'wamid.other', 'read')
    await recordOutcome(writer, await taken(), { outcome: 'accepted', wamid: 'wamid.early' })
    expect(await messageOf(id)).toMatchObject({ status: 'delivered' })
    const kept = await database.db.selectFrom('early_statuses').select(['phone_number_id', 'wamid']).execute()
    expect(kept).toHaveLength(2)
  })

  /** The message answered a customer who had waited a minute. */
  const answers = (id: number) =>
    database.db
      .updateTable('messages')
      .set({ response_time_seconds: 60, wait_started_at: new Date(clock.now().getTime() - 60_000) })
      .where('id', '=', id)
      .execute()
  const responseOf = (id: number) =>
    database.db
      .selectFrom('messages')
      .select('response_time_seconds')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()

  test.each<[string, AttemptOutcome | null, number | null]>([
    ['is sent', { outcome: 'accepted', wamid: 'wamid.wait' }, 60],
    ['is undecided', { outcome: 'unknown', reason: 'TimeoutError' }, 60],
    ['waits for its next try', { outcome: 'unreached', reason: 'ECONNREFUSED' }, 60],
    ['failed for good', refused('permanent', 131026), null],
    ['was too late', null, null],
  ])('an answer that %s has the response time %s', async (_, tried, seconds) => {
    const id = await queue(await conversation(), 'It is paid')
    await answers(id)
    if (tried === null) {
      clock.advance(sendDeadlineMs / 1000)
      expect(await claimNext(writer, phoneNumberId)).toBeNull()
    } else await recordOutcome(writer, await taken(), tried)
    expect(await responseOf(id)).toEqual({ response_time_seconds: seconds })
  })

  describe('[Q-018] a status', () => {
    const receive = (said: Partial<DeliveryStatus>, number = phoneNumberId) => {
      const status = {
        wamid: 'wamid.x',
        status: 'read',
        at: clock.now(),
        opaque: null,
        error: null,
        pricing: null,
        ...said,
      } as const
      return write(writer, context => applyStatuses(context, number, [status]))
    }
    /** A message that WhatsApp accepted under this id. */
    const sent = async (wamid: string) => {
      const id = await queue(await conversation(), wamid)
      const { attemptId } = await taken()
      await recordOutcome(
        writer,
        { ...(await lastTaken(id)), attemptId, tries: 1 },
        { outcome: 'accepted', wamid },
      )
      return { id, opaque: String(attemptId) }
    }
    const statusOf = async (id: number) => (await messageOf(id)).status

    test('finds its message by our name for the try, by WhatsApp’s id, or by both', async () => {
      const [named, known, both] = [await sent('wamid.a'), await sent('wamid.b'), await sent('wamid.c')]
      await receive({ opaque: named.opaque, wamid: 'wamid.a', status: 'delivered' })
      await receive({ wamid: 'wamid.b' })
      await receive({ opaque: 'not a name of ours', wamid: 'wamid.c' })
      expect(await Promise.all([named, known, both].map(({ id }) => statusOf(id)))).toEqual([
        'delivered',
        'read',
        'read',
      ])
    })

    test('that has WhatsApp’s id alone finds the try to which one before it in the same group brings that id', async () => {
      const id = await queue(await conversation(), 'wamid.same')
      const { attemptId } = await taken()
      const said = { wamid: 'wamid.same', at: clock.now(), error: null, pricing: null }
      const statuses = [
        { ...said, status: 'sent', opaque: String(attemptId) },
        { ...said, status: 'delivered', opaque: null },
      ] as const
      const ends = await write(writer, context => applyStatuses(context, phoneNumberId, statuses))
      expect(ends).toEqual([merged(id), merged(id)])
      expect(await statusOf(id)).toBe('delivered')
    })

    test('that names a try which WhatsApp knows by another id speaks of the one with that id', async () => {
      const [one, other] = [await sent('wamid.d'), await sent('wamid.e')]
      await receive({ opaque: one.opaque, wamid: 'wamid.e' })
      expect([await statusOf(one.id), await statusOf(other.id)]).toEqual(['sent', 'read'])
    })

    test('of another business number speaks of none of ours', async () => {
      const one = await sent('wamid.f')
      await receive({ opaque: one.opaque, wamid: 'wamid.f' }, 'another')
      expect(await statusOf(one.id)).toBe('sent')
    })

    test('brings the id of a try that never heard it, and settles what was undecided', async () => {
      const id = await queue(await conversation(), 'Cut off')
      const one = await taken()
      await recordOutcome(writer, one, { outcome: 'unknown', reason: 'TimeoutError' })
      clock.advance(3)
      await receive({ opaque: String(one.attemptId), wamid: 'wamid.g', status: 'sent' })
      expect(await oneAttempt(id)).toEqual({
        state: 'sent',
        wamid: 'wamid.g',
        failure: null,
        updated_at: clock.now(),
      })
      expect(await messageOf(id)).toMatchObject({ status: 'sent', failure: null })
      // A repetition changes nothing, not even the time.
      const settled = await oneAttempt(id)
      clock.advance(1)
      await receive({ wamid: 'wamid.g', status: 'sent' })
      expect(await oneAttempt(id)).toEqual(settled)
      await receive({ wamid: 'wamid.g', status: 'delivered' })
      expect(await statusOf(id)).toBe('delivered')
    })

    test('of a try that we took for failed brings at least its id, by which the next one finds it', async () => {
      const id = await queue(await conversation(), 'Refused, and yet')
      const { attemptId } = await taken()
      const tried = { outcome: 'unsendable', failure: noFile } as const
      await recordOutcome(writer, { ...(await lastTaken(id)), attemptId, tries: 1 }, tried)
      const told = await changesOf(id)
      await receive({ opaque: String(attemptId), wamid: 'wamid.l', status: 'sent' })
      expect(await oneAttempt(id)).toMatchObject({ state: 'failed', wamid: 'wamid.l', failure: noFile })
      expect(await changesOf(id)).toBe(told + 1)
      await receive({ wamid: 'wamid.l', status: 'delivered' })
      expect(await messageOf(id)).toMatchObject({ status: 'delivered', failure: null })
      expect(await changesOf(id)).toBe(told + 2)
    })

    test('of an older try says nothing while the repeat is under way, and speaks when that came to nothing', async () => {
      const id = await queue(await conversation(), 'Twice?')
      const first = await taken()
      await recordOutcome(writer, first, { outcome: 'unknown', reason: 'TimeoutError' })
      await retry(writer, id)
      const repeat = await taken()
      const told = await changesOf(id)
      await receive({ opaque: String(first.attemptId), wamid: 'wamid.m', status: 'delivered' })
      expect(await statusOf(id)).toBe('sending')
      expect(await changesOf(id)).toBe(told)
      await recordOutcome(writer, repeat, refused('permanent', 131026))
      expect(await messageOf(id)).toMatchObject({ status: 'delivered', failure: null })
      expect(await changesOf(id)).toBe(told + 1)
    })

    test('that it failed says why, in words; without a code it says that much', async () => {
      const [one, other] = [await sent('wamid.h'), await sent('wamid.i')]
      await receive({ wamid: 'wamid.h', status: 'failed', error: { code: 131026, details: 'Undeliverable' } })
      await receive({ wamid: 'wamid.i', status: 'failed' })
      expect(await messageOf(one.id)).toMatchObject({ status: 'failed', failure: { code: '131026' } })
      expect(await messageOf(other.id)).toMatchObject({ status: 'failed', failure: { code: 'unexplained' } })
    })

    test('of an id that nobody knows yet is kept once, with its reason where it failed', async () => {
      await database.db.deleteFrom('early_statuses').execute()
      await receive({ wamid: 'wamid.j', status: 'delivered' })
      await receive({ wamid: 'wamid.j', status: 'delivered' })
      await receive({ wamid: 'wamid.k', status: 'failed', error: { code: 131026, details: '' } })
      const kept = await database.db
        .selectFrom('early_statuses')
        .select(['wamid', 'status', 'at', 'failure'])
        .orderBy('wamid')
        .execute()
      expect(kept).toMatchObject([
        { wamid: 'wamid.j', status: 'delivered', at: clock.now(), failure: null },
        { wamid: 'wamid.k', status: 'failed', failure: { code: '131026' } },
      ])
      const { id } = await sent('wamid.k')
      expect(await messageOf(id)).toMatchObject({ status: 'failed', failure: { code: '131026' } })
    })
  })

  test('[Q-018] a lease that is not over yet is left alone', async () => {
    const id = await queue(await conversation(), 'Under way')
    await taken()
    clock.advance(leaseMs / 1000)
    expect(await endLapsedAttempts(writer)).toBe(0)
    clock.advance(1)
    expect(await endLapsedAttempts(writer)).toBe(1)
    expect(await oneAttempt(id)).toMatchObject({ state: 'unknown', failure: undecided })
    expect(await endLapsedAttempts(writer)).toBe(0)
  })

  describe('while WhatsApp is away', () => {
    let dir: string
    let disk: DiskStore
    const opened: Readable[] = []
    beforeAll(async () => {
      dir = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-queue-'))
      let names = 0
      disk = await DiskStore.open(dir, () => String((names += 1)), clock.now())
    })
    afterAll(() => fs.rmSync(dir, { recursive: true, force: true }))

    const sender = (onTrouble: (error: unknown) => void) => {
      /** The disk's store, which records the files that it opens. */
      const store: FileStore = {
        stage: (bytes, limit) => disk.stage(bytes, limit),
        keep: (staged, thumbnail) => disk.keep(staged, thumbnail),
        discard: staged => disk.discard(staged),
        has: async () => true,
        keysBefore: (before, most) => disk.keysBefore(before, most),
        remove: async () => undefined,
        readThumbnail: key => disk.readThumbnail(key),
        sizesOf: key => disk.sizesOf(key),
        read: async key => {
          const stream = await disk.read(key)
          opened.push(stream)
          return stream
        },
      }
      return startSender({ writer, adapter: whatsappAdapter(nowhere), store, phoneNumberId, onTrouble })
    }
    const unexpected = (error: unknown) => {
      throw error
    }

    test('no file is left open', async () => {
      const key = await disk.keep(await disk.stage(Readable.from([Buffer.from('%PDF-1.4')]), 100), null)
      const ids: number[] = []
      for (let n = 0; n < 4; n += 1) {
        const id = await queue(await conversation(), '')
        ids.push(id)
        const facts = { name: 'a.pdf', mime_type: 'application/pdf', size: 8, state: 'ready' }
        const attachment = await database.db
          .insertInto('attachments')
          .values({ ...facts, storage_key: key, created_at: clock.now() })
          .returning('id')
          .executeTakeFirstOrThrow()
        await database.db
          .insertInto('message_attachments')
          .values({ message_id: id, attachment_id: attachment.id, position: 0 })
          .execute()
      }
      const running = sender(unexpected)
      await eventually('every try', async () => {
        const states = await Promise.all(ids.map(attemptsOf))
        return states.every(([state]) => state === 'failed')
      })
      await running.close()
      expect(opened.length).toBeGreaterThanOrEqual(4)
      await eventually('every file to be closed', () => opened.every(stream => stream.closed))
    })

    test('what the database did not take of a result is stored again, so that it is known', async () => {
      const id = await queue(await conversation(), 'Refused')
      const { db } = database
      await sql`create function blink() returns trigger language plpgsql as
        $$ begin raise exception 'no space left' using errcode = '53100'; end $$`.execute(db)
      await sql`create trigger blink before update on attempts for each row execute function blink()`.execute(
        db,
      )
      const told: unknown[] = []
      const running = sender(error => told.push(error))
      await eventually('the database to fail', () => told.length > 0)
      expect(await attemptsOf(id)).toEqual(['sending'])
      await sql`drop function blink() cascade`.execute(db)
      await eventually('the result', async () => (await attemptsOf(id))[0] === 'failed')
      await running.close()
      expect(told).toContainEqual(expect.objectContaining({ code: '53100' }))
      expect(await messageOf(id)).toMatchObject({ status: 'queued', tries: 1 })
    })
  })
})
