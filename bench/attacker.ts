import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import zlib from 'node:zlib'
import WebSocket from 'ws'
import { webhookPath } from '../e2e/harness/meta.ts'

/*
 * An attack on a server, by one agent or by a stranger without an account. It runs in a process of its own, so that the attack
 * costs the server and not the measuring process. The parent names the attack once; it goes on until it is killed.
 */

interface Order {
  readonly attack: keyof typeof attacks
  readonly url: string
  readonly token: string
  readonly agentId: string
}

const pingsInAll = 20_000
const bigBytes = 4 * 1024 * 1024
/** The width and height of a picture, in pixels. */
const side = 10_000
/** The pause before a closed connection is opened again. */
const pauseMs = 200

/** Pings sent, sockets opened, requests begun or pictures requested. */
let done = 0
/** The open connections that began a request, each with its start time. */
const begun = new Set<{ at: number }>()
/** The longest time that such a connection stayed open. */
let longestMs = 0

function openSocket({ url, token, agentId }: Order) {
  const query = new URLSearchParams({ token }).toString()
  const socket = new WebSocket(
    `${url.replace('http', 'ws')}/api/v1/ws/agent/${agentId}/conversations?${query}`,
  )
  socket.on('error', () => undefined)
  return { socket, closed: new Promise(resolve => socket.once('close', resolve)) }
}

/** Opens one socket after the other, and sends pings as fast as the server reads them. */
async function pings(order: Order): Promise<void> {
  for (;;) {
    const { socket, closed } = openSocket(order)
    await Promise.race([new Promise(resolve => socket.once('open', resolve)), closed])
    for (let sent = 0; sent < pingsInAll && socket.readyState === WebSocket.OPEN; sent += 100) {
      for (let times = 0; times < 100; times += 1) socket.send('{"event":"ping"}')
      done += 100
      await new Promise(setImmediate)
    }
    socket.terminate()
    await closed
  }
}

/** Keeps a socket open: opens it again whenever it closes. */
async function keepSocket(order: Order): Promise<void> {
  for (;;) {
    const { socket, closed } = openSocket(order)
    socket.once('open', () => {
      done += 1
    })
    await closed
    await sleep(pauseMs)
  }
}

interface Asker {
  /** The local address to connect from. */
  readonly localAddress?: string
  /** Milliseconds between the end of a connection and the next one. */
  readonly again?: number
}

/** Begins a request and lets `send` continue it. Starts again whenever the server closes the connection. */
async function keepAsking(
  { url }: Order,
  head: readonly string[],
  send: (line: net.Socket) => NodeJS.Timeout | undefined,
  { localAddress = '127.0.0.1', again = pauseMs }: Asker = {},
): Promise<void> {
  const { hostname, port } = new URL(url)
  for (;;) {
    const line = net.connect({ port: Number(port), host: hostname, localAddress })
    line.on('error', () => undefined)
    const closed = new Promise(resolve => line.once('close', resolve))
    const one = { at: 0 }
    line.once('connect', () => {
      one.at = performance.now()
      begun.add(one)
    })
    line.write(`${[...head, 'host: x'].join('\r\n')}\r\n\r\n`)
    const timer = send(line)
    line.resume()
    done += 1
    await closed
    clearInterval(timer)
    if (begun.delete(one)) longestMs = Math.max(longestMs, performance.now() - one.at)
    await sleep(again)
  }
}

const keepPosting = (
  order: Order,
  path: string,
  headers: readonly string[],
  send: (line: net.Socket) => NodeJS.Timeout | undefined,
  asker?: Asker,
) => keepAsking(order, [`POST ${path} HTTP/1.1`, ...headers], send, asker)

/** An address of this machine that differs from the address of the measured calls. */
const strangerAddress = (no: number) => `127.0.1.${1 + (no % 8)}`

const silent = () => undefined

function sending(body: Buffer) {
  return (line: net.Socket) => {
    line.write(body)
    return undefined
  }
}

