import { t } from '@parley/core/text/translate'
import {
  afterFailure,
  afterReload,
  afterRetry,
  goesByItself,
  inOrder,
  mayHaveArrived,
  nextToSend,
  type OutboxEntry,
  type Pressed,
  unansweredNow,
  whenCalled,
  whileCut,
  whileWaiting,
  withoutConfirmed,
} from '@parley/core/messages/outbox'
import { type ApiFailure, isAnsweredSince, isTooOften, isUnanswered } from '../../client/api-failure.ts'
import { createStore, type Readable } from '../../store.ts'

/** What an outbox needs of the page. */
export interface OutboxWorld {
  /**
   * Rejects with `ApiFailure`. The server takes a client id once.
   * @param unasked it goes by itself, behind the press: not into a conversation that is a third one's by then
   */
  send(entry: OutboxEntry, unasked: boolean): Promise<void>
  /** Fetches the history anew; the client ids in it. Rejects when it cannot be fetched. */
  sentAlready(): Promise<ReadonlySet<string>>
  /** Why what waited does not go by itself any more; null: it goes. Rejects when that cannot be found out. */
  whyNotUnasked(entry: OutboxEntry): Promise<string | null>
  /** What is to be noted of a press of Send or Retry now. */
  pressed(): Omit<Pressed, 'place'> | null
  /** Whether nothing gets through to the server. */
  isCut(): boolean
  /** Resolves when something gets through again; at once where it does. */
  lineIsBack(): Promise<void>
  /** What an earlier page left. */
  read(): Promise<readonly OutboxEntry[]>
  /** One of them, as another tab may have left it; undefined: it is gone, or cannot be read. */
  readOne(clientId: string): Promise<OutboxEntry | undefined>
  /** Settles soon, also while the device is still busy with it: sending waits for this. */
  keep(entry: OutboxEntry): Promise<void>
  /** The agent's other tabs hear of it. */
  forget(clientId: string): Promise<void>
  /** Runs alone among the agent's tabs: of one conversation one message is on its way at a time. */
  alone<T>(run: () => Promise<T>): Promise<T>
  /** Resolves after so many milliseconds. */
  wait(ms: number): Promise<void>
  onFailure(cause: unknown): void
}

/**
 * The messages of one agent in one conversation that the server has not confirmed. Each is kept on the device before its
 * call is made and until the server is known to have it. They go one after the other, in order; what got no answer goes
 * again by itself under its client id, which the server takes once, and what stands behind it waits.
 */
export class Outbox {
  readonly #world: OutboxWorld
  readonly #entries = createStore<readonly OutboxEntry[]>([])
  /** Whose call is under way. */
  #calling: string | null = null
  #isSending = false
  /** Of those that have left: the device may be slower to let go of them. */
  readonly #gone = new Set<string>()
  /** How often each got no answer although others did. */
  readonly #tries = new Map<string, number>()

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

  /** Takes in what an earlier page, or a tab that has closed, left; what was written in this session goes by itself. */
  async restore(): Promise<void> {
    const sessionId = this.#world.pressed()?.sessionId ?? null
    const left = await this.#world.read()
    const known = new Set([...this.#gone, ...this.entries.map(entry => entry.clientId)])
    const found = afterReload(left, sessionId).filter(entry => !known.has(entry.clientId))
    if (found.length > 0) this.#become(inOrder([...found, ...this.entries]))
    await this.#sendAll()
  }

  /** Shows the messages at once, keeps them, and sends them. */
  async add(entries: readonly OutboxEntry[]): Promise<void> {
    const pressed = this.#world.pressed()
    const added = entries.map((entry, place) => ({ ...entry, pressed: pressed && { ...pressed, place } }))
    this.#become([...this.entries, ...added])
    await this.#keepAll(added.map(entry => entry.clientId))
    await this.#sendAll()
  }

  /** Another try with the same client id; after an unanswered one the history is looked at first. */
  async retry(clientId: string): Promise<void> {
    const isSent = await this.#isSent(this.#find(clientId))
    if (isSent === true) return
    if (isSent === false) {
      this.#become(afterRetry(this.entries, clientId, this.#world.pressed()))
      await this.#keepAll([clientId])
    }
    await this.#sendAll()
  }

  /** Takes a message back to be edited; null when the server turns out to have it, or that cannot be found out. */
  async take(clientId: string): Promise<OutboxEntry | null> {
    const entry = this.#find(clientId)
    if (entry === null) return null
    if (!goesByItself(entry)) return this.#takeOut(entry)
    // Another tab may be sending it, or have sent it.
    return this.#world.alone(async () => {
      const kept = await this.#world.readOne(clientId)
      if (kept !== undefined) return this.#takeOut(kept)
      await this.#isGone(clientId)
      return null
    })
  }

