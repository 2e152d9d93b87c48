import { once } from 'node:events'
import tls from 'node:tls'
import { bad, type Finding, ok, warn } from './finding.ts'

const timeoutMs = 8_000
const day = 24 * 60 * 60_000
/** A certificate that renews itself does so a month ahead. */
const soonDays = 14

/** Until when browsers trust the console's address. What it is trusted by is the webhook's question. */
export async function lookAtCertificate(publicUrl: string, now: Date): Promise<Finding> {
  const { hostname, port } = new URL(publicUrl)
  const host = hostname.replace(/^\[|\]$/g, '')
  const socket = tls.connect({
    host,
    port: Number(port || 443),
    ...(/[a-z]/i.test(host) && !host.includes(':') && { servername: host }),
    // A bad one is to be looked at, and nothing is sent.
    rejectUnauthorized: false,
  })
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(timeoutMs) })
    if (!socket.authorized) {
      return bad(
        'certificate',
        `of ${host} is not trusted (${String(socket.authorizationError)}): install the whole chain of one that is`,
      )
    }
    return judgeExpiry(host, new Date(socket.getPeerCertificate().valid_to), now)
  } catch (error) {
    const code = error instanceof Error ? ((error as { code?: string }).code ?? error.name) : 'unknown'
    return bad('certificate', `of ${host} cannot be seen (${code})`)
  } finally {
    socket.destroy()
  }
}

export function judgeExpiry(host: string, until: Date, now: Date): Finding {
  const days = Math.floor((until.getTime() - now.getTime()) / day)
  if (days < 0) return bad('certificate', `of ${host} ended ${-days} days ago: renew it`)
  if (days < soonDays) return warn('certificate', `of ${host} ends in ${days} days: renew it`)
  return ok('certificate', `of ${host} is good for ${days} days`)
}
