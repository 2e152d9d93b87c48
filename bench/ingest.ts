import pg from 'pg'
import { postMessage } from '../e2e/harness/meta.ts'
import type { Parley } from '../e2e/harness/parley.ts'
import { type Figure, interleaved, rate } from './rounds.ts'

const pieces = 300
const atOnce = 8
const customers = 40

/** Webhooks a second, each stored and answered, against bare single-row inserts with commit on the same database. */
export async function ingest(parley: Parley, databaseUrl: string): Promise<Figure> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: atOnce })
  await pool.query('create table bench_reference (id bigserial primary key, body text not null)')
  const text = 'I paid the premium by mobile money and it still says pending'
  let round = 0
  const { measured, reference, ratio } = await interleaved(
    7,
    () => {
      round += 1
      return rate(pieces, atOnce, piece =>
        postMessage(
          parley,
          `25671100${String(piece % customers).padStart(4, '0')}`,
          `wamid.bench-${round}-${piece}`,
          text,
        ),
      )
    },
    () =>
      rate(pieces, atOnce, async () => {
        await pool.query('insert into bench_reference (body) values ($1)', [text])
      }),
  )
  await pool.end()
  return {
    name: 'webhook ingest / bare insert with commit',
    measured: `${measured.toFixed(0)} webhooks/s`,
    reference: `${reference.toFixed(0)} inserts/s`,
    ratio: `${ratio.toFixed(3)} (higher is better)`,
  }
}
