import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'

const cipher = 'aes-256-gcm'

/**
 * Encrypts secrets that must be read again, under a key derived from AUTH_SECRET for this purpose only. Under another AUTH_SECRET
 * they are lost, and second factors must be set up again. For that the owner signs in with a recovery code, or an administrator
 * turns the second factor off.
 */
export class Seal {
  readonly #key: Buffer

  constructor(authSecret: string) {
    this.#key = Buffer.from(hkdfSync('sha256', authSecret, '', 'second factor', 32))
  }

  /** @param owner bound into the encryption: the text opens for this owner only */
  seal(text: string, owner: string): string {
    const iv = randomBytes(12)
    const sealing = createCipheriv(cipher, this.#key, iv).setAAD(Buffer.from(owner))
    const body = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()])
    return [iv, sealing.getAuthTag(), body].map(part => part.toString('base64url')).join('.')
  }

  /** The text; null under another secret, for another owner, or if it was changed. */
  open(sealed: string, owner: string): string | null {
    const [iv, tag, body] = sealed.split('.').map(part => Buffer.from(part, 'base64url'))
    if (iv?.length !== 12 || tag?.length !== 16 || body === undefined) return null
    const opening = createDecipheriv(cipher, this.#key, iv).setAAD(Buffer.from(owner)).setAuthTag(tag)
    try {
      return Buffer.concat([opening.update(body), opening.final()]).toString('utf8')
    } catch {
      return null // The tag does not match, for whichever of these reasons.
    }
  }
}

/**
 * An agent's key, by id: 32 bytes, base64url, derived from AUTH_SECRET for this purpose only. The browser encrypts the
 * agent's unsent text under it, and gets it only with a session. Under another AUTH_SECRET that text is lost.
 */
export const sealingKeys =
  (authSecret: string) =>
  (agentId: number): string =>
    Buffer.from(hkdfSync('sha256', authSecret, '', `kept in the browser of agent ${agentId}`, 32)).toString(
      'base64url',
    )

export const demoSecretFile = (dataDir: string): string => path.join(dataDir, 'demo-secret')

/** The secret of this demo's data directory. Null if the directory is not a demo's. */
export async function keptDemoSecret(dataDir: string): Promise<string | null> {
  try {
    return await readFile(demoSecretFile(dataDir), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
