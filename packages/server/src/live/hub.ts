import type { SocketEvent } from '@parley/core/sockets/api'
import type { Db } from '../db/open.ts'
import { interval, type Repeated } from '../timers/interval.ts'
import type { Notify } from './notifier.ts'
import { eventsOf, type Outgoing } from './events.ts'
import { OwnRows, logAfter, logPosition, type LogRow, longestCatchUp, oldestSeq } from './log.ts'
import { type Given, type Shown, visibilityEvent, VisibilityScopes } from './visibility-scopes.ts'

export interface Listener {
  readonly agentId: number
  readonly sessionId: number
  /** The notification socket gets only new and updated notifications. */
  readonly wants: 'changes' | 'notices'
  send(bytes: Buffer): void
  /** Null while the peer keeps up. Otherwise it resolves once the peer has read, or is gone. */
  full(): Promise<void> | null
  /** Called when the session ends. */
  end(): void
  /** Called when the hub cannot read the log. The client must connect again. */
  lose(): void
}

interface Subscriber {
  readonly listener: Listener
  /** A live subscriber gets the broadcast. Any other one reads the log at its own pace. */
  live: boolean
  /** The last number up to which everything was sent. */
  sent: number
}

const batch = 500
/** Rows of one read for a slow subscriber. Each read merges the unsent rows again. */
const paceBatch = 200
/** Milliseconds between two reads of the log, in case a notification is lost. */
const lookEveryMs = 2_000
/** A client that pings learns within ten seconds (`pongTimeoutMs`) that the log cannot be read: this time, and one look. */
export const behindAfterMs = 8_000

const bytesOf = (event: SocketEvent): Buffer => Buffer.from(JSON.stringify(event))

/** Encodes an event in the form for one subscriber. */
type Encoded = (event: SocketEvent, given: Exclude<Given, 'nothing'>) => Buffer

/** Encodes each form of an event once. All sockets get the same bytes. */
function encodedOnce(): Encoded {
  const forms = new Map<Given, Buffer>()
  return (event, given) => {
    const bytes = forms.get(given) ?? bytesOf(given === 'whole' ? event : visibilityEvent(event, given))
    forms.set(given, bytes)
    return bytes
  }
}

/** Sends a notification unless it was read or dismissed. */
function sendNotice(
  listener: Listener,
  { data, seq }: Extract<SocketEvent, { event: 'notification' }>,
): void {
  const { dismissed, ...notice } = data
  if (!dismissed && !notice.read) listener.send(Buffer.from(JSON.stringify({ ...notice, seq })))
}

interface HubOptions {
  readonly clock: () => Date
  /** Called for each failed read of the log. Reads are retried. */
  readonly onTrouble: (error: unknown) => void
  readonly longestBehindMs: number
}

/** Follows the log and sends events to this process's sockets. */
export class Hub implements Repeated {
  readonly #db: Db
  readonly #options: HubOptions
  readonly #sights: VisibilityScopes
  readonly #handed = new OwnRows()
  readonly #seats = new Map<Listener, Subscriber>()
  /** Subscribers with a failed read. The next look retries them. */
  readonly #stalled = new Set<Subscriber>()
  readonly #look: Repeated
  #position: number
  #log: string
  #closed = false
  #running: Promise<void> | null = null
  #again = false
  /** The time since when a read of the log is due. Null if all rows are read. */
  #owedSince: number | null = null

  /** Starts to follow the log at its current end. */
  static async open(
    db: Db,
    clock: () => Date,
    onTrouble: (error: unknown) => void,
    longestBehindMs = behindAfterMs,
  ): Promise<Hub> {
    const visibilityScopes = new VisibilityScopes(db)
    await visibilityScopes.load()
    return new Hub(db, visibilityScopes, await logPosition(db), { clock, onTrouble, longestBehindMs })
  }

  private constructor(
    db: Db,
    visibilityScopes: VisibilityScopes,
    at: { seq: number; log: string },
    options: HubOptions,
  ) {
    this.#db = db
    this.#sights = visibilityScopes
    this.#position = at.seq
    this.#log = at.log
    this.#options = options
    const { onTrouble, longestBehindMs } = options
    this.#look = interval(Math.min(lookEveryMs, longestBehindMs / 4), () => this.#lookAgain(), onTrouble)
  }

