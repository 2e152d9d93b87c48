import { type Parley, startParley } from '../e2e/harness/parley.ts'
import { startPostgres } from '../tools/postgres.mjs'
import { firstLoad } from './first-load.ts'
import { frames } from './frames.ts'
import { ingest } from './ingest.ts'
import { list } from './list.ts'
import { reports } from './reports.ts'
import type { Figure } from './rounds.ts'
import { scale } from './scale.ts'
import { socket } from './socket.ts'

/*
 * `npm run bench`: the product's speed as ratios, each against a bare reference that was measured in the same run in turn
 * with it. Rates alone say little on a shared machine; the ratios can be compared between runs. With `reports` it measures
 * nothing but the figures over a year of messages, which takes twenty minutes; with `console` everything else. With
 * `scale [DIRECTORY] [CONVERSATIONS]` it measures a desk's calls at a million conversations against 20,000, as bench/scale.ts says.
 */

type Measure = (parley: Parley, databaseUrl: string) => Promise<Figure>

const [, , only, directory, conversations] = process.argv
if (only === 'scale') {
  await scale(directory, conversations === undefined ? undefined : Number(conversations))
  process.exit()
}
const postgres = await startPostgres({ durable: true })
const figures: Figure[] = []

/** Measures on a workspace of its own with so many conversations. */
async function measureWith(conversations: number, measures: readonly Measure[]): Promise<void> {
  console.log(`Seeding ${conversations.toLocaleString('en')} conversations …`)
  const database = await postgres.createDatabase(`bench_${conversations}`)
  const parley = await startParley({
    database,
    env: { DEMO_CONVERSATIONS: String(conversations), LOG_LEVEL: 'error' },
  })
  try {
    for (const measure of measures) {
      console.log(`Measuring ${measure.name} …`)
      figures.push(await measure(parley, database))
    }
  } finally {
    await parley.stop()
  }
}

try {
  if (only !== 'reports') {
    await measureWith(20_000, [ingest, list, socket])
    await measureWith(50_000, [frames])
    figures.push(firstLoad())
  }
  if (only !== 'console') figures.push(...(await reports(postgres)))
} finally {
  await postgres.stop()
}
console.table(
  Object.fromEntries(
    figures.map(({ name, measured, reference, ratio }) => [name, { measured, reference, ratio }]),
  ),
)
