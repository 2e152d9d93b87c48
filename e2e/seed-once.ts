import fs from 'node:fs'
import { seededVariable, startParley } from './harness/parley.ts'

/** Before all tests: one workspace is seeded, and every server of the run begins with a copy of it. */
export default async function seedOnce(): Promise<() => void> {
  const parley = await startParley()
  const directory = await parley.end()
  process.env[seededVariable] = directory
  return () => fs.rmSync(directory, { recursive: true, force: true })
}
