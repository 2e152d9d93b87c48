import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { apiSignIn, postMessage } from '../e2e/harness/meta.ts'
import { type Parley, startParley } from '../e2e/harness/parley.ts'
import { startPostgres } from '../tools/postgres.mjs'
import { familyName, familyNames, fillCrowd, firstConversation, givenName, givenNames } from './crowd.ts'
import { fillFollowUp } from './follow-up.ts'

const small = 20_000
const large = 1_000_000
/** Rounds of each call, after two that warm up; a call that is slow gets fewer. */
const rounds = 20
const warmUps = 2
const longestCallMs = 30_000
/** At the large size against the small one, and alone. */
const required = { ratio: 3, ms: 300 }
const longestRollUpMs = 20 * 60_000

/** One of the two workspaces. */
interface Workspace {
  readonly parley: Parley
  readonly conversations: number
}

/** The same with somebody signed in. */
interface Place extends Workspace {
  readonly token: string
  readonly agentId: string
}

/** One call; `round` tells its turns apart. */
interface Call {
  readonly name: string
  /** Whether the goals above are its own. */
  readonly isBound: boolean
  readonly run: (place: Place, round: number) => Promise<void>
  /** Done before each round, outside of the measured time. */
  readonly before?: (place: Place, round: number) => Promise<void>
  readonly rounds?: number
}

async function ask(place: Place, path: string, method = 'GET', body?: unknown): Promise<void> {
  const answer = await fetch(`${place.parley.url}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${place.token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const said = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}: ${said}`)
}

const listPath = '/messages/admin/conversations'
/** As many rows as the console asks for when a list opens. */
const rowsAtOnce = '100'
const list = (query: Readonly<Record<string, string>>) => (place: Place) =>
  ask(place, `${listPath}?${new URLSearchParams({ limit: rowsAtOnce, ...query }).toString()}`)
const search = (text: (round: number, place: Place) => string) => (place: Place, round: number) =>
  list({ search: text(round, place) })(place)
/** A conversation somewhere, another one in each round. */
const somewhere = (round: number, { conversations }: Place) => (round * 7919 * 50) % conversations
const local = (n: number) => `0${700_000_000 + n}`
const customers = (n: number) => String(256_700_000_000 + n)
const started = Date.now()
const dayMs = 86_400_000
const tickets = (query: Readonly<Record<string, string>>) => (place: Place) =>
  ask(place, `/support_tickets?${new URLSearchParams({ limit: rowsAtOnce, ...query }).toString()}`)

const webhook = (place: Place, round: number) =>
  postMessage(
    place.parley,
    customers(somewhere(round, place)),
    `wamid.scale-${started}-${round}`,
    'It still says pending',
  )

const calls: readonly Call[] = [
  { name: 'list', isBound: true, run: list({}) },
  { name: 'list by status', isBound: true, run: list({ status: 'DORMANT' }) },
  {
    name: 'list after one in the middle',
    isBound: true,
    run: place => list({ after: String(firstConversation + place.conversations / 2) })(place),
  },
  {
    name: 'search by number, 0700…',
    isBound: true,
    run: search((round, place) => local(somewhere(round, place))),
  },
  {
    name: 'search by part of a number',
    isBound: true,
    run: search((round, place) => String(somewhere(round, place)).padStart(6, '0').slice(-6)),
  },
  {
    name: 'search by name, family name first',
    isBound: true,
    run: search(
      round => `${familyName(1 + (round % (familyNames - 1)))} ${givenName(1 + (round % (givenNames - 1)))}`,
    ),
  },
  {
    name: 'search by given name',
    isBound: true,
    run: search(round => givenName(1 + (round % (givenNames - 1)))),
  },
  { name: 'search by ticket number', isBound: true, run: search(round => `tck ${round + 1}`) },
  { name: 'counts after a write', isBound: true, before: webhook, run: list({ limit: '1' }) },
  {
    name: 'unread-stats without marks',
    isBound: true,
    run: place => ask(place, '/messages/agent/unread-stats'),
  },
  {
    name: 'open a thread of 50,000',
    isBound: false,
    run: place =>
      ask(place, `/messages/admin/conversation/${firstConversation + place.conversations - 1}/history`),
  },
  {
    name: 'register',
    isBound: false,
    rounds: 6,
    run: (place, round) =>
      ask(place, '/auth/register', 'POST', {
        name: 'New',
        email: `new-${started}-${round}@example.com`,
        password: 'plums and 7 pears',
      }),
  },
  { name: 'webhook', isBound: false, run: (place, round) => webhook(place, round + 1000) },
  {
    name: 'claim (assign to oneself)',
    isBound: false,
    run: (place, round) =>
      ask(
        place,
        `/assignments/conversation/${firstConversation + somewhere(round, place) + 1}/assign`,
        'POST',
        {
          agent_id: place.agentId,
        },
      ),
  },
  { name: 'dashboard', isBound: false, run: place => ask(place, '/dashboard') },
  {
    name: 'work-next',
    isBound: true,
    run: place =>
      ask(place, `/work/next?until=${encodeURIComponent(new Date(started + dayMs).toISOString())}`),
  },
  {
    name: 'tickets, mine that are open',
    isBound: true,
    run: place => tickets({ status: 'OPEN', assignee_id: place.agentId })(place),
  },
  { name: 'tickets, all that are open', isBound: true, run: tickets({ status: 'OPEN' }) },
  { name: 'tickets, all', isBound: true, run: tickets({}) },
  {
    name: 'tickets of a policy',
    isBound: true,
    run: (place, round) => tickets({ search: `policy ${1000 + round}` })(place),
  },
  // A third of all tickets have it, and their counts are exact.
  {
    name: 'tickets of a common word',
    isBound: false,
    run: (place, round) => tickets({ search: `policy ${round % 10}` })(place),
  },
]

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN

