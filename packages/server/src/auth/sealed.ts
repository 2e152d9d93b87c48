import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const cipher = 'aes-256-gcm'

/**
 * Keeps secrets that must be read again, sealed under a key made from AUTH_SECRET for this purpose alone. Under another
 * AUTH_SECRET nothing of it can be read: second factors must then be set up anew, after a sign-in with a recovery code or
 * once an administrator has turned them off.
 */
export class Seal {
  readonly #key: Buffer

  constructor(authSecret: string) {
    this.#key = Buffer.from(hkdfSync('sha256', authSecret, '', 'second factor', 32))
  }

  /** @param owner what it belongs to: sealed for one, it opens for no other */
  seal(text: string, owner: string): string {
    const iv = randomBytes(12)
    const sealing = createCipheriv(cipher, this.#key, iv).setAAD(Buffer.from(owner))
    const body = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()])
    return [iv, sealing.getAuthTag(), body].map(part => part.toString('base64url')).join('.')
  }

  /** The text; null where it was sealed under another secret, for another owner, or was changed. */
  open(sealed: string, owner: string): string | null {
    const [iv, tag, body] = sealed.split('.').map(part => Buffer.from(part, 'base64url'))
    if (iv?.length !== 12 || tag?.length !== 16 || body === undefined) return null
    const opening = createDecipheriv(cipher, this.#key, iv).setAAD(Buffer.from(owner)).setAuthTag(tag)
    try {
      return Buffer.concat([opening.update(body), opening.final()]).toString('utf8')
    } catch {
      return null // The tag does not fit: that is all that it says.
    }
  }
}
