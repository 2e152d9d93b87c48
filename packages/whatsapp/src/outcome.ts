import { z } from 'zod'
import { explain, type RetryClass, retryOfStatus } from './error-codes.ts'

/** WhatsApp refused the request. `code` is Graph's, or the HTTP status if the response did not come from Graph. */
export type Refusal = { outcome: 'refused'; retry: RetryClass; code: number; details: string }

/** The request certainly had no effect at WhatsApp, so it may be repeated. `reason` is for logs. */
export type Unreached = { outcome: 'unreached'; reason: string }

/** WhatsApp may have accepted the request. Repeating it may send twice. */
export type Unknown = { outcome: 'unknown'; reason: string }

/**
 * Failures that come before a request can have left: no address, no connection, no trust. Any other, above all a reset or a
 * time-out, may have come after it.
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

/** Whether a failed `fetch` certainly did not reach WhatsApp, or may have. */
export function failureOf(error: unknown): Unreached | Unknown {
  const cause = causeOf(error)
  const code = cause.code ?? cause.name
  const connecting = cause.syscall === 'connect' && code === 'ETIMEDOUT'
  const certificate =
    code.startsWith('CERT_') || code.startsWith('ERR_TLS_CERT') || code.startsWith('ERR_SSL')
  const early = beforeTheRequest.has(code) || connecting || certificate
  return { outcome: early ? 'unreached' : 'unknown', reason: code }
}

/** Reads a response that is not a success. Graph's own code decides; the HTTP status counts only without a code. */
export function refusalOf(status: number, body: unknown): Refusal | Unknown {
  const error = readGraphError(body)
  if (error) return { outcome: 'refused', retry: explain(error.code, error.details).retry, ...error }
  if (status >= 500) return { outcome: 'unknown', reason: `HTTP ${status} without an error of WhatsApp` }
  return { outcome: 'refused', retry: retryOfStatus(status), code: status, details: `HTTP ${status}` }
}

/** For calls that may be repeated: an unknown outcome counts as unreached. */
export function harmless<T extends { outcome: string }>(outcome: T | Unknown): T | Unreached {
  return isUnknown(outcome) ? { outcome: 'unreached', reason: outcome.reason } : outcome
}

function isUnknown(outcome: { outcome: string }): outcome is Unknown {
  return outcome.outcome === 'unknown'
}

/** A response's text as JSON; null: it is not JSON, and the status decides. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null // A proxy's page or a truncated response: not Graph's.
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
