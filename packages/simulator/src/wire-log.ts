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
