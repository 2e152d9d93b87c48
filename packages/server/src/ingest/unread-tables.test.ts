import { bareInbound, type InboundMessage } from '@parley/whatsapp/inbound/inbound-message'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TestClock } from '../../test/clock.ts'
import { openTestDatabase, testWriter } from '../../test/database.ts'
import { isAnyDue } from '../bot/loop.ts'
import type { OpenDatabase } from '../db/open.ts'
import { type Tx, type TxContext, write } from '../db/write.ts'
import { applyMessages } from './apply.ts'
import { applyStatuses } from './statuses.ts'

const phoneNumberId = '1'
const customers = 10_000
/** A prepared statement uses a generic plan from the sixth execution on. */
const times = 8
/** The maximum of rows that a batch of eight may read from a table. */
const enough = 100

/*
 * Ingestion never reads a whole table, even if the planner has no statistics: PostgreSQL has not yet analysed a table that just
 * grew, and the embedded engine never does so automatically.
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

  /** The number of rows read so far from each table. */
  const readOf = async (tx: Tx): Promise<ReadonlyMap<string, number>> => {
    const { rows } = await sql<{ name: string; read: number }>`
      select relname as name, (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_xact_user_tables
      where relname in ('customers', 'conversations', 'messages', 'attempts')`.execute(tx)
    return new Map(rows.map(({ name, read }) => [name, read]))
  }
  /** Runs the work in a transaction. Returns the tables of which it read too many rows, with the number of rows. */
  const readTooMuch = (work: (context: TxContext) => Promise<void>): Promise<Record<string, number>> =>
    write(writer, async context => {
      const { tx } = context
      const before = await readOf(tx)
      await work(context)
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
      const read = await readTooMuch(async context => {
        const ends = await applyMessages(context, phoneNumberId, messagesOf(time))
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
      // Half of them name our attempt, the others only WhatsApp's id.
      const statuses = tries.slice(time * 8, time * 8 + 8).map(({ id, wamid }, no) => ({
        wamid,
        status: 'delivered' as const,
        at: clock.now(),
        opaque: no % 2 === 0 ? String(id) : null,
        error: null,
        pricing: null,
      }))
      const read = await readTooMuch(async context => {
        const ends = await applyStatuses(context, phoneNumberId, statuses)
        expect(ends.map(({ ended }) => ended)).toEqual(Array.from({ length: 8 }, () => 'folded'))
      })
      expect(read).toEqual({})
    }
  })

  test('whether the bot is waited for is asked of an index', async () => {
    for (let time = 0; time < times; time += 1) {
      const read = await readTooMuch(async ({ tx }) => {
        expect(await isAnyDue(tx, [[]])).toEqual([])
      })
      expect(read).toEqual({})
    }
  })
})
