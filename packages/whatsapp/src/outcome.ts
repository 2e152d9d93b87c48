import { z } from 'zod'
import { explain, type RetryClass, retryOfStatus } from './error-codes.ts'

/** WhatsApp answered and said no. `code` is Graph's, or the HTTP status where the answer did not come from Graph. */
export type Refusal = { outcome: 'refused'; retry: RetryClass; code: number; details: string }

/** The request surely did nothing at WhatsApp: it may be repeated. `reason` is for logs. */
export type Unreached = { outcome: 'unreached'; reason: string }

/** Nobody knows whether WhatsApp took it. Repeating may send twice. */
export type Unknown = { outcome: 'unknown'; reason: string }

/**
 * Failures that come before a request can have left: no address, no connection, no trust. Everything else, a reset or
 * a time-out above all, may have come after it.
 */
const beforeTheRequest = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EAI_NODATA',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
  'ERR_INVALID_URL',
  'EPROTO',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'HOSTNAME_MISMATCH',
])

/** What a failed `fetch` says about the request: that it surely never reached the other side, or that nobody knows. */
export function failureOf(error: unknown): Unreached | Unknown {
  const cause = causeOf(error)
  const code = cause.code ?? cause.name
  const connecting = cause.syscall === 'connect' && code === 'ETIMEDOUT'
  const certificate =
    code.startsWith('CERT_') || code.startsWith('ERR_TLS_CERT') || code.startsWith('ERR_SSL')
  const early = beforeTheRequest.has(code) || connecting || certificate
  return { outcome: early ? 'unreached' : 'unknown', reason: code }
}

/** Reads an answer that is not a success. Graph's own code decides, never the HTTP status, while there is a code. */
export function refusalOf(status: number, body: unknown): Refusal | Unknown {
  const error = readGraphError(body)
  if (error) return { outcome: 'refused', retry: explain(error.code, error.details).retry, ...error }
  if (status >= 500) return { outcome: 'unknown', reason: `HTTP ${status} without an error of WhatsApp` }
  return { outcome: 'refused', retry: retryOfStatus(status), code: status, details: `HTTP ${status}` }
}

/** For calls that may be made twice: what nobody knows is then only a failure. */
export function harmless<T extends { outcome: string }>(outcome: T | Unknown): T | Unreached {
  return isUnknown(outcome) ? { outcome: 'unreached', reason: outcome.reason } : outcome
}

function isUnknown(outcome: { outcome: string }): outcome is Unknown {
  return outcome.outcome === 'unknown'
}

/** An answer's text as JSON; null when it is none, and the status says the rest. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null // A proxy's page or a cut answer: not Graph's.
  }
}

/** `fetch` wraps the socket's error in a TypeError; trying several addresses wraps it once more. */
function causeOf(error: unknown): { code?: string; syscall?: string; name: string } {
  if (!(error instanceof Error)) return { name: 'unknown failure' }
  const { cause } = error
  if (cause instanceof Error) return causeOf(cause)
  const { code, syscall } = error as NodeJS.ErrnoException
  return {
    name: error.name,
    ...(typeof code === 'string' && { code }),
    ...(typeof syscall === 'string' && { syscall }),
  }
}

/** The body of every refusal of the Graph API. Decide on code and details; the message is text for people. */
export const graphErrorSchema = z.looseObject({
  error: z.looseObject({
    message: z.string().catch(''),
    code: z.number(),
    error_data: z
      .looseObject({ details: z.string().catch('') })
      .nullish()
      .catch(null),
  }),
})

/** Code and details of a refusal; null if the body is not Graph's (a proxy's page, an empty body). */
export function readGraphError(body: unknown): { code: number; details: string } | null {
  const parsed = graphErrorSchema.safeParse(body)
  if (!parsed.success) return null
  const { code, message, error_data } = parsed.data.error
  return { code, details: error_data?.details || message }
}
