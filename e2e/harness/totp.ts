import { createHmac } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The bytes of a key in the format for authenticator apps (base32, RFC 4648). */
function bytesOf(key: string): Buffer {
  const bits = Array.from(key.replace(/\s/g, ''), letter =>
    alphabet.indexOf(letter).toString(2).padStart(5, '0'),
  )
  const octets = bits.join('').match(/.{8}/g) ?? []
  return Buffer.from(octets.map(octet => Number.parseInt(octet, 2)))
}

/** The code of an authenticator app for a key at this moment, `later` steps of 30 s from now (RFC 6238). */
export function codeOf(key: string, later = 0): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + later))
  const mac = createHmac('sha1', bytesOf(key)).update(counter).digest()
  const at = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
