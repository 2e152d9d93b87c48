import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram } from 'prom-client'
import { ApiError } from '@parley/core/errors'
import type { Health } from '../channels/health.ts'
import type { Config } from '../config/config.ts'
import type { Writer } from '../db/write.ts'
import type { Hub } from '../live/hub.ts'
import { type FiguresPage, figuresPage, type Metrics } from './metrics.ts'
import { NotReady, type Readiness } from './readiness.ts'

const isLoopback = (address: string | undefined): boolean =>
  address !== undefined && /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/.test(address)

interface OperationDeps {
  readonly config: Pick<Config, 'metrics'>
  readonly writer: Pick<Writer, 'db' | 'now'>
  readonly hub: Pick<Hub, 'size'>
  readonly health: Pick<Health, 'problems'>
  readonly metrics: Metrics
  readonly readiness: Pick<Readiness, 'check'>
}

/**
 * /healthz: the process replies. /readyz: it can do its work. /metrics: metrics for Prometheus. They are served here for this
 * machine only, and not at all if they have a port of their own. Returns the page for that port.
 */
export function operationRoutes(
  app: FastifyInstance,
  { config, writer, hub, health, metrics: { registry }, readiness }: OperationDeps,
): FiguresPage {
  // The delay of the event loop, memory and processor time of this process.
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'parley_http_seconds',
    help: 'Time from request to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  })
  const page = figuresPage(registry, writer, hub, health, error =>
    app.log.error({ err: error }, 'no figures of the database'),
  )
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  app.get('/healthz', async () => ({ ok: true }))
  app.get('/readyz', async request => {
    try {
      await readiness.check()
    } catch (error) {
      if (error instanceof NotReady) request.log.warn({ why: error.message }, 'not ready')
      else request.log.error({ err: error }, 'not ready')
      throw new ApiError('server.unavailable')
    }
    return { ok: true }
  })
  if (config.metrics !== null) return page
  app.get('/metrics', async (request, reply) => {
    const { 'x-forwarded-for': forwarded, forwarded: forwardedToo } = request.headers
    // A local proxy forwards requests of other machines, and sets these headers.
    const isHere = isLoopback(request.socket.remoteAddress)
    if (!isHere || forwarded !== undefined || forwardedToo !== undefined) {
      throw new ApiError('session.forbidden')
    }
    const { type, text } = await page()
    return reply.type(type).send(text)
  })
  return page
}
