import { bareInbound, type InboundMessage } from '@parley/whatsapp/inbound/inbound-message'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TestClock } from '../../test/clock.ts'
import { openTestDatabase, testWriter } from '../../test/database.ts'
import { isAnyDue } from '../bot/loop.ts'
import type { OpenDatabase } from '../db/open.ts'
import { type Publish, type Tx, write } from '../db/write.ts'
import { applyMessages } from './apply.ts'
import { applyStatuses } from './statuses.ts'

const phoneNumberId = '1'
const customers = 10_000
/** A prepared statement keeps its plan from the sixth time on. */
const times = 8
/** Rows of a table that a group of eight may look at. */
const enough = 100

/*
 * Nothing on the way in reads a whole table, though the planner knows nothing of them: PostgreSQL has not looked yet at a
 * table that has just grown, and the embedded engine never does by itself.
 */
describe('the way in', () => {
  const clock = new TestClock()
  let database: OpenDatabase
  let writer: ReturnType<typeof testWriter>
  beforeAll(async () => {
    database = await openTestDatabase()
    writer = testWriter(database, clock)
    const now = clock.now()
    await sql`with people as (
      insert into customers (wa_id, phone, created_at)
      select '25671' || lpad(n::text, 7, '0'), '25671' || lpad(n::text, 7, '0'), ${now}::timestamptz
      from generate_series(1, ${customers}::int) n returning id, wa_id
    ), talks as (
      insert into conversations (customer_id, phone_number_id, status, last_activity, created_at, updated_at)
      select id, ${phoneNumberId}::text, 'ACTIVE', ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
      from people returning id, customer_id
    )
    insert into messages (conversation_id, direction, source, message_type, content, at, arrived_at, phone_number_id, wamid,
      status)
    select t.id, 'INBOUND', 'CUSTOMER', 'text', 'Good morning', ${now}::timestamptz, ${now}::timestamptz,
      ${phoneNumberId}::text, 'wamid.before.' || t.id, 'received'
    from talks t`.execute(database.longRunningDb)
  })
  afterAll(() => database.close())

  /** How many rows of each table were read so far. */
  const readOf = async (tx: Tx): Promise<ReadonlyMap<string, number>> => {
    const { rows } = await sql<{ name: string; read: number }>`
      select relname as name, (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_xact_user_tables
      where relname in ('customers', 'conversations', 'messages', 'attempts')`.execute(tx)
    return new Map(rows.map(({ name, read }) => [name, read]))
  }
  /** Does it in a transaction. Answers of which tables it read more than it needs, and how many rows. */
  const readTooMuch = (work: (tx: Tx, publish: Publish) => Promise<void>): Promise<Record<string, number>> =>
    write(writer, async (tx, publish) => {
      const before = await readOf(tx)
      await work(tx, publish)
      const read = [...(await readOf(tx))].map(
        ([name, count]) => [name, count - (before.get(name) ?? 0)] as const,
      )
      return Object.fromEntries(read.filter(([, count]) => count > enough))
    })
  const messagesOf = (time: number): readonly InboundMessage[] =>
    Array.from({ length: 8 }, (_, no) => ({
      ...bareInbound,
      id: `wamid.${time}.${no}`,
      type: 'text',
      userId: null,
      profileName: null,
      from: `25671${String(time * 10 + no + 1).padStart(7, '0')}`,
      at: clock.now(),
      text: 'Hello',
    }))

  test('messages of known customers are stored by their indexes alone', async () => {
    for (let time = 0; time < times; time += 1) {
      const read = await readTooMuch(async (tx, publish) => {
        const ends = await applyMessages({ tx, publish, now: clock.now() }, phoneNumberId, messagesOf(time))
        expect(ends.map(({ ended }) => ended)).toEqual(Array.from({ length: 8 }, () => 'shown'))
      })
      expect(read).toEqual({})
    }
  })

  test('statuses find the tries that they speak of by their indexes alone', async () => {
    const { rows: tries } = await sql<{ id: number; wamid: string }>`
      with answers as (
        insert into messages (conversation_id, direction, source, message_type, content, at, arrived_at, status)
        select conversation_id, 'OUTBOUND', 'BOT', 'text', 'Good morning', at, at, 'sent'
        from messages where wamid like 'wamid.before.%' returning id, conversation_id, at
      )
      insert into attempts (message_id, conversation_id, no, state, lease_until, phone_number_id, wamid, created_at, updated_at)
      select id, conversation_id, 1, 'sent', at, ${phoneNumberId}::text, 'wamid.try.' || id, at, at
      from answers order by id returning id, wamid`.execute(database.longRunningDb)
    for (let time = 0; time < times; time += 1) {
      // Half of them say our name of the try, the others WhatsApp's alone.
      const statuses = tries.slice(time * 8, time * 8 + 8).map(({ id, wamid }, no) => ({
        wamid,
        status: 'delivered' as const,
        at: clock.now(),
        opaque: no % 2 === 0 ? String(id) : null,
        error: null,
        pricing: null,
      }))
      const read = await readTooMuch(async (tx, publish) => {
        const ends = await applyStatuses({ tx, publish, now: clock.now() }, phoneNumberId, statuses)
        expect(ends.map(({ ended }) => ended)).toEqual(Array.from({ length: 8 }, () => 'folded'))
      })
      expect(read).toEqual({})
    }
  })

  test('whether the bot is waited for is asked of an index', async () => {
    for (let time = 0; time < times; time += 1) {
      const read = await readTooMuch(async tx => {
        expect(await isAnyDue(tx, [[]])).toEqual([])
      })
      expect(read).toEqual({})
    }
  })
})
