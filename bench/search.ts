import pg from 'pg'
import { apiSignIn, postMessage } from '../e2e/harness/meta.ts'
import { type Parley, startParley } from '../e2e/harness/parley.ts'
import { startPostgres } from '../tools/postgres.mjs'
import { fillCrowd, firstConversation } from './crowd.ts'

/** Ten messages each. */
const usual = 1_000_000
const rounds = 40
const warmUps = 4
const atOnce = 10
const required = { ms: 300, beside: 1.2 }
const started = Date.now()

/** What the crowd says: ten words each, the first of these a thousand times as often as the last. */
const commonWords =
  'i the my is for and you payment pending policy paid please premium claim number when thanks account money today bank'
const words = 30_000

/** The no-th word, from 1. */
const spelt = (no: string) => `'w' || translate(to_hex((${no}) * 7919 % 1048576), '0123456789', 'ghijklmnop')`

/** Words are made and not looked up: PostgreSQL would unpack a table of them for each message. */
const text = `
  create or replace function bench_text(n bigint) returns text language plpgsql volatile as $$
  declare said text := ''; w constant text[] := string_to_array('${commonWords}', ' '); no int;
  begin
    for i in 1..10 loop
      no := 1 + floor(power(random(), 3) * ${words})::int;
      said := said || case when no <= array_length(w, 1) then w[no] else ${spelt('no')} end || ' ';
    end loop;
    return said || 'LF' || (n % 900000 + 100000);
  end $$`

const indexing: readonly string[] = [
  'drop index message_words_newest, message_words_found, search_words_parts',
  `insert into message_words (message_id, at, words) select id, at, to_tsvector('simple', content) from messages where content <> ''`,
  'create index message_words_newest on message_words (at desc, message_id desc)',
  'create index message_words_found on message_words using gin (words)',
  `insert into search_words (word, messages) select word, ndoc from ts_stat('select words from message_words')`,
  'create index search_words_parts on search_words using gin (word gin_trgm_ops)',
  'vacuum analyze message_words',
  'vacuum analyze search_words',
]

interface Place {
  readonly parley: Parley
  readonly token: string
}

