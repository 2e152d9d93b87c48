import { Refusal } from '@parley/core/errors'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { Gauge, Histogram } from 'prom-client'
import type { Reader } from './db/write.ts'
import type { Hub } from './live/hub.ts'
import type { Metrics } from './metrics.ts'

/** /healthz: the process answers. /readyz: the database does too. /metrics: figures for Prometheus. */
export function operationRoutes(app: FastifyInstance, db: Reader, hub: Hub, { registry }: Metrics): void {
  const durations = new Histogram({
    name: 'parley_http_seconds',
    help: 'Time from request to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  })
  const sockets = new Gauge({
    name: 'parley_sockets',
    help: 'Open sockets of this process',
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  app.get('/healthz', async () => ({ ok: true }))
  app.get('/readyz', async request => {
    try {
      await sql`select 1`.execute(db)
    } catch (error) {
      request.log.error({ err: error }, 'not ready')
      throw new Refusal('server.unavailable')
    }
    return { ok: true }
  })
  // For a collector on this machine or network, never through the proxy that faces the public.
  app.get('/metrics', async (request, reply) => {
    if (request.headers['x-forwarded-for'] !== undefined) throw new Refusal('session.forbidden')
    sockets.set(hub.size())
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