const slowPost = (order: Order, no: number) =>
  keepPosting(
    order,
    no % 2 === 0 ? '/api/v1/auth/logout' : webhookPath,
    [
      'content-type: application/json',
      `x-hub-signature-256: sha256=${'0'.repeat(64)}`,
      'content-length: 10000',
    ],
    line => setInterval(() => line.write(' '), 1_000),
  )

const bigBody = Buffer.alloc(bigBytes, 0x20)

const bigPost = (order: Order) =>
  keepPosting(order, webhookPath, [`content-length: ${bigBytes}`], sending(bigBody))

const sendUnfinished = sending(bigBody.subarray(0, 0.97 * bigBytes))

/** Longer than an attack is measured, so each of these connections is opened once. */
const once = 60_000

/** All come from one address. */
const unfinishedWebhook = (order: Order) =>
  keepPosting(
    order,
    webhookPath,
    [`x-hub-signature-256: sha256=${'0'.repeat(64)}`, `content-length: ${bigBytes}`],
    sendUnfinished,
    { localAddress: strangerAddress(0), again: once },
  )

const unfinishedUpload = (order: Order, no: number) =>
  keepPosting(
    order,
    '/api/v1/attachments/documents/upload',
    ['content-type: multipart/form-data; boundary=x', `content-length: ${bigBytes}`],
    sendUnfinished,
    { localAddress: strangerAddress(no), again: once },
  )

const idleConnection = (order: Order, no: number) =>
  keepAsking(order, ['GET /healthz HTTP/1.1'], silent, { localAddress: strangerAddress(no) })

/** A white picture with one bit per pixel: a few kilobytes that claim a hundred million pixels. */
function bigPicture(): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), data])
    const framed = Buffer.alloc(named.length + 8)
    framed.writeUInt32BE(data.length)
    named.copy(framed, 4)
    framed.writeUInt32BE(checksum(named), named.length + 4)
    return framed
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side)
  header.writeUInt32BE(side, 4)
  header[8] = 1
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', zlib.deflateSync(Buffer.alloc(side * (1 + side / 8)))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** CRC-32 as PNG uses it: a gzip file ends with the CRC-32 of its content. */
const checksum = (bytes: Buffer): number => zlib.gzipSync(bytes).subarray(-8).readUInt32LE()

async function askForPictures({ url, token }: Order): Promise<void> {
  const file = new Blob([new Uint8Array(bigPicture())], { type: 'image/png' })
  const headers = { authorization: `Bearer ${token}` }
  const documents = `${url}/api/v1/attachments/documents`
  for (;;) {
    const body = new FormData()
    body.set('file', file, 'big.png')
    const answer = await fetch(`${documents}/upload`, { method: 'POST', headers, body })
    const { id } = (await answer.json()) as { id?: string }
    if (answer.ok) {
      await (await fetch(`${documents}/${id}/thumbnail`, { headers })).arrayBuffer()
      done += 1
    } else await sleep(pauseMs)
  }
}

const together = (times: number, work: (no: number) => Promise<void>) =>
  Promise.all(Array.from({ length: times }, (_, no) => work(no)))

const attacks = {
  pings,
  sockets: (order: Order) => together(300, () => keepSocket(order)),
  'slow-posts': (order: Order) => together(400, no => slowPost(order, no)),
  'big-posts': (order: Order) => together(100, () => bigPost(order)),
  'unfinished-webhooks': (order: Order) => together(1_000, () => unfinishedWebhook(order)),
  'unfinished-uploads': (order: Order) => together(1_000, no => unfinishedUpload(order, no)),
  idle: (order: Order) => together(4_000, no => idleConnection(order, no)),
  pictures: (order: Order) => together(4, () => askForPictures(order)),
}

process.once('message', (order: Order) => {
  void attacks[order.attack](order)
  setInterval(() => {
    const now = performance.now()
    const ages = [...begun].map(({ at }) => now - at)
    process.send?.({ done, longestMs: ages.reduce((most, age) => Math.max(most, age), longestMs) })
  }, 500)
})
process.on('disconnect', () => process.exit(0))
