/** A value as this browser's database has it: AES-256-GCM over its JSON. Nothing of it can be read without the key. */
export interface SealedValue {
  /** 96 random bits, fresh for each value that is sealed: a key must never meet the same ones twice. */
  readonly iv: Uint8Array<ArrayBuffer>
  readonly body: ArrayBuffer
}

/** Of the browser's own cryptography; a page over plain http has the random numbers alone. */
export type Cipher = Pick<Crypto, 'subtle' | 'getRandomValues'>

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
export async function sealValue(
  cipher: Cipher,
  key: CryptoKey,
  owned: Owned,
  value: unknown,
): Promise<SealedValue> {
  const iv = cipher.getRandomValues(new Uint8Array(12))
  const words = new TextEncoder().encode(JSON.stringify(value))
  return { iv, body: await cipher.subtle.encrypt(algorithm(iv, owned), key, words) }
}

/** The value; null where it was sealed under another key, for another owner or place, or was changed. */
export async function openValue(
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
