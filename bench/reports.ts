import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { apiSignIn, postMessage } from '../e2e/harness/meta.ts'
import { type Parley, startParley } from '../e2e/harness/parley.ts'
import type { startPostgres } from '../tools/postgres.mjs'
import { rawFigures } from './reference/raw-figures.ts'
import { type Figure, interleaved, rate } from './rounds.ts'
import { fillYear, year } from './year.ts'

type Postgres = Awaited<ReturnType<typeof startPostgres>>
type Name = keyof typeof rawFigures

const pairs = 9
/** Of the statistics calls against the raw rows; of webhooks with the writer against without. */
const goals = { faster: 50, ingest: 0.75 }
/** Rolling the year up takes two to ten minutes. */
const longestRollUpMs = 15 * 60_000

/** Days in the workspace's zone, and the instants at which they begin there. */
const utcOffsetMs = 3 * 3_600_000
const dayMs = 86_400_000
const dayOf = (ms: number) => new Date(ms + utcOffsetMs).toISOString().slice(0, 10)
const startOf = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) - utcOffsetMs)

/**
 * The statistics calls over a year of 10 million messages, each against the same figure from the raw rows, and webhooks
 * with the roll-ups' writer against webhooks while it is held up. Takes 20 to 40 minutes and 8 GB of disk.
 */
export async function reports(postgres: Postgres): Promise<readonly Figure[]> {
  const database = await postgres.createDatabase('bench_reports')
  const env = { DEMO_CONVERSATIONS: '0', LOG_LEVEL: 'error', WORKSPACE_TIME_ZONE: 'Africa/Kampala' }
  // Once for the schema and the accounts.
  await (await startParley({ database, env })).stop()
  console.log(`Filling a year of ${(year.visits * year.perVisit).toLocaleString('en')} messages …`)
  await fillYear(database)
  return measure(database, env)
}

async function measure(database: string, env: Record<string, string>): Promise<readonly Figure[]> {
  const parley = await startParley({ database, env })
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  try {
    const { token } = await apiSignIn(parley)
    await rollUp(client)
    const range = { start_date: dayOf(Date.now() - (year.days - 1) * dayMs), end_date: dayOf(Date.now()) }
    const figures: Figure[] = []
    for (const name of Object.keys(rawFigures) as Name[]) {
      console.log(`Measuring ${name} …`)
      figures.push(await compare(parley, client, token, name, range))
    }
    console.log('Measuring webhooks with and without the writer …')
    figures.push(await webhooks(parley, client))
    return figures
  } finally {
    await client.end()
    await parley.stop()
  }
}

/** Waits until the server has rolled every past day up, and says how long that took. */
async function rollUp(client: pg.Client): Promise<void> {
  const yesterday = Math.floor((Date.now() + utcOffsetMs) / dayMs) - 1
  const started = performance.now()
  while (performance.now() - started < longestRollUpMs) {
    const { rows } = await client.query<{ through: number; log: string }>(
      'select through, log from report_state',
    )
    if (rows[0]?.log !== '' && rows[0]?.through === yesterday) {
      console.log(`  rolled up in ${((performance.now() - started) / 1000).toFixed(0)} s`)
      for (const table of [
        'report_units',
        'report_days',
        'report_returns',
        'report_tickets',
        'report_ticket_agents',
        'report_ticket_days',
      ]) {
        await client.query(`analyze ${table}`)
      }
      return
    }
    await sleep(1_000)
  }
  throw new Error('The year was not rolled up in time')
}

async function compare(
  parley: Parley,
  client: pg.Client,
  token: string,
  name: Name,
  range: { start_date: string; end_date: string },
): Promise<Figure> {
  const url = `${parley.url}/api/v1/${name}?${new URLSearchParams(range).toString()}`
  const after = dayOf(startOf(range.end_date).getTime() + dayMs)
  const bounds = [startOf(range.start_date), startOf(after)]
  let said: unknown
  let raw: readonly unknown[] = []
  const timed = async (work: () => Promise<void>) => {
    const started = performance.now()
    await work()
    return performance.now() - started
  }
  const { measured, reference, ratio } = await interleaved(
    pairs,
    () =>
      timed(async () => {
        const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
        said = await answer.json()
        if (!answer.ok) throw new Error(`${name} was answered with ${answer.status}`)
      }),
    () =>
      timed(async () => {
        raw = (await client.query<Record<string, unknown>>(rawFigures[name], bounds)).rows
      }),
  )
  expectSame(name, said, raw)
  return {
    name: `GET ${name}, a year / plain SQL on the rows`,
    measured: `${measured.toFixed(0)} ms`,
    reference: `${reference.toFixed(0)} ms`,
    ratio: 1 / ratio,
    better: 'higher',
    goal: goals.faster,
  }
}

/** Numbers of an answer in their order, to 9 digits: both sides must say the same. */
const numbersIn = (value: unknown): string[] =>
  typeof value === 'number'
    ? [value.toPrecision(9)]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(numbersIn)
      : []

function expectSame(name: Name, said: unknown, raw: readonly unknown[]): void {
  const [answered, counted] = [numbersIn(said).toSorted(), numbersIn(raw).toSorted()]
  // The answer has sums and shares besides; whatever the rows give must be in it.
  const missing = counted.filter(number => !answered.includes(number))
  if (missing.length > 0 || counted.length === 0) {
    throw new Error(`${name} says ${answered.join(' ')}, the rows ${counted.join(' ')}`)
  }
}

const pieces = 300
const atOnce = 8

/** While its lock is held here the writer passes, so webhooks alone are measured. One message in 20 is days late. */
async function webhooks(parley: Parley, client: pg.Client): Promise<Figure> {
  let round = 0
  const measure = () => {
    round += 1
    const name = round
    return rate(pieces, atOnce, piece =>
      postMessage(
        parley,
        `25678${String((name * 37 + piece) % year.customers).padStart(7, '0')}`,
        `wamid.year-${name}-${piece}`,
        'I paid the premium by mobile money and it still says pending',
        piece % 20 === 0 ? new Date(Date.now() - (1 + (piece % 6)) * dayMs) : new Date(),
      ),
    )
  }
  const { measured, reference, ratio } = await interleaved(pairs, measure, async () => {
    await client.query('begin')
    await client.query('select 1 from report_state for no key update')
    try {
      return await measure()
    } finally {
      await client.query('commit')
    }
  })
  return {
    name: 'webhook ingest with the roll-ups / without',
    measured: `${measured.toFixed(0)} webhooks/s`,
    reference: `${reference.toFixed(0)} webhooks/s`,
    ratio,
    better: 'higher',
    goal: goals.ingest,
  }
}