async function ask({ parley, token }: Place, path: string): Promise<string> {
  const answer = await fetch(`${parley.url}/api/v1${path}`, { headers: { authorization: `Bearer ${token}` } })
  const said = await answer.text()
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${said}`)
  return said
}

const find =
  (query: (round: number) => Readonly<Record<string, string>>) =>
  async (place: Place, round: number): Promise<void> => {
    await ask(place, `/search?${new URLSearchParams(query(round)).toString()}`)
  }
const months = (n: number) => new Date(started - n * 30 * 86_400_000).toISOString()
const rare = (round: number, at: number) =>
  `w${(((28_000 * at + round * 37) * 7919) % 1_048_576).toString(16).replace(/\d/g, digit => 'ghijklmnop'[Number(digit)] ?? '')}`

const searches = {
  'two common words': find(() => ({ q: 'payment pending' })),
  'one common word': find(() => ({ q: 'payment' })),
  'a rare word': find(round => ({ q: rare(round, 0.9) })),
  'a common and a rare word': find(round => ({ q: `payment ${rare(round, 0.5)}` })),
  'two words that are neither': find(round => ({ q: `${rare(round, 0.02)} ${rare(round, 0.03)}` })),
  'a policy number': find(round => ({ q: `LF${100_000 + round * 7919}` })),
  'a part of one': find(round => ({ q: String(10_000 + round * 791) })),
  'a part of a common word': find(() => ({ q: 'ayment' })),
  'a quoted phrase': find(() => ({ q: '"payment pending"' })),
  'a phone number': find(round => ({ q: `0700${String(round * 2377).padStart(6, '0')}` })),
  'a common word among a month, half a year ago': find(() => ({
    q: 'payment',
    from: months(7),
    to: months(6),
  })),
  'a common word of one status': find(() => ({ q: 'premium', status: 'DORMANT' })),
  nothing: find(round => ({ q: `zzz${round}` })),
  'the first three of each kind': find(round => ({ q: rare(round, 0.1), limit: '3' })),
}

const others = {
  list: async (place: Place) => void (await ask(place, '/messages/admin/conversations?limit=100')),
  'open a thread': async (place: Place, round: number) =>
    void (await ask(place, `/messages/admin/conversation/${firstConversation + round}/history?limit=100`)),
  webhook: (place: Place, round: number) =>
    postMessage(
      place.parley,
      String(256_700_000_000 + round),
      `wamid.search-${started}-${round}-${Math.random()}`,
      'Still pending',
    ),
}

const percentile = (times: readonly number[], share: number): number => {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

async function timesOf(
  call: (place: Place, round: number) => Promise<void>,
  place: Place,
  most = rounds,
): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < most + warmUps; round += 1) {
    const began = performance.now()
    await call(place, round)
    if (round >= warmUps) times.push(performance.now() - began)
  }
  return times
}

const both = (times: readonly number[]) =>
  `${percentile(times, 0.5).toFixed(1)} / ${percentile(times, 0.95).toFixed(1)} ms`

/** Fills a database once; answers what its indexes take, in words. */
async function fill(database: string, conversations: number): Promise<void> {
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  try {
    const { rows } = await client.query<{ known: string | null }>(
      `select to_regclass('bench_searched') as known`,
    )
    if (rows[0]?.known === null) {
      await client.query(text)
      console.log(`Filling ${(conversations * 10).toLocaleString('en')} messages …`)
      await fillCrowd(database, conversations, 'bench_text(n * 10 + k)')
      await client.query(`set maintenance_work_mem = '1GB'`)
      const began = performance.now()
      for (const statement of indexing) await client.query(statement)
      await client.query('create table bench_searched ()')
      console.log(`  their words in ${((performance.now() - began) / 1000).toFixed(0)} s`)
    }
    const sizes = await client.query<{ name: string; size: string }>(
      `select relname as name, pg_size_pretty(pg_relation_size(oid)) as size from pg_class
       where relname ~ '^(messages|message_words|search_words)' and relkind in ('r', 'i') order by pg_relation_size(oid) desc`,
    )
    console.table(Object.fromEntries(sizes.rows.map(({ name, size }) => [name, size])))
  } finally {
    await client.end()
  }
}

/**
 * Searches over many messages, p50 and p95, and what the other calls take while ten searches run.
 * @param directory where the database stays between runs; made anew in a temporary place when undefined
 * @param conversations another number than a million, of ten messages each
 */
export async function search(directory?: string, conversations = usual): Promise<void> {
  const postgres = await startPostgres({ durable: true, ...(directory !== undefined && { directory }) })
  try {
    const database = await postgres.ensureDatabase(`search_${conversations}`)
    const env = { DEMO_CONVERSATIONS: '0', LOG_LEVEL: 'error', WORKSPACE_TIME_ZONE: 'Africa/Kampala' }
    await (await startParley({ database, env })).stop()
    await fill(database, conversations)
    const parley = await startParley({ database, env })
    try {
      const place: Place = { parley, ...(await apiSignIn(parley)) }
      const all: number[] = []
      for (const [name, call] of Object.entries(searches)) {
        const times = await timesOf(call, place)
        all.push(...times)
        console.log(`${name}: ${both(times)}`)
      }
      console.log(`all searches: ${both(all)}; goal: p95 under ${required.ms} ms`)
      await beside(place)
    } finally {
      await parley.stop()
    }
  } finally {
    await postgres.stop()
  }
}

async function beside(place: Place): Promise<void> {
  const kinds = Object.values(searches)
  for (const [name, call] of Object.entries(others)) {
    const alone = await timesOf(call, place, 150)
    let isOver = false
    const searching = Array.from({ length: atOnce }, async (_, one) => {
      for (let round = one; !isOver; round += 1) await kinds[round % kinds.length]?.(place, round)
    })
    const along = await timesOf(call, place, 150)
    isOver = true
    await Promise.all(searching)
    const ratio = percentile(along, 0.95) / percentile(alone, 0.95)
    console.log(
      `${name}: ${both(alone)} alone, ${both(along)} while ${atOnce} searches run: p95 ${ratio.toFixed(2)} times; goal: ${required.beside}`,
    )
  }
}
