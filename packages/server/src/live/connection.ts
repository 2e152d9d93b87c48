import type { WebSocket } from 'ws'
import { type Budget, tokenBucket } from '../http/rate-limit.ts'

/** Frames that a client may send at once, and how many more a second. A console sends a ping in 30 s and a word while somebody types. */
export const frameBudget: Budget = { burst: 300, perSecond: 50 }

/** Counts what one client sends: true while it keeps within what it may. `clock` gives milliseconds from any beginning. */
export function frameCounter(budget: Budget, clock: () => number): () => boolean {
  const take = tokenBucket(budget, clock)
  return () => take() === 0
}

export const heartbeatMs = 30_000

/**
 * A peer that vanished without a word is noticed by its missing pong, at the next beat.
 * @param beat called at each beat that finds the peer there
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

/** Bytes that may wait for a peer before its writer waits for it. */
const most = 256 * 1024
/** Writing goes on once no more than this waits. */
const fewEnough = 64 * 1024

/** The way out to one peer. What the peer has not read waits in this process, so whoever writes much asks for room first. */
export interface SocketWriter {
  /** Hands a text frame over; nothing happens once the socket is closing. */
  send(bytes: Buffer): void
  /** Null while there is room; else resolves once there is again, or the socket is gone. */
  full(): Promise<void> | null
}

/** The writer of an open socket. */
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