  /** Lets go of those that the server is known to have. */
  confirm(clientIds: ReadonlySet<string>): void {
    void this.#confirm(clientIds)
  }

  /** Lets go of what another tab has sent or taken back. */
  drop(clientIds: ReadonlySet<string>): void {
    const left = withoutConfirmed(this.entries, clientIds)
    for (const entry of this.entries) if (!left.includes(entry)) this.#gone.add(entry.clientId)
    this.#become(left)
  }

  async #confirm(clientIds: ReadonlySet<string>): Promise<void> {
    const left = withoutConfirmed(this.entries, clientIds)
    if (left === this.entries) return
    const gone = this.entries.filter(entry => !left.includes(entry))
    this.drop(clientIds)
    await Promise.all(gone.map(entry => this.#world.forget(entry.clientId)))
  }

  async #takeOut(entry: OutboxEntry): Promise<OutboxEntry | null> {
    const { clientId } = entry
    if ((await this.#isSent(entry)) !== false) return null
    const found = this.#find(clientId)
    await this.#confirm(new Set([clientId]))
    return found
  }

  /** Null: it could not be found out, and its entry says so. */
  async #isSent(entry: OutboxEntry | null): Promise<boolean | null> {
    if (entry === null) return true
    if (!mayHaveArrived(entry) && entry.state !== 'sending') return false
    try {
      await this.#confirm(await this.#world.sentAlready())
    } catch (cause) {
      // What may have arrived stays so, whatever refused the look.
      this.#world.onFailure(cause)
      const { clientId } = entry
      if (entry.state === 'unconfirmed') this.#failed(clientId, 'unconfirmed', reasonOf(cause))
      else this.#become(unansweredNow(this.entries, clientId, reasonOf(cause)))
      return null
    }
    return this.#find(entry.clientId) === null
  }

  async #sendAll(): Promise<void> {
    if (this.#isSending) return
    this.#isSending = true
    for (let next = nextToSend(this.entries); next !== null; next = nextToSend(this.entries)) {
      if (this.#world.isCut()) {
        this.#become(this.entries)
        await this.#keepAll(
          this.entries.flatMap(({ state, clientId }) => (state === 'waiting' ? [clientId] : [])),
        )
        await this.#world.lineIsBack()
      } else {
        await (next.state === 'sending' ? this.#call(next, false) : this.#callAgain(next))
      }
    }
    this.#isSending = false
  }

  /** What waited goes by itself only where little has changed since. */
  async #callAgain({ clientId }: OutboxEntry): Promise<void> {
    const entry = this.#find(clientId)
    if (entry === null) return
    let whyNot: string | null
    try {
      whyNot = await this.#world.whyNotUnasked(entry)
    } catch (cause) {
      if (isUnanswered(cause)) return this.#notYet(clientId, cause)
      this.#world.onFailure(cause)
      whyNot = reasonOf(cause)
    }
    if (whyNot !== null) {
      this.#failed(clientId, mayHaveArrived(entry) ? 'unconfirmed' : 'refused', whyNot)
    } else {
      await this.#call(entry, true)
    }
  }

