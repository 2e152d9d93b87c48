import { once } from 'node:events'
import WebSocket from 'ws'
import { apiSignIn, postMessage } from '../e2e/harness/meta.ts'
import type { Parley } from '../e2e/harness/parley.ts'
import { startReference } from './reference/process.ts'
import { type Figure, interleaved, median } from './rounds.ts'

const perRound = 30
const giveUpMs = 5_000

/** Time from posting a webhook to the message on an agent's socket, against the round trip of a bare echo. */
export async function socket(parley: Parley): Promise<Figure> {
  const { token, agentId } = await apiSignIn(parley)
  const address = `${parley.url.replace('http', 'ws')}/api/v1/ws/agent/${agentId}/conversations`
  const agent = new WebSocket(`${address}?token=${encodeURIComponent(token)}`)
  await waitFor(agent, text => text.includes('"ready"'))
  const bare = await startReference('bare-echo')
  const echo = new WebSocket(`ws://127.0.0.1:${bare.port}`)
  await once(echo, 'open')
  let sent = 0
  const { measured, reference, ratio } = await interleaved(
    7,
    () =>
      typicalMs(async () => {
        sent += 1
        const mark = `bench socket ${sent}.`
        const arrived = waitFor(agent, text => text.includes(mark) && text.includes('new_message'))
        await postMessage(parley, '256711009999', `wamid.bench-socket-${sent}`, mark)
        await arrived
      }),
    () =>
      typicalMs(async () => {
        const back = waitFor(echo, () => true)
        echo.send('bench')
        await back
      }),
  )
  agent.close()
  echo.close()
  bare.stop()
  return {
    name: 'message to socket / bare ws echo',
    measured: `${measured.toFixed(2)} ms`,
    reference: `${reference.toFixed(2)} ms`,
    ratio: `${ratio.toFixed(1)} (lower is better)`,
  }
}

async function typicalMs(once: () => Promise<void>): Promise<number> {
  const times: number[] = []
  for (let turn = 0; turn < perRound; turn += 1) {
    const started = performance.now()
    await once()
    times.push(performance.now() - started)
  }
  return median(times)
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
