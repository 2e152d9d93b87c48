import { once } from 'node:events'
import net from 'node:net'
import WebSocket from 'ws'
import { apiSignIn, postMessage } from '../e2e/harness/meta.ts'
import type { Parley } from '../e2e/harness/parley.ts'
import { type Figure, rate } from './rounds.ts'

/** Bytes a second that the client reads. */
const speed = 256 * 1024
const tickMs = 50
/** Each is a new message and its conversation: two frames for an agent who has no notice of it. */
const messages = 2_000
const customers = 400
const atOnce = 8
const giveUpMs = 180_000

/**
 * A client whose line hung while thousands of frames were made, and is slow from then on: how long it takes until it has
 * every message, against the time that the bytes it is sent need on that line. It must not be cut.
 */
export async function slow(parley: Parley): Promise<Figure> {
  const { token, agentId } = await apiSignIn(parley)
  const line = await startSlowLine(parley.url)
  const address = `ws://127.0.0.1:${line.port}/api/v1/ws/agent/${agentId}/conversations`
  const socket = new WebSocket(`${address}?token=${encodeURIComponent(token)}`, { perMessageDeflate: false })
  try {
    const client = readerOf(socket)
    await client.ready
    line.hang()
    await rate(messages, atOnce, piece =>
      postMessage(
        parley,
        `25671500${String(piece % customers).padStart(4, '0')}`,
        `wamid.bench-slow-${piece}`,
        `bench slow ${piece}.`,
      ),
    )
    const behind = { bytes: line.passed(), frames: client.frames(), at: performance.now() }
    line.goOn()
    await client.hasAll()
    const took = (performance.now() - behind.at) / 1000
    const needed = (line.passed() - behind.bytes) / speed
    return {
      name: `${client.frames() - behind.frames} frames over 256 KB/s, until all are there / the time of their bytes`,
      measured: `${took.toFixed(1)} s`,
      reference: `${needed.toFixed(1)} s`,
      ratio: took / needed,
      better: 'lower',
      goal: 2,
    }
  } finally {
    socket.terminate()
    line.stop()
  }
}

/** What a client has read: every message once, and whether the server says that this is all. */
function readerOf(socket: WebSocket) {
  const seen = new Map<string, number>()
  let frames = 0
  let cut: string | null = null
  let wake: () => void = () => undefined
  const ready = new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.on('message', (data: Buffer) => {
      const frame = JSON.parse(data.toString('utf8')) as { event: string; data?: { content?: string } }
      frames += 1
      if (frame.event === 'ready') resolve()
      const text = frame.event === 'new_message' ? frame.data?.content : undefined
      if (text?.startsWith('bench slow ')) seen.set(text, (seen.get(text) ?? 0) + 1)
      wake()
    })
  })
  socket.on('close', code => {
    cut = `The server cut the line with ${code}`
    wake()
  })
  const hasAll = () =>
    new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${seen.size} of ${messages} messages came`)), giveUpMs)
      wake = () => {
        const twice = [...seen.values()].some(times => times > 1)
        if (cut === null && !twice && seen.size < messages) return
        clearTimeout(timer)
        if (cut !== null || twice) reject(new Error(cut ?? 'A message came twice'))
        else resolve()
      }
      wake()
    })
  return { ready, hasAll, frames: () => frames }
}

/** A line that passes so many bytes a second to the client; the server has to wait with the rest. It can hang meanwhile. */
async function startSlowLine(target: string) {
  const { hostname, port } = new URL(target)
  let passed = 0
  let hangs = false
  const server = net.createServer(client => {
    const upstream = net.connect(Number(port), hostname)
    client.pipe(upstream)
    let last = performance.now()
    const timer = setInterval(() => {
      // By the clock: on a busy machine the timer is late. What is not read stands in the server's own buffers.
      let left = Math.round(((performance.now() - last) / 1000) * speed)
      last = performance.now()
      while (!hangs && left > 0) {
        const bytes: Buffer | null = upstream.read(Math.min(left, upstream.readableLength))
        if (bytes === null) return
        left -= bytes.length
        passed += bytes.length
        client.write(bytes)
      }
    }, tickMs)
    const end = () => {
      clearInterval(timer)
      client.destroy()
      upstream.destroy()
    }
    for (const one of [client, upstream]) one.on('error', end).on('close', end)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as net.AddressInfo).port,
    passed: () => passed,
    hang: () => {
      hangs = true
    },
    goOn: () => {
      hangs = false
    },
    stop: () => server.close(),
  }
}