async function timed(call: Call, place: Place, round: number): Promise<number> {
  await call.before?.(place, round)
  const began = performance.now()
  await call.run(place, round)
  return performance.now() - began
}

/** Measures one call at both sizes in turn, so that a busy machine slows both, and says how it stands to the goals. */
async function compare(call: Call, [little, much]: readonly [Place, Place]) {
  const times: { little: number; much: number }[] = []
  const began = performance.now()
  for (let round = 0; round < (call.rounds ?? rounds) + warmUps; round += 1) {
    const one = { little: await timed(call, little, round), much: await timed(call, much, round) }
    if (round >= warmUps) times.push(one)
    if (performance.now() - began > longestCallMs) break
  }
  const of = (side: 'little' | 'much') => {
    const sorted = times.map(one => one[side]).toSorted((a, b) => a - b)
    return { p50: percentile(sorted, 0.5), p95: percentile(sorted, 0.95) }
  }
  const [at, against] = [of('much'), of('little')]
  const ratio = at.p95 / against.p95
  const isKept = ratio <= required.ratio && at.p95 <= required.ms
  const both = ({ p50, p95 }: typeof at) => `${p50.toFixed(1)} / ${p95.toFixed(1)} ms`
  return {
    [`${little.conversations.toLocaleString('en')}: p50 / p95`]: both(against),
    [`${much.conversations.toLocaleString('en')}: p50 / p95`]: both(at),
    'p95 ratio': ratio.toFixed(2),
    goal: call.isBound ? `${required.ratio} times, ${required.ms} ms${isKept ? '' : ': MISSED'}` : '',
  }
}

type Postgres = Awaited<ReturnType<typeof startPostgres>>

async function open(postgres: Postgres, conversations: number): Promise<Workspace> {
  const database = await postgres.ensureDatabase(`scale_${conversations}`)
  const env = { DEMO_CONVERSATIONS: '0', LOG_LEVEL: 'error', WORKSPACE_TIME_ZONE: 'Africa/Kampala' }
  // Once for the schema and the accounts.
  await (await startParley({ database, env })).stop()
  const began = performance.now()
  console.log(`Filling ${conversations.toLocaleString('en')} conversations …`)
  const isNew = await fillCrowd(database, conversations)
  console.log(
    isNew ? `  in ${((performance.now() - began) / 1000).toFixed(0)} s` : '  kept from an earlier run',
  )
  await fillFollowUp(database, conversations)
  const parley = await startParley({ database, env })
  await rollUp(database)
  return { parley, conversations }
}

/** Anew for each call: the other workspace may have taken longer to fill than a session lasts. */
const signedIn = async (workspace: Workspace): Promise<Place> => ({
  ...workspace,
  ...(await apiSignIn(workspace.parley)),
})

/** Waits until the server has rolled every past day up, which takes both processors. */
async function rollUp(database: string): Promise<void> {
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  try {
    const yesterday = Math.floor((Date.now() + 3 * 3_600_000) / 86_400_000) - 1
    const began = performance.now()
    while (performance.now() - began < longestRollUpMs) {
      const { rows } = await client.query<{ through: number; log: string }>(
        'select through, log from report_state',
      )
      if (rows[0]?.log !== '' && rows[0]?.through === yesterday) return
      await sleep(1000)
    }
    throw new Error('The year was not rolled up in time')
  } finally {
    await client.end()
  }
}

/**
 * The calls of a desk at a million conversations with ten million messages, against 20,000: p50, p95 and their ratio.
 * @param directory where the databases stay between runs; made anew in a temporary place when undefined
 * @param conversations another number than a million, for a machine with less room
 * @param named only the calls whose names begin with one of these; all where there are none
 */
export async function scale(
  directory?: string,
  conversations = large,
  named: readonly string[] = [],
): Promise<void> {
  const postgres = await startPostgres({ durable: true, ...(directory !== undefined && { directory }) })
  const workspaces: Workspace[] = []
  try {
    workspaces.push(await open(postgres, small))
    workspaces.push(await open(postgres, conversations))
    const [little, much] = workspaces as [Workspace, Workspace]
    const table: Record<string, Awaited<ReturnType<typeof compare>>> = {}
    for (const call of calls.filter(
      ({ name }) => named.length === 0 || named.some(one => name.startsWith(one)),
    )) {
      console.log(`Measuring ${call.name} …`)
      const said = await compare(call, [await signedIn(little), await signedIn(much)])
      table[call.name] = said
      console.log(`  ${Object.values(said).join(' | ')}`)
    }
    console.table(table)
  } finally {
    for (const { parley } of workspaces) await parley.stop()
    await postgres.stop()
  }
}
