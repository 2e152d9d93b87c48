import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TestClock } from '../../test/clock.ts'
import { openTestDatabase, testWriter } from '../../test/database.ts'
import { departure } from '../../test/models/departure.ts'
import { addAgent } from '../agents/accounts.ts'
import { type Presence, startPresence } from '../agents/presence.ts'
import { setAgentStatus } from '../agents/status.ts'
import type { OpenDatabase } from '../db/open.ts'
import type { Writer } from '../db/write.ts'
import { assign } from './assign.ts'
import { sweepIfSure } from './offer.ts'

describe('an outage of the database', () => {
  const clock = new TestClock()
  let database: OpenDatabase
  let writer: Writer
  let presence: Presence
  let byId: number
  let askedId: number
  beforeAll(async () => {
    database = await openTestDatabase()
    writer = testWriter(database, clock)
    const password = 'plums and 7 pears'
    byId = await addAgent(writer, { email: 'ann@parley.example', password })
    askedId = await addAgent(writer, { email: 'brian@parley.example', password })
    await setAgentStatus(writer, askedId, 'AVAILABLE', departure)
    presence = startPresence(writer, 'a process', error => {
      throw error
    })
    await presence.opened(askedId)
    await presence.keep()
  })
  afterAll(async () => {
    await presence.close()
    await database.close()
  })

  const offer = async () => {
    const now = clock.now()
    const customer = await database.db
      .insertInto('customers')
      .values({ wa_id: String(now.getTime()), created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id: conversationId } = await database.db
      .insertInto('conversations')
      .values({
        customer_id: customer.id,
        phone_number_id: '1',
        status: 'ACTIVE',
        last_activity: now,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await assign(writer, {
      conversationId,
      agentId: askedId,
      by: { agentId: byId, address: null },
      deadlineMs: 3_600_000,
    })
  }
  const offers = async () =>
    (await database.db.selectFrom('assignments').select(['state', 'reason']).orderBy('id').execute()).map(
      ({ state, reason }) => `${state} ${reason}`,
    )
  /** Advances the clock with a refresh every 20 s and sweeps in between. Answers how many offers ended. */
  const pass = async (seconds: number) => {
    let ended = 0
    for (let passed = 0; passed < seconds; passed += 10) {
      clock.advance(10)
      if (passed % 20 === 10) await presence.keep()
      ended += await sweepIfSure(writer, presence)
    }
    return ended
  }
  const rename = (from: string, to: string) => database.db.schema.alterTable(from).renameTo(to).execute()
  const refused = () => expect(presence.keep()).rejects.toThrow('presence')

  test('keeps offers of agents who return, and ends those of agents who stay away once that is certain', async () => {
    await offer()
    expect(await pass(120)).toBe(0)
    expect(presence.isAbsenceSure()).toBe(true)

    await rename('presence', 'presence_away')
    // Presence cannot be written; reads wait for the end of the outage, like the sweep.
    for (let refresh = 0; refresh < 6; refresh += 1) {
      clock.advance(20)
      await refused()
    }
    await rename('presence_away', 'presence')
    expect(await sweepIfSure(writer, presence)).toBe(0)
    expect(presence.isAbsenceSure()).toBe(false)
    expect(await pass(120)).toBe(0)
    expect(presence.isAbsenceSure()).toBe(true)
    expect(await offers()).toEqual(['offered null'])

    presence.closed(askedId)
    expect(await pass(50)).toBe(0)
    expect(await pass(20)).toBe(1)
    expect(await offers()).toEqual(['expired Went offline'])
  })

  test('an agent who stays away loses the offer only after the time to return', async () => {
    await presence.opened(askedId)
    await offer()
    await rename('presence', 'presence_away')
    for (let refresh = 0; refresh < 6; refresh += 1) {
      clock.advance(20)
      await refused()
    }
    presence.closed(askedId)
    await rename('presence_away', 'presence')
    expect(await pass(100)).toBe(0)
    expect(await pass(20)).toBe(1)
    expect((await offers()).at(-1)).toBe('expired Went offline')
  })
})
