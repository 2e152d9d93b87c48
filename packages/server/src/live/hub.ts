import type { AgentFrame } from '@parley/core/sockets/api'
import type { Db } from '../db/open.ts'
import { every, type Repeated } from '../timers/interval.ts'
import type { Ring } from './bell.ts'
import { framesOf, type Outgoing } from './frames.ts'
import { HandedRows } from './handed-rows.ts'
import { type LogRow, logAfter, logPosition, longestCatchUp, oldestSeq } from './log.ts'
import { type Given, type Shown, Sights, sightFrame } from './sights.ts'

/** One open socket, as the hub knows it. */
export interface Listener {
  readonly agentId: number
  readonly sessionId: number
  /** The notification socket hears of new and updated notices only. */
  readonly wants: 'changes' | 'notices'
  send(bytes: Buffer): void
  /** Null while its peer reads as fast as we write; else resolves once it has read, or is gone. */
  full(): Promise<void> | null
  /** The session is over. */
  end(): void
  /** Nothing is known any more of what happens: the peer is to come again. */
  lose(): void
}

interface Seat {
  readonly listener: Listener
  /** Gets what happens as it happens; otherwise it reads the log at its own pace. */
  live: boolean
  /** Everything up to here has been handed over. */
  sent: number
}

/** Follows the log and writes frames to this process's sockets. */
export interface Hub extends Repeated {
  /**
   * Takes a listener in: what changed after `after` first, then `ready`, then every change. One that reads slower than we
   * write gets the log at its own pace, so that what waits for it is a number and no queue of frames. All are let go while
   * the log cannot be read, so that none is thought to be live.
   */
  join(listener: Listener, after: number | undefined): Promise<void>
  leave(listener: Listener): void
  /** Everything up to this number has been sent to the listener. */
  sentTo(listener: Listener): number
  /** Something was written, up to this number. */
  readonly ring: Ring
  readonly size: () => number
  /** The log could not be read for too long. Nobody is taken in or kept meanwhile. */
  isBehind(): boolean
}

const batch = 500
/** Rows that a listener of its own pace takes at once: what it has not been sent yet is folded anew each time. */
const paceBatch = 200
/** Covers a lost ring, and asks the database at least so often whether there is anything new. */
const lookEveryMs = 2_000
/** Who pings hears within ten seconds that nothing is known (`pongTimeoutMs`): this, and one look. */
export const behindAfterMs = 8_000

const bytesOf = (frame: AgentFrame): Buffer => Buffer.from(JSON.stringify(frame))

/** Writes a frame as it is given. */
type Encoded = (frame: AgentFrame, given: Exclude<Given, 'nothing'>) => Buffer

/** Each form of one frame is encoded once; the same bytes go to every socket. */
function encodedOnce(): Encoded {
  const forms = new Map<Given, Buffer>()
  return (frame, given) => {
    const bytes = forms.get(given) ?? bytesOf(given === 'whole' ? frame : sightFrame(frame, given))
    forms.set(given, bytes)
    return bytes
  }
}

/** A notice that was read or dismissed is no news. */
function sendNotice(listener: Listener, { data, seq }: Extract<AgentFrame, { event: 'notification' }>): void {
  const { dismissed, ...notice } = data
  if (!dismissed && !notice.read) listener.send(Buffer.from(JSON.stringify({ ...notice, seq })))
}