  /** @param again it has waited, so another tab may have taken it up meanwhile */
  async #call(before: OutboxEntry, again: boolean): Promise<void> {
    const { clientId } = before
    const cause = await this.#world.alone(async () => {
      if (again && (await this.#world.readOne(clientId)) === undefined) {
        await this.#isGone(clientId)
        return null
      }
      const entry = this.#find(clientId)
      if (entry === null) return null
      this.#calling = clientId
      try {
        if (again) {
          // From here on it may have arrived, also for a page that is loaded again.
          this.#become(whenCalled(this.entries, clientId))
          await this.#keepAll([clientId])
        }
        await this.#world.send(entry, again)
        await this.#confirm(new Set([clientId]))
        return null
      } catch (failure) {
        return { failure }
      } finally {
        this.#calling = null
      }
    })
    if (cause === null) this.#tries.delete(clientId)
    else await this.#afterCall(before, cause.failure)
  }

  /** @param before as it stood before the call */
  async #afterCall(before: OutboxEntry, cause: unknown): Promise<void> {
    const { clientId } = before
    if (isTooOften(cause)) return this.#waitOut(clientId, cause)
    if (isUnanswered(cause)) {
      this.#become(unansweredNow(this.entries, clientId, reasonOf(cause)))
      await this.#keepAll([clientId])
      // A message whose answer was lost may be in the history by now.
      await this.#lookFor()
      if (this.#find(clientId) !== null) await this.#notYet(clientId, cause)
      return
    }
    this.#world.onFailure(cause)
    // A refusal of this try says nothing of an earlier one: who is signed out is refused whatever has arrived.
    const refused = mayHaveArrived(before) ? 'unconfirmed' : 'refused'
    this.#failed(clientId, isAnsweredSince(cause) ? 'answered' : refused, reasonOf(cause))
  }

  /** Nothing of it was taken, so it goes again by itself, before what was written after it. */
  async #waitOut(clientId: string, cause: ApiFailure): Promise<void> {
    this.#world.onFailure(cause)
    this.#become(whileWaiting(this.entries, clientId, cause.message))
    await this.#world.wait(cause.retryAfterMs ?? usualWaitMs)
  }

  /** It goes again in a while. What gets no answer time and again while others do holds up the others no longer. */
  async #notYet(clientId: string, cause: unknown): Promise<void> {
    this.#world.onFailure(cause)
    if (this.#world.isCut()) return
    const tries = (this.#tries.get(clientId) ?? 0) + 1
    this.#tries.set(clientId, tries)
    if (tries >= mostTries) {
      this.#tries.delete(clientId)
      return this.#failed(clientId, 'unconfirmed', reasonOf(cause))
    }
    await this.#world.wait(usualWaitMs)
  }

  /** The device has it no more: another tab sent it, or took it back. */
  async #isGone(clientId: string): Promise<void> {
    await this.#lookFor()
    // Not kept: the device has had enough of it.
    this.#become(afterFailure(this.entries, clientId, 'unconfirmed', t('It was opened in another tab')))
  }

  async #lookFor(): Promise<void> {
    try {
      await this.#confirm(await this.#world.sentAlready())
    } catch (cause) {
      this.#world.onFailure(cause)
    }
  }

  #failed(clientId: string, state: 'refused' | 'answered' | 'unconfirmed', reason: string): void {
    const before = this.entries
    this.#become(afterFailure(before, clientId, state, reason))
    void this.#keepAll(this.entries.filter(entry => !before.includes(entry)).map(entry => entry.clientId))
  }

  #find(clientId: string): OutboxEntry | null {
    return this.entries.find(entry => entry.clientId === clientId) ?? null
  }

  /** Keeps these as they stand now; what is not there any more is not brought back. */
  async #keepAll(clientIds: readonly string[]): Promise<void> {
    const standing = this.entries.filter(entry => clientIds.includes(entry.clientId))
    await Promise.all(standing.map(entry => this.#world.keep(entry)))
  }

  #become(entries: readonly OutboxEntry[]): void {
    this.#entries.set(this.#world.isCut() ? whileCut(entries, this.#calling) : entries)
  }
}

const reasonOf = (cause: unknown): string => (cause instanceof Error ? cause.message : t('unknown reason'))

/** Where the server did not say how long. */
const usualWaitMs = 5_000

/** As often one message may get no answer while others do. */
const mostTries = 5
