import {
  afterFailure,
  afterReload,
  afterRetry,
  mayHaveArrived,
  nextToSend,
  type OutboxEntry,
  whileWaiting,
  withoutConfirmed,
} from '@parley/core/rules/outbox'
import { type ApiFailure, isAnsweredSince, isTooOften, isUnanswered } from '../../client/api-failure.ts'
import { createStore, type Readable } from '../../store.ts'

/** What an outbox needs of the page. */
export interface OutboxWorld {
  /** Rejects with `ApiFailure`. The server takes a client id once. */
  send(entry: OutboxEntry): Promise<void>
  /** Fetches the history anew; the client ids in it. Rejects when it cannot be fetched. */
  sentAlready(): Promise<ReadonlySet<string>>
  /** What an earlier page left. */
  read(): Promise<readonly OutboxEntry[]>
  /** Settles soon, also while the device is still busy with it: sending waits for this. */
  keep(entry: OutboxEntry): Promise<void>
  forget(clientId: string): Promise<void>
  /** Resolves after so many milliseconds. */
  wait(ms: number): Promise<void>
  onFailure(cause: unknown): void
}

/**
 * The messages of one agent in one conversation that the server has not confirmed. Each is kept on the device before its
 * call is made and until the server is known to have it. Sends go one after the other, in order.
 */
export class Outbox {
  readonly #world: OutboxWorld
  readonly #entries = createStore<readonly OutboxEntry[]>([])
  #sending = false

  constructor(world: OutboxWorld) {
    this.#world = world
  }

  get entries(): readonly OutboxEntry[] {
    return this.#entries.get()
  }

  /** The entries, to be followed. */
  get following(): Readable<readonly OutboxEntry[]> {
    return this.#entries
  }

  /** Takes in what an earlier page left; none of it is sent by itself. */
  async restore(): Promise<void> {
    const known = new Set(this.entries.map(entry => entry.clientId))
    const left = afterReload(await this.#world.read()).filter(entry => !known.has(entry.clientId))
    if (left.length > 0) this.#become([...left, ...this.entries])
  }

  /** Shows the messages at once, keeps them, and sends them. */
  async add(entries: readonly OutboxEntry[]): Promise<void> {
    this.#become([...this.entries, ...entries])
    await Promise.all(entries.map(entry => this.#world.keep(entry)))
    await this.#sendAll()
  }

  /** Another try with the same client id; after an unanswered one the history is looked at first. */
  async retry(clientId: string): Promise<void> {
    const isSent = await this.#isSent(clientId)
    if (isSent === true) return
    if (isSent === false) this.#become(afterRetry(this.entries, clientId))
    await this.#sendAll()
  }

  /** Takes a message back to be edited; null when the server turns out to have it, or that cannot be found out. */
  async take(clientId: string): Promise<OutboxEntry | null> {
    if ((await this.#isSent(clientId)) !== false) return null
    const entry = this.#find(clientId)
    if (entry === null) return null
    this.confirm(new Set([clientId]))
    return entry
  }

  /** Lets go of those that the server is known to have. */
  confirm(clientIds: ReadonlySet<string>): void {
    const left = withoutConfirmed(this.entries, clientIds)
    if (left === this.entries) return
    const gone = this.entries.filter(entry => !left.includes(entry))
    this.#become(left)
    for (const entry of gone) void this.#world.forget(entry.clientId)
  }

  /** Null: it could not be found out, and its entry says so. */
  async #isSent(clientId: string): Promise<boolean | null> {
    const entry = this.#find(clientId)
    if (entry === null) return true
    if (!mayHaveArrived(entry)) return false
    try {
      this.confirm(await this.#world.sentAlready())
    } catch (cause) {
      // What may have arrived stays so, whatever refused the look.
      this.#failed(clientId, cause, 'unanswered')
      return null
    }
    return this.#find(clientId) === null
  }

  async #sendAll(): Promise<void> {
    if (this.#sending) return
    this.#sending = true
    for (let next = nextToSend(this.entries); next !== null; next = nextToSend(this.entries)) {
      const { clientId } = next
      try {
        await this.#world.send(next)
        this.confirm(new Set([clientId]))
      } catch (cause) {
        if (isTooOften(cause)) {
          await this.#waitOut(clientId, cause)
          continue
        }
        this.#failed(clientId, cause)
        // A message whose answer was lost may be in the history by now.
        if (isUnanswered(cause)) await this.#lookFor()
      }
    }
    this.#sending = false
  }

  /** Nothing of it was taken, so it goes again by itself, before what was written after it. */
  async #waitOut(clientId: string, cause: ApiFailure): Promise<void> {
    this.#world.onFailure(cause)
    this.#become(whileWaiting(this.entries, clientId, cause.message))
    await this.#world.wait(cause.retryAfterMs ?? usualWaitMs)
  }

  async #lookFor(): Promise<void> {
    try {
      this.confirm(await this.#world.sentAlready())
    } catch (cause) {
      this.#world.onFailure(cause)
    }
  }

  #failed(clientId: string, cause: unknown, state = stateAfter(cause)): void {
    this.#world.onFailure(cause)
    const reason = cause instanceof Error ? cause.message : 'The reason is not known'
    this.#become(afterFailure(this.entries, clientId, state, reason))
    for (const entry of this.entries) if (entry.state !== 'sending') void this.#world.keep(entry)
  }

  #find(clientId: string): OutboxEntry | null {
    return this.entries.find(entry => entry.clientId === clientId) ?? null
  }

  #become(entries: readonly OutboxEntry[]): void {
    this.#entries.set(entries)
  }
}

/** Where the server did not say how long. */
const usualWaitMs = 5_000

const stateAfter = (cause: unknown): 'answered' | 'unanswered' | 'refused' =>
  isAnsweredSince(cause) ? 'answered' : isUnanswered(cause) ? 'unanswered' : 'refused'
