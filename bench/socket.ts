import { once } from 'node:events'
import WebSocket from 'ws'
import { apiSignIn, postMessage } from '../e2e/harness/meta.ts'
import type { Parley } from '../e2e/harness/parley.ts'
import { startReference } from './reference/process.ts'
import { type Figure, interleaved, median } from './rounds.ts'

const perRound = 100
const pairs = 5
const giveUpMs = 5_000

/**
 * The way of a message to an agent's socket: in all, from posting the webhook, and the part of it that comes after the
 * webhook's answer, each against the round trip of a bare echo. Of the second the 99th percentiles count.
 */
export async function socket(parley: Parley): Promise<readonly Figure[]> {
  const { token, agentId } = await apiSignIn(parley)
  const address = `${parley.url.replace('http', 'ws')}/api/v1/ws/agent/${agentId}/conversations`
  const agent = new WebSocket(`${address}?token=${encodeURIComponent(token)}`)
  await waitFor(agent, text => text.includes('"ready"'))
  const bare = await startReference('bare-echo')
  const echo = new WebSocket(`ws://127.0.0.1:${bare.port}`)
  await once(echo, 'open')
  const tails: { after: number; echo: number }[] = []
  let sent = 0
  let after: number[] = []
  const { measured, reference, ratio } = await interleaved(
    pairs,
    async () => {
      after = []
      return median(
        await times(async () => {
          sent += 1
          const mark = `bench socket ${sent}.`
          const arrived = waitFor(agent, text => text.includes(mark) && text.includes('new_message'))
          await postMessage(parley, '256711009999', `wamid.bench-socket-${sent}`, mark)
          const answered = performance.now()
          await arrived
          after.push(performance.now() - answered)
        }),
      )
    },
    async () => {
      const echoes = await times(async () => {
        const back = waitFor(echo, () => true)
        echo.send('bench')
        await back
      })
      tails.push({ after: p99(after), echo: p99(echoes) })
      return median(echoes)
    },
  )
  agent.close()
  echo.close()
  bare.stop()
  // As in the rounds, the first pair warms up.
  const [, ...warm] = tails
  return [
    {
      name: 'webhook to socket, median / bare ws echo',
      measured: `${measured.toFixed(2)} ms`,
      reference: `${reference.toFixed(2)} ms`,
      ratio,
      better: 'lower',
      goal: null,
    },
    {
      name: 'webhook’s answer to socket, 99th percentile / bare ws echo',
      measured: `${median(warm.map(tail => tail.after)).toFixed(2)} ms`,
      reference: `${median(warm.map(tail => tail.echo)).toFixed(2)} ms`,
      ratio: median(warm.map(tail => tail.after / tail.echo)),
      better: 'lower',
      goal: 3,
    },
  ]
}

const p99 = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.ceil(numbers.length * 0.99) - 1] ?? Number.NaN

/** How long each turn of a round takes, in milliseconds. */
async function times(turn: () => Promise<void>): Promise<readonly number[]> {
  const taken: number[] = []
  for (let turns = 0; turns < perRound; turns += 1) {
    const started = performance.now()
    await turn()
    taken.push(performance.now() - started)
  }
  return taken
}

const waitFor = (socket: WebSocket, wanted: (text: string) => boolean): Promise<void> =>
  new Promise((resolve, reject) => {
    const done = (settle: () => void) => {
      clearTimeout(timer)
      socket.off('message', look)
      settle()
    }
    const look = (data: Buffer) => {
      if (wanted(data.toString('utf8'))) done(resolve)
    }
    const timer = setTimeout(() => done(() => reject(new Error('Nothing came over the socket'))), giveUpMs)
    socket.on('message', look)
  })
