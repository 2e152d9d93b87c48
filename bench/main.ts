import { existsSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres } from '../tools/postgres.mjs'
import { inRoot } from '../tools/steps/root.mjs'
import { botAnswers } from './bot.ts'
import { calls } from './calls.ts'
import { type Figure, figuresOf, lineOf, type Measured, type Round, type Side } from './figures.ts'
import { hostile } from './hostile.ts'
import { ingest, ingestOf, startPlainIngest } from './ingest.ts'
import { fillMessages } from './messages.ts'
import { next } from './next.ts'
import { opens } from './opens.ts'
import { workingDay } from './day.ts'
import { emptyPage, page, startEmptyPage } from './page.ts'
import { type Product, type Server, startProduct } from './product.ts'
import { search } from './search.ts'
import { socket } from './socket.ts'
import { rest, starts } from './start.ts'

const usage = `npm run bench [-- PART … [OPTION …]] measures all parts, or those that are named, and prints each figure beside its goal.

  --beside DIRECTORY    measure another built checkout in turn with this one, and print the ratios
  --keep DIRECTORY      keep the databases here, so that the next run does not fill them anew
  --conversations N     at most N conversations in a workspace
  --rounds N            N rounds of each part
  --json                end with one line of JSON`

/** Parts share a workspace, which is filled once. The demo has the settings of `npm start`. */
interface Workspace {
  readonly conversations: number
  readonly env?: Readonly<Record<string, string>>
  /** Fills the migrated database. If absent, the demo fills it. */
  readonly fill?: (database: string, conversations: number) => Promise<void>
}

/** Agents answer, the bot does not, and replies leave at once. */
const byAgents = { BOT_AT_NEW_NUMBERS: 'off', RATING_AFTER: '3600', UNDO_SEND: '0' }

const workspaces = {
  demo: { conversations: 60 },
  desk: { conversations: 60, env: byAgents },
  office: { conversations: 20_000, env: byAgents },
  large: { conversations: 200_000, env: byAgents },
  messages: { conversations: 1_000_000, env: byAgents, fill: fillMessages },
} satisfies Readonly<Record<string, Workspace>>

interface Part {
  readonly workspace: keyof typeof workspaces
  /** If there is more than one round, the first warms up. */
  readonly rounds: number
  readonly measure: (product: Product, round: number) => Promise<readonly Measured[]>
  /** A plain program, measured in the same rounds. */
  readonly reference?: {
    readonly start: (database: string) => Promise<Server>
    readonly measure: (server: Server, round: number) => Promise<readonly Measured[]>
  }
}

const parts: Readonly<Record<string, Part>> = {
  rest: { workspace: 'demo', rounds: 1, measure: rest },
  start: { workspace: 'demo', rounds: 4, measure: async product => starts(product, await newDatabase()) },
  'start-embedded': { workspace: 'demo', rounds: 4, measure: product => starts(product, '') },
  'bot-answers': { workspace: 'demo', rounds: 1, measure: botAnswers },
  ingest: {
    workspace: 'office',
    rounds: 8,
    measure: ingestOf,
    reference: { start: startPlainIngest, measure: ingest },
  },
  socket: { workspace: 'office', rounds: 6, measure: socket },
  opens: { workspace: 'office', rounds: 1, measure: opens },
  day: { workspace: 'desk', rounds: 1, measure: workingDay },
  next: { workspace: 'office', rounds: 1, measure: next },
  page: {
    workspace: 'office',
    rounds: 3,
    measure: page,
    reference: { start: startEmptyPage, measure: emptyPage },
  },
  hostile: { workspace: 'office', rounds: 3, measure: hostile },
  calls: { workspace: 'large', rounds: 4, measure: calls },
  search: { workspace: 'messages', rounds: 1, measure: search },
}

