import type { FastifyInstance } from 'fastify'

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

export type WireLog = ReturnType<typeof wireLogOf>

const mostEntries = 500

/** Keeps the last 500 calls and passes each to `added`. */
export function wireLogOf(now: () => Date, added: (entry: WireEntry) => void) {
  const entries: WireEntry[] = []
  let lastId = 0
  return {
    /** Times what follows, until the returned function says how it ended. */
    begin(direction: WireEntry['direction']) {
      const started = performance.now()
      return (what: string, status: WireEntry['status']): void => {
        const ms = Math.round(performance.now() - started)
        const entry = { id: ++lastId, at: now().toISOString(), direction, what, status, ms }
        entries.push(entry)
        if (entries.length > mostEntries) entries.shift()
        added(entry)
      }
    },
    entries: (): readonly WireEntry[] => entries,
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

/** Logs every request below `app` when its answer is out, or its connection gone. */
export function logRequests(app: FastifyInstance, log: WireLog): void {
  app.decorateRequest('wireName', null)
  app.decorateRequest('wireStatus', null)
  app.addHook('onRequest', (request, reply, done) => {
    const end = log.begin('in')
    reply.raw.once('close', () => {
      const name = request.wireName ?? `${request.method} ${request.url.split('?')[0]}`
      end(name, request.wireStatus ?? reply.raw.statusCode)
    })
    done()
  })
}
