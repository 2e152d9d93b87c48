import { type Parley, startParley } from '../e2e/harness/parley.ts'
import { startPostgres } from '../tools/postgres.mjs'
import { botAnswers, botIngest } from './bot.ts'
import { desk } from './desk.ts'
import { firstLoad } from './first-load.ts'
import { frames } from './frames.ts'
import { hostile } from './hostile.ts'
import { ingest, ingestEmbedded } from './ingest.ts'
import { list } from './list.ts'
import { next } from './next.ts'
import { opens } from './opens.ts'
import { reports } from './reports.ts'
import { type Figure, isReached, lineOf } from './rounds.ts'
import { scale } from './scale.ts'
import { search } from './search.ts'
import { slow } from './slow.ts'
import { socket } from './socket.ts'

/*
 * `npm run bench`: the product's speed as ratios, each against a bare reference that was measured in the same run in turn
 * with it. Rates alone say little on a shared machine; the ratios can be compared between runs. `npm run bench -- ingest
 * list` measures only those parts, `console` all but the figures over a year of messages (`reports`), which take twenty
 * minutes. Each figure is printed as soon as it is known, beside its goal; a part that fails is named and the others go on.
 * With `--json` the last line is one JSON object of all of it. Exit code 1: a part failed.
 * `scale [DIRECTORY] [CONVERSATIONS] [CALL …]` is for itself: a desk's calls at a million conversations against 20,000 (bench/scale.ts),
 * `search [DIRECTORY] [CONVERSATIONS]` searching over ten million messages (bench/search.ts).
 */

type Postgres = Awaited<ReturnType<typeof startPostgres>>
type Measure = (
  parley: Parley,
  databaseUrl: string,
) => Figure | readonly Figure[] | Promise<Figure | readonly Figure[]>

/** Parts that share a workspace with so many conversations; on PostgreSQL, or on the embedded database. */
interface Workspace {
  readonly conversations: number
  readonly embedded?: true
  /** Settings beside the usual ones. */
  readonly env?: Readonly<Record<string, string>>
  readonly parts: Readonly<Record<string, Measure>>
}

const workspaces: readonly Workspace[] = [
  { conversations: 20_000, parts: { ingest, list, socket, slow, opens, desk, next } },
  { conversations: 60, embedded: true, parts: { 'ingest-embedded': ingestEmbedded } },
  {
    conversations: 60,
    env: { BOT_AT_NEW_NUMBERS: 'on' },
    parts: { 'bot-answers': botAnswers, 'bot-ingest': botIngest },
  },
  { conversations: 50_000, parts: { frames } },
  { conversations: 2_000, parts: { hostile } },
]
const consoleParts = [...workspaces.flatMap(({ parts }) => Object.keys(parts)), 'first-load']
const known = [...consoleParts, 'reports']

const [, , only, directory, conversations, ...named] = process.argv
if (only === 'scale') {
  await scale(directory, conversations === undefined ? undefined : Number(conversations), named)
  process.exit()
}
if (only === 'search') {
  await search(directory, conversations === undefined ? undefined : Number(conversations))
  process.exit()
}
const asked = process.argv.slice(2).filter(word => word !== '--json')
const unknown = asked.filter(word => word !== 'console' && !known.includes(word))
if (unknown.length > 0) {
  console.error(
    `There is no part ${unknown.join(', ')}: ${known.join(', ')}, or console for all but reports.`,
  )
  process.exit(2)
}
const chosen = new Set(
  asked.length === 0 ? known : asked.flatMap(word => (word === 'console' ? consoleParts : word)),
)

const figures: Figure[] = []
const failed: { readonly part: string; readonly reason: string }[] = []

/** Runs a part, or what several need first, and goes on whatever becomes of it. */
async function attempt(part: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    failed.push({ part, reason })
    console.error(`FAILED ${part}: ${reason}`)
  }
}

const take = (measured: Figure | readonly Figure[]) => {
  for (const figure of [measured].flat()) {
    figures.push(figure)
    console.log(lineOf(figure))
  }
}

async function measureIn(
  { conversations, embedded, env, parts }: Workspace,
  postgres: Postgres,
): Promise<void> {
  const wanted = Object.entries(parts).filter(([name]) => chosen.has(name))
  if (wanted.length === 0) return
  await attempt(wanted.map(([name]) => name).join(', '), async () => {
    console.log(`Seeding ${conversations.toLocaleString('en')} conversations …`)
    const database = embedded ? '' : await postgres.createDatabase(`bench_${conversations}`)
    const parley = await startParley({
      database,
      env: { DEMO_CONVERSATIONS: String(conversations), LOG_LEVEL: 'error', ...env },
    })
    try {
      for (const [name, measure] of wanted) {
        console.log(`Measuring ${name} …`)
        await attempt(name, async () => take(await measure(parley, database)))
      }
    } finally {
      await parley.stop()
    }
  })
}

const postgres = await startPostgres({ durable: true })
try {
  for (const workspace of workspaces) await measureIn(workspace, postgres)
  if (chosen.has('first-load')) await attempt('first-load', async () => take(firstLoad()))
  if (chosen.has('reports')) await attempt('reports', async () => take(await reports(postgres)))
} finally {
  await postgres.stop()
}
if (process.argv.includes('--json')) {
  console.log(
    JSON.stringify({ figures: figures.map(figure => ({ ...figure, reached: isReached(figure) })), failed }),
  )
}
process.exit(failed.length > 0 ? 1 : 0)
