import { once } from 'node:events'
import tls from 'node:tls'
import { bad, type Finding, ok, warn } from './finding.ts'

const timeoutMs = 8_000
const day = 24 * 60 * 60_000
/** An automatic renewal happens a month ahead. */
const soonDays = 14

/** How long browsers trust the console's address. */
export async function lookAtCertificate(publicUrl: string, now: Date): Promise<Finding> {
  const { hostname, port } = new URL(publicUrl)
  const host = hostname.replace(/^\[|\]$/g, '')
  const socket = tls.connect({
    host,
    port: Number(port || 443),
    ...(/[a-z]/i.test(host) && !host.includes(':') && { servername: host }),
    // An untrusted certificate must be read too. Nothing is sent.
    rejectUnauthorized: false,
  })
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(timeoutMs) })
    if (!socket.authorized) {
      return bad(
        'certificate',
        `of ${host} is not trusted (${String(socket.authorizationError)}): install a trusted one with its whole chain`,
      )
    }
    return judgeExpiry(host, new Date(socket.getPeerCertificate().valid_to), now)
  } catch (error) {
    const code = error instanceof Error ? ((error as { code?: string }).code ?? error.name) : 'unknown'
    return bad('certificate', `of ${host} cannot be read (${code})`)
  } finally {
    socket.destroy()
  }
}

export function judgeExpiry(host: string, until: Date, now: Date): Finding {
  const days = Math.floor((until.getTime() - now.getTime()) / day)
  if (days < 0) return bad('certificate', `of ${host} expired ${-days} days ago: renew it`)
  if (days < soonDays) return warn('certificate', `of ${host} expires in ${days} days: renew it`)
  return ok('certificate', `of ${host} is valid for ${days} days`)
}