/** Starts following at the log's present end. `onTrouble` hears of reads that failed; they are tried again. */
export async function createHub(
  db: Db,
  clock: () => Date,
  onTrouble: (error: unknown) => void,
  longestBehindMs = behindAfterMs,
): Promise<Hub> {
  const handed = new HandedRows()
  const sights = new Sights(db)
  await sights.load()
  const seats = new Map<Listener, Seat>()
  /** Those whose reading failed. */
  const stalled = new Set<Seat>()
  const present = await logPosition(db)
  let position = present.seq
  let { log } = present
  let closed = false
  let running: Promise<void> | null = null
  let again = false
  /** Since when the log was to be read; null: all of it is. */
  let owedSince: number | null = null
  const isBehind = () => owedSince !== null && performance.now() - owedSince >= longestBehindMs

  const give = (seat: Seat, item: Outgoing, given: Given, bytes: Encoded) => {
    const { listener } = seat
    // Several agents' notices share a number, so what is another's says nothing of what this one has.
    if (item.agentId !== null && item.agentId !== listener.agentId) return
    seat.sent = item.seq
    if ('endedSession' in item) {
      if (item.endedSession === listener.sessionId) listener.end()
      return
    }
    if ('sightChanged' in item) {
      // Notices are one's own, whatever else one sees.
      if (listener.wants === 'changes') startAnew(seat, item.seq)
      return
    }
    if (given === 'nothing') return
    if (listener.wants === 'changes') listener.send(bytes(item.frame, given))
    else if (item.frame.event === 'notification') sendNotice(listener, item.frame)
  }

  const broadcast = ({ items, covers, givenTo }: Shown, upTo: number) => {
    const live = [...seats.values()].filter(seat => seat.live)
    for (const item of items) {
      const bytes = encodedOnce()
      for (const seat of live) {
        if (!seat.live || item.seq <= seat.sent) continue
        const { agentId } = seat.listener
        // Who came while it was looked up who may see these reads them from the log, with a look of its own.
        if (seat.listener.full() !== null || !covers(agentId)) slowDown(seat)
        else give(seat, item, givenTo(agentId, item), bytes)
      }
    }
    for (const seat of live) if (seat.live) seat.sent = Math.max(seat.sent, upTo)
  }

  const show = async (rows: readonly LogRow[], to: readonly Seat[]): Promise<Shown> =>
    sights.look(
      await framesOf(db, rows, clock()),
      to.map(seat => seat.listener.agentId),
    )

  const follow = async () => {
    do {
      again = false
      for (;;) {
        const rows = handed.take(position, batch) ?? (await logAfter(db, position, batch))
        const last = rows.at(-1)
        if (last === undefined || closed) break
        await sights.follow(rows)
        // Nobody listens: whoever joins later starts behind these rows.
        const shown = seats.size === 0 ? null : await show(rows, [...seats.values()])
        position = last.seq
        owedSince = performance.now()
        if (shown !== null) broadcast(shown, last.seq)
        if (rows.length < batch) break
      }
    } while (again && !closed)
    owedSince = null
  }

  const ring: Ring = (seq, changes) => {
    // Our own writes are heard of twice: at once, and by the way that tells the other processes.
    if (closed || seq <= position) return
    if (changes !== undefined) handed.put(seq, changes)
    lookNow()
  }
  const lookNow = () => {
    again = true
    owedSince ??= performance.now()
    running ??= follow()
      .catch(onTrouble)
      .finally(() => {
        running = null
        if (again && !closed) setImmediate(lookNow)
      })
  }
  const isHere = (seat: Seat) => !closed && seats.get(seat.listener) === seat

  /** Whether what comes after a number can still be told, and is worth telling. */
  const isTold = async (after: number, now: number): Promise<boolean> => {
    if (after > now || now - after > longestCatchUp) return false
    return after === now || after + 1 >= ((await oldestSeq(db)) ?? 0)
  }

  const startAnew = (seat: Seat, at: number) => {
    seat.listener.send(bytesOf({ event: 'resync', log, seq: at }))
    seat.sent = at
  }

  /**
   * Hands a seat the log until it is where the hub is, waiting whenever its peer has not read yet. Frames come in the order
   * of their numbers, each the last of its entity, so whatever was sent when the socket is cut is done with.
   */
  const bring = async (seat: Seat): Promise<void> => {
    while (isHere(seat)) {
      const target = position
      const rows = await logAfter(db, seat.sent, paceBatch)
      const { items, givenTo } = await show(rows, [seat])
      for (const item of items) {
        await seat.listener.full()
        if (!isHere(seat)) return
        give(seat, item, givenTo(seat.listener.agentId, item), encodedOnce())
      }
      seat.sent = rows.at(-1)?.seq ?? Math.max(seat.sent, target)
      if (seat.sent >= position) {
        seat.live = true
        return
      }
    }
  }

  /** Takes a seat out of what happens until its peer has read. */
  const slowDown = (seat: Seat): void => {
    seat.live = false
    const goOn = async () => {
      await seat.listener.full()
      const { seq: now } = await logPosition(db)
      if (isHere(seat) && !(await isTold(seat.sent, now))) startAnew(seat, now)
      await bring(seat)
    }
    goOn().catch((error: unknown) => {
      onTrouble(error)
      // It reads on where it was, at the next look.
      stalled.add(seat)
    })
  }

  const lookAgain = () => {
    if (!closed) lookNow()
    if (isBehind()) for (const { listener } of seats.values()) listener.lose()
    for (const seat of stalled) slowDown(seat)
    stalled.clear()
  }
  const look = every(Math.min(lookEveryMs, longestBehindMs / 4), lookAgain, onTrouble)

  return {
    join: async (listener, after) => {
      const seat: Seat = { listener, live: false, sent: 0 }
      seats.set(listener, seat)
      if (isBehind()) return listener.lose()
      await sights.meet(listener.agentId)
      const now = await logPosition(db)
      log = now.log
      seat.sent = after ?? now.seq
      if (!(await isTold(seat.sent, now.seq))) startAnew(seat, now.seq)
      await bring(seat)
      if (isHere(seat)) listener.send(bytesOf({ event: 'ready', log, seq: seat.sent }))
    },
    leave: listener => {
      seats.delete(listener)
    },
    sentTo: listener => seats.get(listener)?.sent ?? 0,
    ring,
    size: () => seats.size,
    isBehind,
    close: async () => {
      closed = true
      await look.close()
      await running
    },
  }
}
