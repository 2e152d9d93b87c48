import { once } from 'node:events'
import http from 'node:http'
import type { FiguresPage } from './operation.ts'

/** Milliseconds for a whole request. */
const patience = 10_000

/** Serves the figures, and nothing else, where a collector may come and the public may not. */
export async function listenForMetrics(
  place: { readonly host: string; readonly port: number },
  page: FiguresPage,
  onTrouble: (error: unknown) => void,
): Promise<{ readonly port: number; close(): Promise<void> }> {
  const server = http.createServer({ requestTimeout: patience }, (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    page().then(
      ({ type, text }) => response.writeHead(200, { 'content-type': type }).end(text),
      (error: unknown) => {
        onTrouble(error)
        response.writeHead(500).end()
      },
    )
  })
  server.listen(place.port, place.host)
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : place.port,
    close: async () => {
      server.closeAllConnections()
      await new Promise(resolve => {
        server.close(resolve)
      })
    },
  }
}
