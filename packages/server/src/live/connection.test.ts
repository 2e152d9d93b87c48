import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { frameCounter, keepAlive } from './connection.ts'

let server: WebSocketServer
beforeAll(async () => {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
})
afterAll(() => server.close())
afterEach(() => {
  vi.useRealTimers()
})

async function pair(autoPong: boolean) {
  const { port } = server.address() as { port: number }
  const connected = once(server, 'connection') as Promise<[WebSocket]>
  const peer = new WebSocket(`ws://127.0.0.1:${port}`, { autoPong })
  const [socket] = await connected
  return { peer, socket }
}

test('each beat looks after a peer that is there, whatever it says; one that answers no ping is cut', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const there = await pair(true)
  let beats = 0
  const stop = keepAlive(there.socket, () => (beats += 1), 20)
  for (let beat = 0; beat < 5; beat += 1) {
    const pong = once(there.socket, 'pong')
    vi.advanceTimersByTime(20)
    await pong
  }
  stop()
  expect([beats, there.socket.readyState]).toEqual([5, WebSocket.OPEN])
  there.peer.terminate()

  const gone = await pair(false)
  beats = 0
  keepAlive(gone.socket, () => (beats += 1), 20)
  const closed = once(gone.peer, 'close')
  vi.advanceTimersByTime(40)
  await closed
  expect(beats).toBe(1)
})

test('a burst passes and what comes after it is too much, until time has passed; rest saves up no more than a burst', () => {
  let now = 5_000
  const takes = frameCounter({ burst: 3, perSecond: 2 }, () => now)
  const taken = (count: number) => Array.from({ length: count }, () => takes()).filter(Boolean).length
  expect(taken(5)).toBe(3)
  now += 499
  expect(taken(2)).toBe(0)
  now += 501
  expect(taken(5)).toBe(2)
  now += 3_600_000
  expect(taken(10)).toBe(3)
})
