import fs from 'node:fs'
import { startPostgres } from '../tools/postgres.mjs'
import { apiSignIn } from './harness/meta.ts'
import { type Parley, postgresVariable, seededVariables, startParley } from './harness/parley.ts'
import { setCapacity, setSetting } from './harness/settings.ts'

/** Before all tests: one workspace is seeded, and every server of the run begins with a copy of it. */
export default async function seedOnce(): Promise<() => Promise<void>> {
  const postgres = await startPostgres()
  process.env[postgresVariable] = postgres.url
  const parley = await startParley()
  await rollUp(parley)
  // What an agent writes changes nothing of who has it, unless a test is about that.
  await setSetting(parley, { replies_take: 'nothing' })
  // All tests of a worker share a workspace, and who is full can take nothing and is offered nothing.
  await setCapacity(parley, 100)
  const { directory, database } = await parley.end()
  process.env[seededVariables.directory] = directory
  process.env[seededVariables.database] = database
  return async () => {
    fs.rmSync(directory, { recursive: true, force: true })
    await postgres.stop()
  }
}

/** A figure is answered once the past is rolled up, which the copies then need not do again. */
async function rollUp(parley: Parley): Promise<void> {
  const { token } = await apiSignIn(parley)
  const headers = { authorization: `Bearer ${token}` }
  const figures = await fetch(`${parley.url}/api/v1/statistics/unique-users`, { headers })
  if (!figures.ok) throw new Error(`The seeded workspace answered its figures with ${figures.status}`)
}
