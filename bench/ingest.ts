import { once } from 'node:events'
import http from 'node:http'
import { type SignedWebhook, webhookOfMessage, webhookPath } from '../e2e/harness/meta.ts'
import { higher, lower, type Measured, percentile } from './figures.ts'
import { load, signIn } from './load.ts'
import { type Product, processorMs, type Server, startReference } from './product.ts'

const webhooks = 600
const atOnce = 8
const customers = 40
const run = Date.now()

/**
 * Posts webhooks of one text each, eight at once, and waits until each is stored and answered. They are signed before the clock
 * starts. They use connections that stay open: `fetch` would use as much processor time as the server.
 */
export async function ingest(server: Server, round: number): Promise<readonly Measured[]> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: atOnce })
  const signed = Array.from({ length: webhooks }, (_, no) =>
    webhookOfMessage(
      `25671100${String(no % customers).padStart(4, '0')}`,
      `wamid.bench-${run}-${round}-${no}`,
      'I paid the premium by mobile money and it still says pending',
      new Date(),
    ),
  )
  const before = processorMs(server.pid())
  const { times, totalMs } = await load(signed, atOnce, webhook =>
    post(agent, `${server.url}${webhookPath}`, webhook),
  )
  const processor = processorMs(server.pid()) - before
  agent.destroy()
  return [
    higher('rate', webhooks / (totalMs / 1000), 'webhooks/s', { reference: 0.7, beside: 0.6 }),
    lower('p50', percentile(times, 0.5), 'ms'),
    lower('p95', percentile(times, 0.95), 'ms'),
    lower('processor time of the server', processor / webhooks, 'ms a webhook'),
  ]
}

/** One agent is available and is notified of each message, as in the reference. */
export async function ingestOf(product: Product, round: number): Promise<readonly Measured[]> {
  const { ask, agentId } = await signIn(product)
  await ask(`/agent-profiles/${agentId}/status`, 'PATCH', { status: 'AVAILABLE' })
  return ingest(product, round)
}

async function post(agent: http.Agent, url: string, { bytes, headers }: SignedWebhook): Promise<void> {
  const length = { 'content-length': Buffer.byteLength(bytes) }
  const request = http.request(url, { method: 'POST', agent, headers: { ...headers, ...length } })
  request.end(bytes)
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage]
  answer.resume()
  await once(answer, 'end')
  if (answer.statusCode !== 200) throw new Error(`The webhook was answered with ${answer.statusCode}`)
}

/** Starts the plainest program that stores the same rows. */
export const startPlainIngest = (database: string): Promise<Server> =>
  startReference('plain-ingest.mjs', { DATABASE_URL: database })
