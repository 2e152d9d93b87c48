import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterEach } from 'vitest'
import { whatsappClient } from './client.ts'

export type Seen = {
  method: string
  url: string
  authorization: string | undefined
  headers: IncomingMessage['headers']
  body: string
}
export type Answer = (response: ServerResponse, seen: Seen) => void

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

/** A bare HTTP server that responds as configured and records the requests. */
export async function graph(answer: Answer) {
  const seen: Seen[] = []
  async function note(request: IncomingMessage): Promise<Seen> {
    const body = (await buffer(request)).toString('latin1')
    const { method = '', url = '', headers } = request
    const call = { method, url, headers, authorization: headers.authorization, body }
    seen.push(call)
    return call
  }
  const server = createServer((request, response) => {
    // A client that aborts its request gets no response.
    note(request).then(
      call => answer(response, call),
      () => response.destroy(),
    )
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const stop = () => {
    server.closeAllConnections()
    return new Promise<void>(resolve => server.close(() => resolve()))
  }
  stops.push(stop)
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { apiUrl, seen, stop, client: clientOf(apiUrl) }
}

export function clientOf(apiUrl: string) {
  return whatsappClient({ apiUrl, version: 'v23.0', phoneNumberId: '100', accessToken: 'token' })
}

export function json(status: number, body: unknown): Answer {
  return response =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** A refusal as Graph writes it. */
export function refusal(code: number): object {
  return { error: { message: 'm', code, error_data: { details: 'why' } } }
}
