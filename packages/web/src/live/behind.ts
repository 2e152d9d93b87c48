import { behindFetchEveryMs } from '@parley/core/rules/reconnect'
import { useSyncExternalStore } from 'react'
import type { Clock } from './clock.ts'

/** How current the screen is. */
export interface Currency {
  /** The socket is not caught up: what is shown may be old. */
  readonly behind: boolean
  /** The fetches that stand in for it fail too: nothing can be sent. */
  readonly cut: boolean
}

/** A moment without the socket is nothing to say: it opens within it at startup and after most cuts. */
const sayAfterMs = 1_500
/** The first stand-in fetch, soon enough to know whether anything gets through. */
const firstFetchMs = 1_000

export interface BehindWorld {
  readonly clock: Clock
  /** Fetches what is on the screen; whether that worked. Must not reject. */
  fetchShown(): Promise<boolean>
}

/** While the socket is behind: says so, and fetches what is shown every 10 s instead. */
export class Behind {
  readonly #world: BehindWorld
  readonly #listeners = new Set<() => void>()
  #currency: Currency = { behind: false, cut: false }
  #isBehind = false
  #cancel: (() => void)[] = []

  constructor(world: BehindWorld) {
    this.#world = world
  }

  get currency(): Currency {
    return this.#currency
  }

  subscribe = (changed: () => void): (() => void) => {
    this.#listeners.add(changed)
    return () => this.#listeners.delete(changed)
  }

  /** Hears how the socket stands. */
  set(behind: boolean): void {
    if (behind === this.#isBehind) return
    this.#isBehind = behind
    this.#callOff()
    if (!behind) return this.#become({ behind: false, cut: false })
    const { clock } = this.#world
    this.#cancel.push(clock.after(sayAfterMs, () => this.#become({ ...this.#currency, behind: true })))
    this.#fetchAfter(firstFetchMs)
  }

  /** The browser itself says that there is no network, or that there is one again. */
  setOnline(online: boolean): void {
    if (!this.#isBehind) return
    if (!online) return this.#become({ behind: true, cut: true })
    this.#fetchAfter(0)
  }

  stop(): void {
    this.#callOff()
    this.#isBehind = false
    this.#become({ behind: false, cut: false })
  }

  #fetchAfter(ms: number): void {
    const fetchNow = async () => {
      const worked = await this.#world.fetchShown()
      if (!this.#isBehind) return
      this.#become({ behind: this.#currency.behind || !worked, cut: !worked })
      this.#fetchAfter(behindFetchEveryMs)
    }
    this.#cancel.push(this.#world.clock.after(ms, () => void fetchNow()))
  }

  #callOff(): void {
    for (const cancel of this.#cancel) cancel()
    this.#cancel = []
  }

  #become(next: Currency): void {
    const { behind, cut } = this.#currency
    if (behind === next.behind && cut === next.cut) return
    this.#currency = next
    for (const tell of this.#listeners) tell()
  }
}

let current: Behind | null = null
const startListeners = new Set<() => void>()

/** Makes this the page's one source of `useCurrency`. */
export function useAsCurrency(behind: Behind | null): void {
  current = behind
  for (const tell of startListeners) tell()
}
