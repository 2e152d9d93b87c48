import type { WebSocket } from 'ws'

/** Bytes that may wait for a peer before its writer waits for it. */
const most = 256 * 1024
/** Writing goes on once no more than this waits. */
const fewEnough = 64 * 1024

/** The way out to one peer. What the peer has not read waits in this process, so whoever writes much asks for room first. */
export interface Outlet {
  /** Hands a text frame over; nothing happens once the socket is closing. */
  send(bytes: Buffer): void
  /** Null while there is room; else resolves once there is again, or the socket is gone. */
  full(): Promise<void> | null
}

/** The outlet of an open socket. */
export function outletOf(socket: WebSocket): Outlet {
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
