import { type Server, STATUS_CODES } from 'node:http'
import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifyServerOptions,
} from 'fastify'
import { ApiError } from '@parley/core/errors'
import { isLost } from '../db/connection/pool.ts'

/** SQLSTATEs: connections, no room, shutting down, a repeated deadlock, time-outs, read-only, the disk. */
const passingStates = /^(08|53|57P|40|25006|25P03|57014|58030)/
/** Error codes of the operating system. */
const passingCodes =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOTFOUND|ENOSPC|EDQUOT|EROFS|EIO|EMFILE|ENFILE)$/

/** The database or the machine fails for now: connections, time-outs, a full disk, a starting server. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (isLost(error)) return true
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && (passingStates.test(code) || passingCodes.test(code))
}

/** The error to send for a failed request. Unexpected errors are logged. */
export const apiErrorOf = (error: FastifyError, request: FastifyRequest): ApiError => {
  if (error instanceof ApiError) return error
  if (isPassing(error)) {
    request.log.error({ err: error }, 'unavailable')
    return new ApiError('server.unavailable')
  }
  const status = error.statusCode ?? 500
  if (status === 413) return new ApiError('attachment.too-large', { limit: 'what this call takes' })
  if (status >= 400 && status < 500) return new ApiError('input.invalid', { reason: error.message })
  request.log.error({ err: error }, 'failed')
  return new ApiError('server.failed', { reference: request.id })
}

/**
 * Sends every failure as `{detail, code, fields?, …}`. Set on the root, since plugins otherwise reply in shapes of their own.
 * Internal errors are logged, and the reply has only a reference.
 */
export function refuseInOneShape(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const apiError = apiErrorOf(error, request)
    return answer(reply, apiError)
  })
}

export const answer = (reply: FastifyReply, apiError: ApiError): FastifyReply => {
  if (apiError.retryAfter !== null) reply.header('retry-after', String(apiError.retryAfter))
  return reply
    .code(apiError.status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(apiError.body()))
}

/** The status of each error of the HTTP parser. All others are 400. */
const statuses: Readonly<Record<string, number>> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }

/** Replies to bytes that are no readable request, so that no route sees them, and closes the connection. */
export const answerUnreadable =
  (headers: Readonly<Record<string, string>>): NonNullable<FastifyServerOptions['clientErrorHandler']> =>
  (error, socket) => {
    if (!socket.writable) return void socket.destroy()
    const status = statuses[error.code] ?? 400
    const reason = STATUS_CODES[status] ?? ''
    const body = JSON.stringify(new ApiError('input.invalid', { reason }).body())
    const lines = {
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    }
    const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.end(`HTTP/1.1 ${status} ${reason}\r\n${head.join('')}\r\n${body}`, () => socket.destroy())
  }

/** Refuses an unknown `Expect` header as Node.js would, with these headers and without a body. */
export function refuseExpectations(server: Server, headers: Readonly<Record<string, string>>): void {
  server.on('checkExpectation', (_request, response) => {
    response.writeHead(417, { ...headers, connection: 'close' }).end()
  })
}