  /**
   * Adds a listener: sends the changes after `after`, then `ready`, then every change. A slow listener reads the log at its own
   * pace, so its backlog is a number and not a queue of events. While the log cannot be read, all listeners are dropped, so that
   * no client seems live.
   */
  async join(listener: Listener, after: number | undefined): Promise<void> {
    const subscriber: Subscriber = { listener, live: false, sent: 0 }
    this.#seats.set(listener, subscriber)
    if (this.isBehind()) return listener.lose()
    await this.#sights.meet(listener.agentId)
    const now = await logPosition(this.#db)
    this.#log = now.log
    subscriber.sent = after ?? now.seq
    if (!(await isTold(this.#db, subscriber.sent, now.seq))) this.#startAnew(subscriber, now.seq)
    await this.#bring(subscriber)
    if (this.#isHere(subscriber))
      listener.send(bytesOf({ event: 'ready', log: this.#log, seq: subscriber.sent }))
  }

  leave(listener: Listener): void {
    this.#seats.delete(listener)
  }

  /** Everything up to this number has been sent to the listener. */
  sentTo(listener: Listener): number {
    return this.#seats.get(listener)?.sent ?? 0
  }

  /** Call after a write, with the newest number of the log. */
  readonly notify: Notify = (seq, changes) => {
    // The process's own writes arrive twice: directly, and by the channel between the processes.
    if (this.#closed || seq <= this.#position) return
    if (changes !== undefined) this.#handed.put(seq, changes)
    this.#lookNow()
  }

  size(): number {
    return this.#seats.size
  }

  /** The log could not be read for too long. Meanwhile the hub accepts no listener and drops those it has. */
  isBehind(): boolean {
    return this.#owedSince !== null && performance.now() - this.#owedSince >= this.#options.longestBehindMs
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#look.close()
    await this.#running
  }

  #lookNow(): void {
    this.#again = true
    this.#owedSince ??= performance.now()
    this.#running ??= this.#follow()
      .catch(this.#options.onTrouble)
      .finally(() => {
        this.#running = null
        if (this.#again && !this.#closed) setImmediate(() => this.#lookNow())
      })
  }

  #lookAgain(): void {
    if (!this.#closed) this.#lookNow()
    if (this.isBehind()) for (const { listener } of this.#seats.values()) listener.lose()
    for (const subscriber of this.#stalled) this.#slowDown(subscriber)
    this.#stalled.clear()
  }

  async #follow(): Promise<void> {
    do {
      this.#again = false
      for (;;) {
        const rows =
          this.#handed.take(this.#position, batch) ?? (await logAfter(this.#db, this.#position, batch))
        const last = rows.at(-1)
        if (last === undefined || this.#closed) break
        await this.#sights.follow(rows)
        // Without subscribers there is nothing to send: a later listener starts after these rows.
        const shown = this.#seats.size === 0 ? null : await this.#show(rows, [...this.#seats.values()])
        this.#position = last.seq
        this.#owedSince = performance.now()
        if (shown !== null) this.#broadcast(shown, last.seq)
        if (rows.length < batch) break
      }
    } while (this.#again && !this.#closed)
    this.#owedSince = null
  }

  async #show(rows: readonly LogRow[], to: readonly Subscriber[]): Promise<Shown> {
    return this.#sights.look(
      await eventsOf(this.#db, rows, this.#options.clock()),
      to.map(subscriber => subscriber.listener.agentId),
    )
  }

  #broadcast({ items, covers, givenTo }: Shown, upTo: number): void {
    const live = [...this.#seats.values()].filter(subscriber => subscriber.live)
    for (const item of items) {
      const bytes = encodedOnce()
      for (const subscriber of live) {
        if (!subscriber.live || item.seq <= subscriber.sent) continue
        const { agentId } = subscriber.listener
        // A listener that joined during the look-up reads these rows from the log, with a look-up of its own.
        if (subscriber.listener.full() !== null || !covers(agentId)) this.#slowDown(subscriber)
        else this.#give(subscriber, item, givenTo(agentId, item), bytes)
      }
    }
    for (const subscriber of live) if (subscriber.live) subscriber.sent = Math.max(subscriber.sent, upTo)
  }

  #give(subscriber: Subscriber, item: Outgoing, given: Given, bytes: Encoded): void {
    const { listener } = subscriber
    // Several agents' notifications share a number, so another agent's notification does not count as sent.
    if (item.agentId !== null && item.agentId !== listener.agentId) return
    subscriber.sent = item.seq
    if ('endedSession' in item) {
      if (item.endedSession === listener.sessionId) listener.end()
      return
    }
    if ('visibilityChanged' in item) {
      // An agent's own notifications do not depend on the agent's visibility scope.
      if (listener.wants === 'changes') this.#startAnew(subscriber, item.seq)
      return
    }
    if (given === 'nothing') return
    if (listener.wants === 'changes') listener.send(bytes(item.event, given))
    else if (item.event.event === 'notification') sendNotice(listener, item.event)
  }

  #isHere(subscriber: Subscriber): boolean {
    return !this.#closed && this.#seats.get(subscriber.listener) === subscriber
  }

  #startAnew(subscriber: Subscriber, at: number): void {
    subscriber.listener.send(bytesOf({ event: 'resync', log: this.#log, seq: at }))
    subscriber.sent = at
  }

  /**
   * Sends a subscriber the log up to the hub's position, and waits whenever the peer has not read yet. Events come in the order
   * of their numbers, each the last of its entity. So a client whose socket breaks can resume at the last number it got.
   */
  async #bring(subscriber: Subscriber): Promise<void> {
    while (this.#isHere(subscriber)) {
      const target = this.#position
      const rows = await logAfter(this.#db, subscriber.sent, paceBatch)
      const { items, givenTo } = await this.#show(rows, [subscriber])
      for (const item of items) {
        await subscriber.listener.full()
        if (!this.#isHere(subscriber)) return
        this.#give(subscriber, item, givenTo(subscriber.listener.agentId, item), encodedOnce())
      }
      subscriber.sent = rows.at(-1)?.seq ?? Math.max(subscriber.sent, target)
      if (subscriber.sent >= this.#position) {
        subscriber.live = true
        return
      }
    }
  }

  /** Takes a subscriber out of the broadcast until its peer has read. */
  #slowDown(subscriber: Subscriber): void {
    subscriber.live = false
    const goOn = async () => {
      await subscriber.listener.full()
      const { seq: now } = await logPosition(this.#db)
      if (this.#isHere(subscriber) && !(await isTold(this.#db, subscriber.sent, now)))
        this.#startAnew(subscriber, now)
      await this.#bring(subscriber)
    }
    goOn().catch((error: unknown) => {
      this.#options.onTrouble(error)
      // The next look retries from the same position.
      this.#stalled.add(subscriber)
    })
  }
}

/** Whether the log still has everything after a number, and little enough to send. */
async function isTold(db: Db, after: number, now: number): Promise<boolean> {
  if (after > now || now - after > longestCatchUp) return false
  return after === now || after + 1 >= ((await oldestSeq(db)) ?? 0)
}
