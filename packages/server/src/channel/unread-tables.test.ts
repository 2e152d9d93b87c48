import type { InboundMessage } from '@parley/whatsapp/inbound-message'
import { bareInbound } from '@parley/whatsapp/inbound-message'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TestClock } from '../../test/clock.ts'
import { engines, testWriter } from '../../test/database.ts'
import { isAnyDue } from '../bot/turns.ts'
import type { OpenDatabase } from '../db/open.ts'
import { type Tx, write } from '../db/write.ts'
import { receiveMessages } from './receive-messages.ts'

const phoneNumberId = '1'
const customers = 10_000
/** A prepared statement keeps its plan from the sixth time on. */
const times = 8
/** Rows of a table that a few groups of eight messages may look at; what was not told yet is counted along. */
const enough = 2_000

/*
 * Nothing on the way in reads a whole table, though the planner knows nothing of them: PostgreSQL has not looked yet at a
 * table that has just grown, and the embedded engine never does by itself.
 */
describe.each(engines)('the way in on $name', ({ open }) => {
  const clock = new TestClock()
  let database: OpenDatabase
  let writer: ReturnType<typeof testWriter>
  beforeAll(async () => {
    database = await open(clock)
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
    from talks t`.execute(database.unhurried)
  })
  afterAll(() => database.close())

  /** Of which of these tables more rows were read in this transaction than a group of messages needs, and how many. */
  const readTooMuch = async (tx: Tx): Promise<Record<string, number>> => {
    const { rows } = await sql<{ name: string; read: number }>`
      select relname as name, (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_xact_user_tables
      where relname in ('customers', 'conversations', 'messages')
        and seq_scan + seq_tup_read + coalesce(idx_tup_fetch, 0) > ${enough}`.execute(tx)
    return Object.fromEntries(rows.map(({ name, read }) => [name, read]))
  }
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
      const read = await write(writer, async (tx, emit) => {
        const { ends } = await receiveMessages(tx, emit, phoneNumberId, messagesOf(time), clock.now())
        expect(ends.map(({ ended }) => ended)).toEqual(Array.from({ length: 8 }, () => 'shown'))
        return readTooMuch(tx)
      })
      expect(read).toEqual({})
    }
  })

  test('whether the bot is waited for is asked of an index', async () => {
    for (let time = 0; time < times; time += 1) {
      const read = await write(writer, async tx => {
        expect(await isAnyDue(tx, [[]])).toEqual([])
        return readTooMuch(tx)
      })
      expect(read).toEqual({})
    }
  })
})
