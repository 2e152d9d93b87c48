import WebSocket from 'ws'
import { postMessage } from '../e2e/harness/meta.ts'
import { lower, type Measured, percentile } from './figures.ts'
import { signIn, timed } from './load.ts'
import type { Product } from './product.ts'

const messages = 100
const giveUpMs = 5_000

/** From the post of a webhook to the arrival of its message at an agent's open socket. */
export async function socket(product: Product, round: number): Promise<readonly Measured[]> {
  const { token, agentId } = await signIn(product)
  const address = `${product.url.replace('http', 'ws')}/api/v1/ws/agent/${agentId}/conversations`
  const agent = new WebSocket(`${address}?token=${encodeURIComponent(token)}`)
  try {
    await waitFor(agent, text => text.includes('"ready"'))
    const times: number[] = []
    for (let no = 0; no < messages; no += 1) {
      const mark = `bench socket ${round} ${no}.`
      const post = () => postMessage(product, '256711009999', `wamid.bench-socket-${Date.now()}-${no}`, mark)
      const arrives = () => waitFor(agent, text => text.includes(mark) && text.includes('new_message'))
      times.push(await timed(() => Promise.all([arrives(), post()])))
    }
    return [
      lower('p50', percentile(times, 0.5), 'ms'),
      lower('p95', percentile(times, 0.95), 'ms', { beside: 1 }),
    ]
  } finally {
    agent.close()
  }
}

const waitFor = (socket: WebSocket, wanted: (text: string) => boolean): Promise<void> =>
  new Promise((resolve, reject) => {
    const done = (settle: () => void) => {
      clearTimeout(timer)
      socket.off('message', look).off('error', fail)
      settle()
    }
    const look = (data: Buffer) => {
      if (wanted(data.toString('utf8'))) done(resolve)
    }
    const fail = (error: Error) => done(() => reject(error))
    const timer = setTimeout(() => fail(new Error('Nothing came over the socket')), giveUpMs)
    socket.on('message', look).on('error', fail)
  })
