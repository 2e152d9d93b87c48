import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { leaseMs, sendDeadlineMs } from '@parley/core/rules/delivery'
import { whatsappClient } from '@parley/whatsapp/client'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { TestClock } from '../../test/clock.ts'
import { engines, testWriter } from '../../test/database.ts'
import { eventually } from '../../test/wait.ts'
import { DiskStore } from '../attachments/disk-store.ts'
import type { FileStore } from '../attachments/store.ts'
import type { OpenDatabase } from '../db/open.ts'
import type { Writer } from '../db/write.ts'
import { startDeliverer } from './deliver.ts'
import { settle, settleLapsed } from './settle.ts'
import { takeNext } from './take.ts'

const phoneNumberId = '1'
/** Nothing listens there. */
const nowhere = {
  apiUrl: 'http://127.0.0.1:2',
  version: 'v23.0',
  phoneNumberId,
  accessToken: 'a token',
}

describe.each(engines)('the queue of messages out on $name', ({ open }) => {
  const clock = new TestClock()
  let database: OpenDatabase
  let writer: Writer
  beforeAll(async () => {
    database = await open(clock)
    writer = testWriter(database, clock)
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    await database.db.deleteFrom('attempts').execute()
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
      .values({ ...values, last_activity: now, created_at: now, updated_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    return made.id
  }
  /** An agent presses Send now. */
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
  const taken = async () => {
    const next = await takeNext(writer, phoneNumberId)
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
    expect(await takeNext(writer, phoneNumberId)).toBeNull()
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
    }
  })

  test('one that was tried before its deadline fails with what was said then', async () => {
    const id = await queue(await conversation(), 'Tried')
    const refused = { outcome: 'refused', retry: 'transient', code: 131016, details: '' } as const
    await settle(writer, await taken(), refused, phoneNumberId)
    expect(await messageOf(id)).toMatchObject({ status: 'queued' })
    clock.advance(sendDeadlineMs / 1000)
    expect(await takeNext(writer, phoneNumberId)).toBeNull()
    expect(await messageOf(id)).toMatchObject({ status: 'failed', failure: { code: '131016' } })
  })

  test('a refusal that is stored only after the lease is a failure, and is not left undecided', async () => {
    const id = await queue(await conversation(), 'Slow database')
    const one = await taken()
    clock.advance(leaseMs / 1000 + 1)
    expect(await settleLapsed(writer)).toBe(1)
    expect(await messageOf(id)).toMatchObject({ status: 'unknown' })
    await settle(writer, one, { outcome: 'unreached', reason: 'ECONNREFUSED' }, phoneNumberId)
    expect(await messageOf(id)).toMatchObject({ status: 'failed', failure: { code: 'unreached' } })
    expect(await attemptsOf(id)).toEqual(['failed'])
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

    const deliverer = (onTrouble: (error: unknown) => void) => {
      /** The disk's own, with a list of the files it opened. */
      const store: FileStore = {
        stage: (bytes, limit) => disk.stage(bytes, limit),
        keep: (staged, thumbnail) => disk.keep(staged, thumbnail),
        discard: staged => disk.discard(staged),
        readThumbnail: key => disk.readThumbnail(key),
        read: async key => {
          const stream = await disk.read(key)
          opened.push(stream)
          return stream
        },
      }
      return startDeliverer({ writer, client: whatsappClient(nowhere), store, phoneNumberId, onTrouble })
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
      const running = deliverer(unexpected)
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
      const running = deliverer(error => told.push(error))
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
