import fs from 'node:fs'
import { seededVariable, startParley } from './harness/parley.ts'

/** Before all tests: one workspace is seeded, and every server of the run begins with a copy of it. */
export default async function seedOnce(): Promise<() => void> {
  const parley = await startParley()
  await rollUp(`${parley.url}/api/v1`)
  const directory = await parley.end()
  process.env[seededVariable] = directory
  return () => fs.rmSync(directory, { recursive: true, force: true })
}

/** A figure is answered once the past is rolled up, which the copies then need not do again. */
async function rollUp(api: string): Promise<void> {
  const signedIn = await fetch(`${api}/auth/token`, {
    method: 'POST',
    body: new URLSearchParams({ username: 'agent@parley.example', password: 'parley-demo' }),
  })
  const { access_token } = (await signedIn.json()) as { access_token: string }
  const authorization = `Bearer ${access_token}`
  const figures = await fetch(`${api}/statistics/unique-users`, { headers: { authorization } })
  if (!figures.ok) throw new Error(`The seeded workspace answered its figures with ${figures.status}`)
}
