import { startParley } from '../e2e/harness/parley.ts'
import { startPostgres } from '../tools/postgres.mjs'
import { firstLoad } from './first-load.ts'
import { ingest } from './ingest.ts'
import { list } from './list.ts'
import type { Figure } from './rounds.ts'
import { socket } from './socket.ts'

/*
 * `npm run bench`: the product's speed as ratios, each against a bare reference that was measured in the same run in turn
 * with it. Rates alone say little on a shared machine; the ratios can be compared between runs.
 */

const postgres = await startPostgres({ durable: true })
const figures: Figure[] = []
try {
  const database = await postgres.createDatabase('bench')
  console.log('Seeding 20,000 conversations …')
  const parley = await startParley({ database, env: { DEMO_CONVERSATIONS: '20000', LOG_LEVEL: 'error' } })
  try {
    for (const measure of [ingest, list, socket]) {
      console.log(`Measuring ${measure.name} …`)
      figures.push(await measure(parley, database))
    }
  } finally {
    await parley.stop()
  }
} finally {
  await postgres.stop()
}
figures.push(firstLoad())
console.table(
  Object.fromEntries(
    figures.map(({ name, measured, reference, ratio }) => [name, { measured, reference, ratio }]),
  ),
)
