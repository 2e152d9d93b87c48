import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openEmptyDatabase, openTestDatabase } from '../test/database.ts'
import { startTestServer } from '../test/server.ts'
import { addAgent } from './agents/accounts.ts'
import { listAgents } from './agents/queries.ts'

test('a first start migrates and fills where there is no time limit, and says what it is at while that lasts', async () => {
  // Two databases stand for two connections to one: the place of the data shows which connection wrote it.
  const unlimited = await openEmptyDatabase()
  const said: string[] = []
  const at = await startTestServer({
    open: async () => ({ ...(await openTestDatabase()), longRunningDb: unlimited.longRunningDb }),
    say: line => said.push(line),
    seed: async (writer, _store, step) => {
      await addAgent(writer, { email: 'seed@parley.example', password: 'plums and 7 pears' })
      step('Filling the workspace')
      await sleep(3_100)
    },
  })
  const seeded = expect.objectContaining({ email: 'seed@parley.example' })
  expect(await listAgents(unlimited.longRunningDb)).toEqual([seeded])
  expect(await listAgents(at.database.db)).not.toContainEqual(seeded)
  expect(said).toContainEqual(expect.stringMatching(/^Filling the workspace \(\d+ s\) …$/))
  // Once the server listens, it reports no more progress.
  const lines = said.length
  await sleep(3_100)
  expect(said).toHaveLength(lines)
  await at.close()
  await unlimited.close()
})
