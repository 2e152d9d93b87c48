import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TestClock } from '../../test/clock.ts'
import { openTestDatabase, testWriter } from '../../test/database.ts'
import { isLong } from '../../test/long.ts'
import { type Cases, TakeoverLife, type TakeoverWorld } from '../../test/models/takeover-life.ts'
import { addAgent } from '../agents/accounts.ts'
import { DiskStore } from '../attachments/store.ts'
import { keepBusinessNumbers } from '../channels/numbers.ts'
import type { OpenDatabase } from '../db/open.ts'
import { entitiesOf, openUnderstanding } from '../intent/understanding.ts'
import { openSources } from './sources.ts'

const phoneNumberId = '1'
const number = { phoneNumberId, name: 'Pensions', businessAccountId: null, accessToken: 'a token' }
/** TAKEOVER_SEED runs one life alone, by the seed that a failure named. */
const only = process.env['TAKEOVER_SEED']
const lots = isLong ? [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] : [0, 1]
const livesOfLot = 100
const seedsOf = (lot: number): readonly number[] => {
  if (only !== undefined) return lot === 0 ? [Number(only)] : []
  return Array.from({ length: livesOfLot }, (_, place) => lot * livesOfLot + place)
}

describe('a conversation of the bot that people take over', () => {
  const cases: Cases = { waited: 0, taken: 0, refused: 0, atOnce: 0, givenBack: 0 }
  let database: OpenDatabase
  let world: TakeoverWorld
  let files: string
  beforeAll(async () => {
    const clock = new TestClock()
    database = await openTestDatabase()
    const writer = testWriter(database, clock)
    files = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-takeover-'))
    await keepBusinessNumbers(
      writer,
      { numbers: [number], bridges: [], botAtNewNumbers: true },
      async () => undefined,
    )
    const agents: number[] = []
    for (const email of ['ann@example.com', 'brian@example.com'])
      agents.push(await addAgent(writer, { email, password: 'plums and 7 pears' }))
    await database.db.updateTable('agents').set({ status: 'AVAILABLE', max_capacity: 10_000 }).execute()
    const always = new Date('2036-01-01T00:00:00Z')
    for (const agent_id of agents)
      await database.db
        .insertInto('presence')
        .values({ agent_id, process: 'test', seen_at: always })
        .execute()
    world = {
      clock,
      agents,
      bot: {
        writer,
        understand: openUnderstanding().ofCustomer,
        namedIn: entitiesOf,
        sources: openSources('Africa/Kampala'),
      },
      deliver: {
        writer,
        store: await DiskStore.open(files, () => 'a name', clock.now()),
        phoneNumberId,
        onTrouble: error => {
          throw error
        },
      },
    }
  })
  afterAll(async () => {
    await database.close()
    fs.rmSync(files, { recursive: true, force: true })
  })

  test.each(lots)(
    '[Q-202] a hundred random lives, lot %d: nothing of the bot goes once a person has it, and nothing of a person is lost, doubled or overtaken',
    async lot => {
      for (const seed of seedsOf(lot)) {
        const broken = await new TakeoverLife(world, seed, cases).live()
        expect({ seed, broken }).toEqual({ seed, broken: [] })
      }
    },
  )

  test('[Q-202] those lives had every case of it', () => {
    const least = only === undefined ? 5 : 0
    for (const [what, count] of Object.entries(cases)) expect([what, count >= least]).toEqual([what, true])
  })
})
