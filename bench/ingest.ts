import pg from 'pg'
import { postMessage } from '../e2e/harness/meta.ts'
import type { Parley } from '../e2e/harness/parley.ts'
import { startReference } from './reference/process.ts'
import { type Figure, interleaved, rate } from './rounds.ts'

const pieces = 300
const atOnce = 8
const pairs = 7
const customers = 40
const text = 'I paid the premium by mobile money and it still says pending'

/** Webhooks a second, each stored and answered. Answers how to measure one round. */
function webhooksOf(parley: Parley): () => Promise<number> {
  let round = 0
  return () => {
    round += 1
    return rate(pieces, atOnce, piece =>
      postMessage(
        parley,
        `25671100${String(piece % customers).padStart(4, '0')}`,
        `wamid.bench-${round}-${piece}`,
        text,
      ),
    )
  }
}

const figureOf = (
  database: string,
  goal: number,
  { measured, reference, ratio }: { measured: number; reference: number; ratio: number },
): Figure => ({
  name: `webhook ingest on ${database} / bare insert with commit`,
  measured: `${measured.toFixed(0)} webhooks/s`,
  reference: `${reference.toFixed(0)} inserts/s`,
  ratio,
  better: 'higher',
  goal,
})

/** Against bare single-row inserts with commit on the same PostgreSQL, as many at once. */
export async function ingest(parley: Parley, databaseUrl: string): Promise<Figure> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: atOnce })
  try {
    await pool.query('create table bench_reference (id bigserial primary key, body text not null)')
    const insert = async () => {
      await pool.query('insert into bench_reference (body) values ($1)', [text])
    }
    const rounds = await interleaved(pairs, webhooksOf(parley), () => rate(pieces, atOnce, insert))
    return figureOf('PostgreSQL', 0.3, rounds)
  } finally {
    await pool.end()
  }
}

/** Against bare single-row inserts with commit into an embedded database in a process of its own. */
export async function ingestEmbedded(parley: Parley): Promise<Figure> {
  const bare = await startReference('bare-embedded', text)
  try {
    const rounds = await interleaved(pairs, webhooksOf(parley), () => bare.ask(pieces))
    return figureOf('the embedded database', 0.4, rounds)
  } finally {
    bare.stop()
  }
}
