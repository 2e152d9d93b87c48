import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** Open pages, which get every change by Server-Sent Events. */
export type Live = {
  /** Sends `first` as the event `snapshot`, then every event to come, until the page leaves. */
  join: (response: ServerResponse, first: object) => void
  publish: (event: string, data: object) => void
  stop: () => void
}

const mostUnreadBytes = 8 * 1024 * 1024
const beatMs = 20_000

export function liveOf(): Live {
  const pages = new Set<ServerResponse>()
  const beat = setInterval(() => write(': still here\n\n'), beatMs)
  beat.unref()

  function write(frame: string): void {
    for (const page of pages) {
      page.write(frame)
      // A page that does not read is dropped; it comes back by itself and starts from a snapshot.
      if (page.writableLength > mostUnreadBytes) page.destroy()
    }
  }

  return {
    join(response, first) {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
      response.write(`retry: 1000\n${frameOf('snapshot', first)}`)
      pages.add(response)
      response.once('close', () => pages.delete(response))
    },
    publish: (event, data) => write(frameOf(event, data)),
    stop() {
      clearInterval(beat)
      for (const page of pages) page.end()
    },
  }
}

/** JSON holds no raw line break, so one data line carries it. */
function frameOf(event: string, data: object): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}

/** One call between the simulated WhatsApp and the server. Never holds a person's text. */
export type WireEntry = {
  id: number
  at: string
  /** `out`: a webhook of ours; `in`: a call of the server's. */
  direction: 'in' | 'out'
  what: string
  /** The HTTP status, or in a word why there is none. */
  status: number | string
  ms: number
}

export type WireLog = {
  add: (entry: Omit<WireEntry, 'id' | 'at'>) => void
  entries: () => readonly WireEntry[]
}

const kept = 500

/** Keeps the last 500 calls; `added` hears of each. */
export function wireLogOf(now: () => Date, added: (entry: WireEntry) => void): WireLog {
  const entries: WireEntry[] = []
  let lastId = 0
  return {
    add(call) {
      const entry = { id: ++lastId, at: now().toISOString(), ...call }
      entries.push(entry)
      if (entries.length > kept) entries.shift()
      added(entry)
    },
    entries: () => entries,
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The request's name in the wire log. */
    wireName: string | null
    /** The result of a request that got no answer. */
    wireStatus: string | null
  }
}

/** Puts every request below `app` into the wire log when its answer is out, or its connection gone. */
export function recordOnWire(app: FastifyInstance, log: WireLog): void {
  app.decorateRequest('wireName', null)
  app.decorateRequest('wireStatus', null)
  app.addHook('onRequest', (request, reply, done) => {
    const started = performance.now()
    reply.raw.once('close', () => {
      log.add({
        direction: 'in',
        what: request.wireName ?? `${request.method} ${request.url.split('?')[0]}`,
        status: request.wireStatus ?? reply.raw.statusCode,
        ms: Math.round(performance.now() - started),
      })
    })
    done()
  })
}
