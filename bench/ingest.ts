import http from 'node:http'
import pg from 'pg'
import { type SignedWebhook, webhookOfMessage, webhookPath } from '../e2e/harness/meta.ts'
import type { Parley } from '../e2e/harness/parley.ts'
import { startReference } from './reference/process.ts'
import { type Figure, interleaved, rate } from './rounds.ts'

/** Webhooks of a round. */
export const pieces = 300
const atOnce = 8
const pairs = 7
const customers = 40
const text = 'I paid the premium by mobile money and it still says pending'

/** Who writes what in a piece of a round; rounds count from 1. */
type Written = (round: number, piece: number) => { readonly from: string; readonly text: string }

const usual: Written = (_, piece) => ({ from: `25671100${String(piece % customers).padStart(4, '0')}`, text })

/**
 * Webhooks a second, each stored and answered. Answers how to measure one round. They are signed before the clock runs,
 * and go over connections that stay open: `fetch` takes as much of the processors as the server does.
 */
export function webhooksOf(parley: Parley, written: Written = usual): () => Promise<number> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: atOnce })
  let round = 0
  return () => {
    round += 1
    const webhooks = Array.from({ length: pieces }, (_, piece) => {
      const { from, text: said } = written(round, piece)
      return webhookOfMessage(from, `wamid.bench-${round}-${piece}`, said, new Date())
    })
    return rate(pieces, atOnce, piece => post(agent, `${parley.url}${webhookPath}`, webhooks[piece]))
  }
}

const post = (agent: http.Agent, url: string, webhook: SignedWebhook | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    if (webhook === undefined) throw new Error('There is no such webhook')
    const { bytes, headers } = webhook
    const length = Buffer.byteLength(bytes)
    const request = http.request(
      url,
      { method: 'POST', agent, headers: { ...headers, 'content-length': length } },
      answer => {
        answer.resume()
        answer.on('error', reject)
        answer.on('end', () => {
          if (answer.statusCode === 200) resolve()
          else reject(new Error(`The webhook was answered with ${answer.statusCode}`))
        })
      },
    )
    request.on('error', reject)
    request.end(bytes)
  })

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
