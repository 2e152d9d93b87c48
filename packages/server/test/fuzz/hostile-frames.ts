import { isUtf8 } from 'node:buffer'
import { once } from 'node:events'
import http from 'node:http'
import { basePath } from '@parley/core/calls'
import { socketPaths } from '@parley/core/paths'
import type { Draw } from '@parley/demo/random'
import WebSocket from 'ws'
import type { AgentClient } from '../models/agent-client.ts'
import { percent } from './asking.ts'
import { type Answered, wrongWith } from './run.ts'
import { withHostile } from './spoilt.ts'
import { brokenJson, hostileTexts, hostileValue, nest } from './values.ts'

const patienceMs = 10_000
/** The maximum of frames for one socket; a console may send 300 at once. */
const onOneSocket = 40
/**
 * If a frame is longer than this or not UTF-8, later frames are in transit when the server closes the socket. That resets the
 * connection, and no close code arrives.
 */
const longest = 4_096
/** The permitted close codes for invalid frames: protocol error, not UTF-8, policy violation, too long. */
const rightCodes = new Set([1002, 1007, 1008, 1009])

const pathOf = (draw: Draw, agentId: string) =>
  `${basePath}${draw.chance(0.5) ? socketPaths.agent.replace(':id', agentId) : socketPaths.notifications}`

const proper = [
  { event: 'ping' },
  { event: 'viewing', conversation_id: '1', typing: true },
  { event: 'viewing', conversation_id: null, typing: false },
  { type: 'ASSIGNMENT', agent_id: '1', conversation_id: '2', message: 'x' },
]

/** A frame's bytes, and whether it is binary. */
function frameOf(draw: Draw): { readonly bytes: Buffer; readonly binary: boolean } {
  const text = (value: string) => ({ bytes: Buffer.from(value), binary: draw.chance(0.1) })
  const way = draw.between(0, 9)
  if (way < 4) return text(JSON.stringify(draw.pick(proper)))
  if (way < 7) return text(JSON.stringify(withHostile(draw.pick(proper), draw)))
  if (way === 7) return text(draw.chance(0.5) ? JSON.stringify(hostileValue(draw)) : draw.pick(brokenJson))
  if (way === 8) {
    if (draw.chance(0.5)) return text(JSON.stringify(nest(draw.between(100, 600), draw.chance(0.5))))
    return {
      bytes: Buffer.from([0x7b, 0xff, 0xfe, 0xc0, 0x80].slice(0, draw.between(1, 5))),
      binary: draw.chance(0.3),
    }
  }
  return { bytes: Buffer.alloc(draw.pick([4_096, 4_097, 70_000, 1_000_000]), 0x20), binary: draw.chance(0.5) }
}

/**
 * Sends frames over a new socket until all are sent or the server closes it, then waits for a pong.
 * Returns the number of frames sent, and the problem: a wrong close code, or no reaction.
 */
export async function sendFrames(
  url: string,
  agent: AgentClient,
  draw: Draw,
): Promise<{ readonly sent: number; readonly wrong: string | null }> {
  const address = `${url.replace('http', 'ws')}${pathOf(draw, agent.id)}?token=${agent.token}`
  const socket = new WebSocket(address)
  let wrong: string | null = null
  let isCut = false
  socket.on('error', () => undefined)
  const closed = once(socket, 'close').then(([code]) => Number(code))
  if (await Promise.race([once(socket, 'open').then(() => false), closed.then(() => true)]))
    return { sent: 0, wrong: `it was closed with ${await closed} before it was open` }
  const isFlood = draw.chance(0.02)
  const frames = Array.from({ length: isFlood ? 400 : draw.between(1, onOneSocket) }, () =>
    isFlood ? { bytes: Buffer.from('{"event":"ping"}'), binary: false } : frameOf(draw),
  )
  let sent = 0
  for (const { bytes, binary } of frames) {
    if (socket.readyState !== WebSocket.OPEN) break
    socket.send(bytes, { binary })
    sent += 1
    isCut ||= bytes.length > longest || (!binary && !isUtf8(bytes))
    // An invalid frame closes the socket, so later frames in the same burst would test nothing.
    if (!isFlood && draw.chance(0.5)) await new Promise(setImmediate)
  }
  const pong = new Promise<null>(resolve => {
    socket.on('message', (data: Buffer) => {
      if (data.includes('"pong"')) resolve(null)
    })
  })
  if (socket.readyState === WebSocket.OPEN) socket.send('{"event":"ping"}')
  const silence = new Promise<'silence'>(resolve => setTimeout(() => resolve('silence'), patienceMs).unref())
  const end = await Promise.race([pong, closed, silence])
  if (end === 'silence') wrong = 'neither a pong nor a close came'
  else if (end !== null && !rightCodes.has(end) && !(isCut && end === 1006))
    wrong = `it was closed with ${end}`
  socket.terminate()
  return { sent, wrong: wrong === null ? null : `${wrong} after ${sent} frames` }
}

/** Requests a socket, correctly or with a fault. If it opens, writes bytes that are not frames. */
export async function sendBytes(url: string, agent: AgentClient, draw: Draw): Promise<string | null> {
  const token = draw.chance(0.5) ? agent.token : draw.pick(hostileTexts)
  const after = draw.chance(0.5) ? '' : `&after=${percent(draw.pick(hostileTexts))}`
  const id = draw.chance(0.7) ? agent.id : percent(draw.pick(hostileTexts))
  const asked = http.get(`${url}${pathOf(draw, id)}?token=${percent(token)}${after}`, {
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': draw.pick(['13', '13', '13', '8', 'x']),
      'sec-websocket-key': draw.pick(['dGhlIHNhbXBsZSBub25jZQ==', 'dGhlIHNhbXBsZSBub25jZQ==', 'x']),
      ...(draw.chance(0.1) && { origin: 'https://evil.example' }),
    },
  })
  const junk = Buffer.from(Array.from({ length: draw.between(1, 60) }, () => draw.between(0, 255)))
  return new Promise(resolve => {
    asked.setTimeout(patienceMs, () => {
      asked.destroy()
      resolve('an upgrade was not answered')
    })
    asked.on('error', () => resolve(null))
    asked.on('upgrade', (_response, socket) => {
      socket.on('error', () => undefined)
      socket.end(junk, () => {
        socket.destroy()
        resolve(null)
      })
    })
    asked.on('response', response => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const body = Buffer.concat(chunks).toString('utf8')
        const { statusCode = 0, headers } = response
        // The library itself answers a faulty handshake, in plain text.
        const ofHandshake = statusCode === 400 && headers['content-type'] === 'text/html'
        const answered: Answered = { statusCode, headers, body }
        resolve(ofHandshake ? null : wrongWith(answered))
      })
    })
  })
}
