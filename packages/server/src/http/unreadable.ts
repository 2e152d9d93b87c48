import { type Server, STATUS_CODES } from 'node:http'
import { Refusal } from '@parley/core/errors'
import type { FastifyServerOptions } from 'fastify'

/** Statuses of what the HTTP parser refuses; anything else is 400. */
const statuses: Readonly<Record<string, number>> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }

/** Answers what no route ever sees, since it cannot be read as a request, and closes the connection. */
export const answerUnreadable =
  (headers: Readonly<Record<string, string>>): NonNullable<FastifyServerOptions['clientErrorHandler']> =>
  (error, socket) => {
    if (!socket.writable) return void socket.destroy()
    const status = statuses[error.code] ?? 400
    const reason = STATUS_CODES[status] ?? ''
    const body = JSON.stringify(new Refusal('input.invalid', { reason }).body())
    const lines = {
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    }
    const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.end(`HTTP/1.1 ${status} ${reason}\r\n${head.join('')}\r\n${body}`, () => socket.destroy())
  }

/** Answers an expectation that is none, as Node.js would, with these headers and without the body. */
export function refuseExpectations(server: Server, headers: Readonly<Record<string, string>>): void {
  server.on('checkExpectation', (_request, response) => {
    response.writeHead(417, { ...headers, connection: 'close' }).end()
  })
}
