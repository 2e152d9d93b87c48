import { type Device, isOpenPlace } from './device-store.ts'

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

/**
 * Keeps values in this browser's database, sealed for one agent.
 * @param onUnreadable hears that a value does not open, and was removed
 */
export function encryptedStorage(
  device: Device,
  cipher: Cipher,
  key: CryptoKey,
  agentId: string,
  onUnreadable: () => void,
): DraftStorage {
  const open = async (place: string, sealed: unknown): Promise<unknown> => {
    if (sealed === undefined) return undefined
    const opened = await openValue(cipher, key, { agentId, place }, sealed)
    if (opened !== null) return opened.value
    await device.del(place)
    onUnreadable()
    return undefined
  }
  return {
    read: async place => open(place, await device.get(place)),
    keep: async (place, value) =>
      value === undefined
        ? device.del(place)
        : device.set(place, await sealValue(cipher, key, { agentId, place }, value)),
    list: async prefix => {
      const own = (await device.entries()).filter(([place]) => place.startsWith(prefix))
      const opened = own.map(async ([place, sealed]) => [place, await open(place, sealed)] as const)
      return (await Promise.all(opened)).filter(([, value]) => value !== undefined)
    },
  }
}

/** Keeps values until the page closes, where they cannot be sealed. */
export function memoryStorage(): DraftStorage {
  const values = new Map<string, unknown>()
  return {
    read: async place => values.get(place),
    keep: async (place, value) => {
      if (value === undefined) values.delete(place)
      else values.set(place, value)
    },
    list: async prefix => [...values].filter(([place]) => place.startsWith(prefix)),
  }
}

/** A value as this browser's database has it: AES-256-GCM over its JSON. Nothing of it can be read without the key. */
export interface SealedValue {
  /** 96 random bits, fresh for each value that is sealed: a key must never meet the same ones twice. */
  readonly iv: Uint8Array<ArrayBuffer>
  readonly body: ArrayBuffer
}

/** Of the browser's own cryptography; a page over plain http has the random numbers alone. */
type Cipher = Pick<Crypto, 'subtle' | 'getRandomValues'>

/** An agent's key, as the page holds it: not to be taken out of it again, not even by the page. */
export const importSealingKey = ({ subtle }: Cipher, key: string): Promise<CryptoKey> =>
  subtle.importKey('raw', bytesOf(key), 'AES-GCM', false, ['encrypt', 'decrypt'])

/** What a value is sealed for: at another place, or as another agent's, it does not open. */
interface Owned {
  readonly agentId: string
  /** The key under which the database has it. */
  readonly place: string
}

const algorithm = (iv: Uint8Array<ArrayBuffer>, { agentId, place }: Owned): AesGcmParams => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(JSON.stringify([agentId, place])),
})

/** Seals a value of JSON. */
async function sealValue(cipher: Cipher, key: CryptoKey, owned: Owned, value: unknown): Promise<SealedValue> {
  const iv = cipher.getRandomValues(new Uint8Array(12))
  const words = new TextEncoder().encode(JSON.stringify(value))
  return { iv, body: await cipher.subtle.encrypt(algorithm(iv, owned), key, words) }
}

/** The value; null where it was sealed under another key, for another owner or place, or was changed. */
async function openValue(
  { subtle }: Cipher,
  key: CryptoKey,
  owned: Owned,
  sealed: unknown,
): Promise<{ readonly value: unknown } | null> {
  const { iv, body } = (sealed ?? {}) as Partial<SealedValue>
  if (!(iv instanceof Uint8Array) || !(body instanceof ArrayBuffer)) return null
  try {
    const words = await subtle.decrypt(algorithm(iv, owned), key, body)
    return { value: JSON.parse(new TextDecoder().decode(words)) }
  } catch {
    return null // The tag does not fit: that is all that it says.
  }
}

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), letter => letter.charCodeAt(0))

/**
 * Takes what an earlier version kept for everybody to read out of this browser: the agent's own goes to the keeper, unless
 * something newer is there; what others left is removed, since nobody here has their keys.
 */
export async function takeClearValues(from: Device, agentId: string, to: DraftStorage): Promise<void> {
  for (const [place, value] of await from.entries()) {
    if (isOpenPlace(place)) continue
    const isOwn = place.split(':')[1] === agentId
    if (isOwn && (await to.read(place)) === undefined) await to.keep(place, value)
    await from.del(place)
  }
}
