import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TestClock } from '../../test/clock.ts'
import { openTestDatabase, testWriter } from '../../test/database.ts'
import type { OpenDatabase } from '../db/open.ts'
import { write } from '../db/write.ts'
import { restoreWait } from './unsent.ts'

/**
 * A reply, in seconds after the customer wrote: when it was sent, how long the customer had waited, and when that wait started.
 */
interface Answer {
  readonly at: number
  readonly waited?: number
  readonly since?: number
  readonly status?: 'sent' | 'failed'
  readonly source?: 'AGENT' | 'SYSTEM'
}
interface Case {
  /** The replies after the failed one, which was sent after ten seconds. */
  readonly others: readonly Answer[]
  /** When the customer's current wait started. */
  readonly waitsSince?: number
}
/** The expected waits of the other replies, and the start of the customer's wait. */
interface Expected {
  readonly waited: readonly (number | null)[]
  readonly since: number | null
}

describe('a message that failed for good answered nobody', () => {
  const clock = new TestClock()
  let database: OpenDatabase
  let writer: ReturnType<typeof testWriter>
  beforeAll(async () => {
    database = await openTestDatabase()
    writer = testWriter(database, clock)
  })
  afterAll(() => database.close())

  const asked = clock.now()
  const after = (seconds: number | undefined) =>
    seconds === undefined ? null : new Date(asked.getTime() + seconds * 1_000)
  const secondsOf = (at: Date | null) => (at === null ? null : (at.getTime() - asked.getTime()) / 1_000)

  let customers = 0
  const conversation = async (waitsSince: number | undefined): Promise<number> => {
    customers += 1
    const customer = await database.db
      .insertInto('customers')
      .values({ wa_id: String(customers), created_at: asked })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id } = await database.db
      .insertInto('conversations')
      .values({
        customer_id: customer.id,
        phone_number_id: '1',
        status: 'ACTIVE',
        human_wait_started_at: after(waitsSince),
        last_activity: asked,
        created_at: asked,
        updated_at: asked,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
  const answer = async (conversationId: number, one: Answer): Promise<number> => {
    const at = after(one.at) ?? asked
    const { id } = await database.db
      .insertInto('messages')
      .values({
        conversation_id: conversationId,
        direction: 'OUTBOUND',
        source: one.source ?? 'AGENT',
        message_type: 'text',
        content: 'It is',
        at,
        arrived_at: at,
        status: one.status ?? 'sent',
        response_time_seconds: one.waited ?? null,
        wait_started_at: after(one.since),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
  const answerOf = (id: number) =>
    database.db
      .selectFrom('messages')
      .select(['response_time_seconds', 'wait_started_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const giveBack = (id: number) => write(writer, context => restoreWait(context, id))

  test.each<[string, Case, Expected]>([
    ['nobody else answered', { others: [] }, { waited: [], since: 0 }],
    ['and the customer asked again', { others: [], waitsSince: 15 }, { waited: [], since: 0 }],
    ['another answer stands', { others: [{ at: 30 }] }, { waited: [30], since: null }],
    [
      'the first of two answers stands for both',
      { others: [{ at: 40 }, { at: 30 }] },
      { waited: [null, 30], since: null },
    ],
    [
      'the other answered what the customer asked again',
      { others: [{ at: 40, waited: 25, since: 15 }] },
      { waited: [40], since: null },
    ],
    [
      'that one stands, and the customer has asked once more',
      { others: [{ at: 30 }], waitsSince: 50 },
      { waited: [30], since: 50 },
    ],
    [
      'the other has this wait already',
      { others: [{ at: 30, waited: 30, since: 0 }] },
      { waited: [30], since: null },
    ],
    [
      'what failed itself, or no agent wrote, or was there before answers nothing',
      { others: [{ at: 20, status: 'failed' }, { at: 25, source: 'SYSTEM' }, { at: -5 }] },
      { waited: [null, null, null], since: 0 },
    ],
    ['an answer in the same moment as the question', { others: [{ at: 0 }] }, { waited: [0], since: null }],
  ])('%s', async (_, { others, waitsSince }, expected) => {
    const id = await conversation(waitsSince)
    const failed = await answer(id, { at: 10, waited: 10, since: 0, status: 'failed' })
    const ids: number[] = []
    for (const one of others) ids.push(await answer(id, one))
    await giveBack(failed)
    expect((await answerOf(failed)).response_time_seconds).toBeNull()
    const rows = await Promise.all(ids.map(answerOf))
    const { human_wait_started_at: since } = await database.db
      .selectFrom('conversations')
      .select('human_wait_started_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect({ waited: rows.map(row => row.response_time_seconds), since: secondsOf(since) }).toEqual(expected)
    for (const row of rows) if (row.response_time_seconds !== null) expect(row.wait_started_at).toEqual(asked)
    const told = await database.db
      .selectFrom('live_log')
      .select('entity_id')
      .where('noun', '=', 'message')
      .where('kind', '=', 'changed')
      .where('entity_id', 'in', [0, ...ids])
      .execute()
    const changed = ids.filter((_id, index) => expected.waited[index] !== (others[index]?.waited ?? null))
    expect(told.map(row => row.entity_id)).toEqual(changed)
  })

  test('one that ended no wait gives none back', async () => {
    const id = await conversation(undefined)
    const failed = await answer(id, { at: 10, status: 'failed' })
    const other = await answer(id, { at: 30 })
    await giveBack(failed)
    expect(await answerOf(other)).toEqual({ response_time_seconds: null, wait_started_at: null })
    const row = await database.db
      .selectFrom('conversations')
      .select('human_wait_started_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ human_wait_started_at: null })
  })
})
