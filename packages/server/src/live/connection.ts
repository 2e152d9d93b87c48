import type { WebSocket } from 'ws'
import { type Budget, tokenBucket } from '../http/rate-limit.ts'

/**
 * Events that a client may send at once, and how many more a second. A console sends a ping every 30 s, and one event while an
 * agent types.
 */
export const frameBudget: Budget = { burst: 300, perSecond: 50 }

/**
 * Counts one client's events. Returns true while the client stays within the budget. `clock` gives milliseconds from any start.
 */
export function frameCounter(budget: Budget, clock: () => number): () => boolean {
  const take = tokenBucket(budget, clock)
  return () => take() === 0
}

export const heartbeatMs = 30_000

/**
 * Closes the socket of a vanished peer at the next beat, when its pong is missing.
 * @param beat called at each beat if the peer answered the last ping
 */
export function keepAlive(
  socket: Pick<WebSocket, 'on' | 'ping' | 'terminate'>,
  beat: () => void,
  ms = heartbeatMs,
): () => void {
  let answered = true
  socket.on('pong', () => {
    answered = true
  })
  const timer = setInterval(() => {
    if (!answered) return socket.terminate()
    answered = false
    socket.ping()
    beat()
  }, ms)
  timer.unref()
  return () => clearInterval(timer)
}

/** Unsent bytes of one peer above which writers must wait. */
const most = 256 * 1024
/** Writers continue once no more bytes than this are unsent. */
const fewEnough = 64 * 1024

/**
 * Writes to one peer. Bytes that the peer has not read use memory of this process, so a caller with many events checks `full`
 * first.
 */
export interface SocketWriter {
  /** Sends a text message. Does nothing once the socket is closing. */
  send(bytes: Buffer): void
  /** Null while there is room. Otherwise it resolves once there is room again, or the socket is closed. */
  full(): Promise<void> | null
}

export function socketWriterOf(socket: WebSocket): SocketWriter {
  let room: Promise<void> | null = null
  let tell = () => undefined as void
  const look = () => {
    if (room === null || (socket.readyState === socket.OPEN && socket.bufferedAmount > fewEnough)) return
    room = null
    tell()
  }
  socket.on('close', look)
  return {
    send: bytes => {
      if (socket.readyState === socket.OPEN) socket.send(bytes, { binary: false }, look)
    },
    full: () => {
      if (room === null && socket.readyState === socket.OPEN && socket.bufferedAmount > most) {
        room = new Promise(resolve => {
          tell = resolve
        })
      }
      return room
    },
  }
}
