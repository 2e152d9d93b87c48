import type { Device } from './device-store.ts'
import { type Cipher, openValue, sealValue } from './sealed-value.ts'

/** Where one agent's values are kept. Every call may reject. */
export interface DraftStorage {
  /** Undefined when there is none. */
  read(place: string): Promise<unknown>
  /** Undefined forgets it. */
  keep(place: string, value: unknown): Promise<void>
  /** All whose place begins so. */
  list(prefix: string): Promise<readonly KeptAt[]>
}

/** A value, and where it is kept. */
export type KeptAt = readonly [place: string, value: unknown]

/** Keeps values in this browser's database, sealed for one agent. */
export class EncryptedDraftStorage implements DraftStorage {
  readonly #device: Device
  readonly #cipher: Cipher
  readonly #key: CryptoKey
  readonly #agentId: string
  readonly #onUnreadable: () => void

  /** @param onUnreadable hears that a value does not open, and was removed */
  constructor(device: Device, cipher: Cipher, key: CryptoKey, agentId: string, onUnreadable: () => void) {
    this.#device = device
    this.#cipher = cipher
    this.#key = key
    this.#agentId = agentId
    this.#onUnreadable = onUnreadable
  }

  async read(place: string): Promise<unknown> {
    return this.#open(place, await this.#device.get(place))
  }

  async keep(place: string, value: unknown): Promise<void> {
    if (value === undefined) return this.#device.del(place)
    const owned = { agentId: this.#agentId, place }
    await this.#device.set(place, await sealValue(this.#cipher, this.#key, owned, value))
  }

  async list(prefix: string): Promise<readonly KeptAt[]> {
    const all = await this.#device.entries()
    const own = all.filter(([place]) => place.startsWith(prefix))
    const opened = own.map(async ([place, sealed]) => [place, await this.#open(place, sealed)] as const)
    return (await Promise.all(opened)).filter(([, value]) => value !== undefined)
  }

  async #open(place: string, sealed: unknown): Promise<unknown> {
    if (sealed === undefined) return undefined
    const opened = await openValue(this.#cipher, this.#key, { agentId: this.#agentId, place }, sealed)
    if (opened !== null) return opened.value
    await this.#device.del(place)
    this.#onUnreadable()
    return undefined
  }
}

/** Keeps values until the page closes, where they cannot be sealed. */
export class MemoryDraftStorage implements DraftStorage {
  readonly #values = new Map<string, unknown>()

  async read(place: string): Promise<unknown> {
    return this.#values.get(place)
  }

  async keep(place: string, value: unknown): Promise<void> {
    if (value === undefined) this.#values.delete(place)
    else this.#values.set(place, value)
  }

  async list(prefix: string): Promise<readonly KeptAt[]> {
    return [...this.#values].filter(([place]) => place.startsWith(prefix))
  }
}
