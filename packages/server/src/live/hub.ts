import type { AgentFrame } from '@parley/core/api/sockets'
import type { Reader } from '../db/write.ts'
import { framesOf, type Outgoing } from './frames.ts'
import { logAfter, logPosition, longestCatchUp, oldestSeq } from './log.ts'

/** One open socket, as the hub knows it. */
export interface Listener {
  readonly agentId: number
  readonly sessionId: number
  /** The notification socket hears of new and updated notices only. */
  readonly wants: 'changes' | 'notices'
  send(bytes: Buffer): void
  /** The session is over. */
  end(): void
}

interface Seat {
  readonly listener: Listener
  /** While catching up, what arrives is held back here; null once live. */
  held: Outgoing[] | null
  /** Everything up to here has been sent. */
  sent: number
}

/** Follows the log and writes frames to this process's sockets. */
export interface Hub {
  /** Takes a listener in: what changed after `after` first, then `ready`, then every change. */
  join(listener: Listener, after: number | undefined): Promise<void>
  leave(listener: Listener): void
  /** Everything up to this number has been sent to the listener. */
  sentTo(listener: Listener): number
  /** Something was written; the number is a hint. */
  readonly ring: () => void
  readonly size: () => number
  close(): Promise<void>
}

const batch = 500
/** Covers a lost ring. */
const lookEveryMs = 2_000

const bytesOf = (frame: AgentFrame): Buffer => Buffer.from(JSON.stringify(frame))

/** A notice that was read or dismissed is no news. */
function sendNotice(listener: Listener, { data, seq }: Extract<AgentFrame, { event: 'notification' }>): void {
  const { dismissed, ...notice } = data
  if (!dismissed && !notice.read) listener.send(Buffer.from(JSON.stringify({ ...notice, seq })))
}

/** Starts following at the log's present end. `onTrouble` hears of reads that failed; they are tried again. */
export async function createHub(
  db: Reader,
  clock: () => Date,
  onTrouble: (error: unknown) => void,
): Promise<Hub> {
  const seats = new Map<Listener, Seat>()
  let { seq: position, log } = await logPosition(db)
  let closed = false
  let running: Promise<void> | null = null
  let again = false

  const deliver = (seat: Seat, item: Outgoing, bytes: Buffer | null) => {
    const { listener } = seat
    if (item.agentId !== null && item.agentId !== listener.agentId) return
    if ('endedSession' in item) {
      if (item.endedSession === listener.sessionId) listener.end()
      return
    }
    if (listener.wants === 'changes') listener.send(bytes ?? bytesOf(item.frame))
    else if (item.frame.event === 'notification') sendNotice(listener, item.frame)
  }

  const broadcast = (items: readonly Outgoing[], upTo: number) => {
    for (const item of items) {
      // Encoded once for all; the same bytes go to every socket.
      const bytes = 'frame' in item ? bytesOf(item.frame) : null
      for (const seat of seats.values()) {
        if (seat.held !== null) seat.held.push(item)
        else if (item.seq > seat.sent) deliver(seat, item, bytes)
      }
    }
    for (const seat of seats.values()) if (seat.held === null) seat.sent = Math.max(seat.sent, upTo)
  }

  const follow = async () => {
    do {
      again = false
      for (;;) {
        const rows = await logAfter(db, position, batch)
        const last = rows.at(-1)
        if (last === undefined || closed) break
        // Nobody listens: whoever joins later starts behind these rows.
        const items = seats.size === 0 ? [] : await framesOf(db, rows, clock())
        position = last.seq
        broadcast(items, last.seq)
        if (rows.length < batch) break
      }
    } while (again && !closed)
  }

  const ring = () => {
    if (closed) return
    again = true
    running ??= follow()
      .catch(onTrouble)
      .finally(() => {
        running = null
        if (again && !closed) setImmediate(ring)
      })
  }
  const look = setInterval(ring, lookEveryMs)
  look.unref()

  const catchUp = async (seat: Seat, after: number, until: number): Promise<void> => {
    for (let from = after; ; ) {
      const rows = await logAfter(db, from, longestCatchUp, until)
      const last = rows.at(-1)
      if (last === undefined) return
      for (const item of await framesOf(db, rows, clock())) deliver(seat, item, null)
      from = last.seq
    }
  }

  return {
    join: async (listener, after) => {
      const seat: Seat = { listener, held: [], sent: 0 }
      seats.set(listener, seat)
      const now = await logPosition(db)
      log = now.log
      const oldest = await oldestSeq(db)
      const lost =
        after !== undefined &&
        (after > now.seq ||
          now.seq - after > longestCatchUp ||
          (after < now.seq && after + 1 < (oldest ?? 0)))
      if (lost) listener.send(bytesOf({ event: 'resync', log, seq: now.seq }))
      else if (after !== undefined && after < now.seq) await catchUp(seat, after, now.seq)
      const held = seat.held ?? []
      seat.held = null
      seat.sent = now.seq
      for (const item of held) if (item.seq > now.seq) deliver(seat, item, null)
      seat.sent = Math.max(now.seq, position)
      listener.send(bytesOf({ event: 'ready', log, seq: seat.sent }))
    },
    leave: listener => {
      seats.delete(listener)
    },
    sentTo: listener => seats.get(listener)?.sent ?? 0,
    ring,
    size: () => seats.size,
    close: async () => {
      closed = true
      clearInterval(look)
      await running
    },
  }
}