const { values: options, positionals: named } = parseArgs({
  allowPositionals: true,
  options: {
    beside: { type: 'string' },
    keep: { type: 'string' },
    conversations: { type: 'string', default: '1000000' },
    rounds: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const unknown = named.filter(name => !Object.hasOwn(parts, name))
if (options.help || unknown.length > 0) {
  if (unknown.length > 0) console.error(`There is no part ${unknown.join(', ')}.\n`)
  console.log(`${usage}\n\nParts: ${Object.keys(parts).join(', ')}`)
  process.exit(unknown.length > 0 ? 2 : 0)
}
const checkouts: Partial<Record<Side, string>> = {
  value: inRoot(),
  ...(options.beside !== undefined && { beside: path.resolve(options.beside) }),
}
for (const checkout of Object.values(checkouts)) {
  if (existsSync(path.join(checkout, 'dist/server/main.js'))) continue
  console.error(`${checkout} has no dist/server/main.js: run npm run build there.`)
  process.exit(2)
}

const figures: Figure[] = []
const failed: { readonly part: string; readonly reason: string }[] = []

/** Runs the work of one or more parts. If it fails, the other parts go on. */
async function attempt(part: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    failed.push({ part, reason })
    console.error(`FAILED ${part}: ${reason}`)
  }
}

const postgres = await startPostgres({
  durable: true,
  ...(options.keep !== undefined && { directory: options.keep }),
})
const newDatabase = () => postgres.createDatabase(`bench_${Date.now()}`)

/** Fills a workspace for one checkout and starts it. */
async function startIn(name: keyof typeof workspaces, side: Side, checkout: string): Promise<Product> {
  const { env = {}, fill, ...usual }: Workspace = workspaces[name]
  const conversations = Math.min(usual.conversations, Number(options.conversations))
  const database = await postgres.ensureDatabase(`bench_${name}_${conversations}_${side}`)
  console.log(`Starting ${checkout} with ${conversations.toLocaleString('en')} conversations …`)
  const settings = { checkout, database, conversations: fill ? 0 : conversations, env }
  if (fill !== undefined) {
    // The first start creates the schema and the accounts.
    await (await startProduct(settings)).stop()
    await fill(database, conversations)
  }
  return startProduct(settings)
}

/** Measures a part. Each round measures every side; the order alternates. */
async function measure(name: string, part: Part, products: ReadonlyMap<Side, Product>): Promise<void> {
  console.log(`Measuring ${name} …`)
  const sides: [Side, (round: number) => Promise<readonly Measured[]>][] = [...products].map(
    ([side, product]) => [side, round => part.measure(product, round)],
  )
  const plain = part.reference
  const reference = await plain?.start(await newDatabase())
  if (plain && reference) sides.push(['reference', round => plain.measure(reference, round)])
  try {
    const rounds: Round[] = []
    for (let no = 1; no <= Number(options.rounds ?? part.rounds); no += 1) {
      const round: Partial<Record<Side, readonly Measured[]>> = {}
      for (const [side, run] of no % 2 === 1 ? sides : sides.toReversed()) round[side] = await run(no)
      rounds.push(round)
    }
    for (const figure of figuresOf(name, rounds)) {
      figures.push(figure)
      console.log(lineOf(figure))
    }
  } finally {
    await reference?.stop()
  }
}

try {
  for (const workspace of Object.keys(workspaces) as (keyof typeof workspaces)[]) {
    const own = Object.entries(parts).filter(
      ([name, part]) => part.workspace === workspace && (named.length === 0 || named.includes(name)),
    )
    if (own.length === 0) continue
    await attempt(own.map(([name]) => name).join(', '), async () => {
      const products = new Map<Side, Product>()
      try {
        for (const [side, checkout] of Object.entries(checkouts) as [Side, string][]) {
          products.set(side, await startIn(workspace, side, checkout))
        }
        for (const [name, part] of own) await attempt(name, () => measure(name, part, products))
      } finally {
        for (const product of products.values()) await product.stop()
      }
    })
  }
} finally {
  await postgres.stop()
}
if (options.json) console.log(JSON.stringify({ figures, failed }))
process.exit(failed.length > 0 ? 1 : 0)
