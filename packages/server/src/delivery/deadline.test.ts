import { draws } from '@parley/core/read/readers.fixture'
import { leaseMs, longestWaitMs, sendDeadlineMs } from '@parley/core/messages/delivery'
import { explain } from '@parley/whatsapp/error-codes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TestClock } from '../../test/clock.ts'
import { openTestDatabase, testWriter } from '../../test/database.ts'
import { recordOutcome, claimNext } from '../../test/one-try.ts'
import type { OpenDatabase } from '../db/open.ts'
import type { Writer } from '../db/write.ts'
import { endLapsedAttempts, type AttemptOutcome } from './result.ts'

const number = '1'
const refusedWith = (code: number): AttemptOutcome => ({
  outcome: 'refused',
  code,
  details: '',
  retry: explain(code, '').retry,
})

/** Null: the server is killed before it can store a result. */
const outcomes: readonly (AttemptOutcome | null)[] = [
  null,
  null,
  { outcome: 'unknown', reason: 'TimeoutError' },
  { outcome: 'unreached', reason: 'ECONNREFUSED' },
  { outcome: 'unprepared' },
  ...[131016, 130429, 131056, 190, 131048, 131026].map(refusedWith),
]

describe('[Q-018 Q-190] no message waits or is on its way past its time', () => {
  const clock = new TestClock()
  let database: OpenDatabase
  let writer: Writer
  beforeAll(async () => {
    database = await openTestDatabase()
    writer = testWriter(database, clock)
  })
  afterAll(() => database.close())

  const conversation = async (name: string) => {
    const now = clock.now()
    const { id } = await database.db
      .insertInto('customers')
      .values({ wa_id: name, created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    const made = await database.db
      .insertInto('conversations')
      .values({
        customer_id: id,
        phone_number_id: number,
        status: 'ACTIVE',
        last_activity: now,
        created_at: now,
        updated_at: now,
        customer_wrote_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return made.id
  }
  const queue = async (conversationId: number) => {
    const now = clock.now()
    await database.db
      .insertInto('messages')
      .values({
        conversation_id: conversationId,
        direction: 'OUTBOUND',
        source: 'AGENT',
        message_type: 'text',
        content: 'Hello',
        at: now,
        arrived_at: now,
        status: 'queued',
        send_deadline: new Date(now.getTime() + sendDeadlineMs),
        give_up_at: new Date(now.getTime() + longestWaitMs),
        next_try_at: now,
      })
      .execute()
  }
  /** Runs the whole work of a server's start. */
  const look = async (outcome: () => AttemptOutcome | null) => {
    await endLapsedAttempts(writer)
    for (;;) {
      const taken = await claimNext(writer, number)
      if (taken === null) return
      const tried = outcome()
      if (tried !== null) await recordOutcome(writer, taken, tried)
    }
  }
  const waiting = () =>
    database.db
      .selectFrom('messages')
      .select(['id', 'status', 'waits'])
      .where('status', 'in', ['queued', 'sending'])
      .execute()

  test.each([1, 2, 3, 4, 5, 6])('whatever happens in between, run %i', async seed => {
    await database.db.deleteFrom('sending_holds').execute()
    const random = draws(seed)
    const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
    const conversations = [await conversation(`${seed}.1`), await conversation(`${seed}.2`)]
    for (let step = 0; step < 25; step += 1) {
      if (random() < 0.6) await queue(pick(conversations))
      if (random() < 0.7) await look(() => pick(outcomes))
      // Part of the time passes while no server runs.
      clock.advance(pick([0.5, 1, 5, 20, 40, 200]))
    }
    // No server runs for a while, then one starts. All waiting messages are too late by then.
    clock.advance((longestWaitMs + leaseMs) / 1000 + 1)
    await look(() => {
      throw new Error('Nothing that is too late may leave')
    })
    expect(await waiting()).toEqual([])
  })

  test('a server that starts soon after goes on with what is still in time', async () => {
    await database.db.deleteFrom('sending_holds').execute()
    await queue(await conversation('soon'))
    clock.advance(sendDeadlineMs / 1000 - 1)
    let left = 0
    await look(() => {
      left += 1
      return { outcome: 'accepted', wamid: 'wamid.soon' }
    })
    expect(left).toBe(1)
    expect(await waiting()).toEqual([])
  })
})
