import { Refusal } from '@parley/core/errors'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram } from 'prom-client'
import { backlogOf } from './backlog.ts'
import type { Writer } from './db/write.ts'
import type { Health } from './channels/health.ts'
import type { Hub } from './live/hub.ts'
import type { Metrics } from './metrics.ts'
import { NotReady, type Readiness } from './readiness.ts'

/** The page of figures for Prometheus, as it is now. */
export type FiguresPage = () => Promise<{ readonly type: string; readonly text: string }>

const isLoopback = (address: string | undefined): boolean =>
  address !== undefined && /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/.test(address)

/** The gauges of this process and of the backlog, measured as the page is asked for. */
function figuresPage(
  registry: Metrics['registry'],
  { db, now }: Pick<Writer, 'db' | 'now'>,
  hub: Hub,
  health: Pick<Health, 'problems'>,
  onTrouble: (error: unknown) => void,
): FiguresPage {
  const sockets = new Gauge({
    name: 'parley_sockets',
    help: 'Open sockets of this process',
    registers: [registry],
  })
  const problems = new Gauge({
    name: 'parley_channel_problem',
    help: 'What is wrong between Parley and WhatsApp, as the ribbon says it: 1 for each, none where nothing is',
    labelNames: ['kind', 'number'],
    registers: [registry],
  })
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] })
  const database = gauge('parley_database_up', 'Whether the database answered just now')
  const waiting = {
    oldestQueuedSeconds: gauge(
      'parley_queue_oldest_seconds',
      'How long the oldest message to a customer waits to be handed to WhatsApp',
    ),
    oldestMediaSeconds: gauge(
      'parley_media_oldest_seconds',
      'How long the oldest file of a customer that is still to be fetched from WhatsApp waits',
    ),
    rollUpLag: gauge('parley_roll_up_lag', 'Changes that the figures’ roll-ups have not read yet'),
    logLength: gauge('parley_log_length', 'Changes that the log of live updates holds'),
  }
  /** The same from every process, since all read one database. */
  const measure = async () => {
    const backlog = await backlogOf(db, now())
    waiting.oldestQueuedSeconds.set(backlog.oldestQueuedSeconds)
    waiting.oldestMediaSeconds.set(backlog.oldestMediaSeconds)
    waiting.rollUpLag.set(backlog.rollUpLag)
    waiting.logLength.set(backlog.logLength)
  }
  return async () => {
    sockets.set(hub.size())
    problems.reset()
    for (const { kind, number } of health.problems()) problems.set({ kind, number: number ?? '' }, 1)
    try {
      await measure()
      database.set(1)
    } catch (error) {
      onTrouble(error)
      database.set(0)
      // What it was before is no figure of now.
      for (const one of Object.values(waiting)) one.remove()
    }
    return { type: registry.contentType, text: await registry.metrics() }
  }
}

/**
 * /healthz: the process answers. /readyz: it can do its work. /metrics: figures for Prometheus, here for this machine
 * alone, and not at all where they have a port of their own. Answers the page for that port.
 */
export function operationRoutes(
  app: FastifyInstance,
  writer: Pick<Writer, 'db' | 'now'>,
  hub: Hub,
  health: Pick<Health, 'problems'>,
  { registry }: Metrics,
  readiness: Pick<Readiness, 'check'>,
  hasOwnPort: boolean,
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
      throw new Refusal('server.unavailable')
    }
    return { ok: true }
  })
  if (hasOwnPort) return page
  app.get('/metrics', async (request, reply) => {
    const { 'x-forwarded-for': forwarded, forwarded: forwardedToo } = request.headers
    // A proxy on this machine says for whom it asks.
    const isHere = isLoopback(request.socket.remoteAddress)
    if (!isHere || forwarded !== undefined || forwardedToo !== undefined) {
      throw new Refusal('session.forbidden')
    }
    const { type, text } = await page()
    return reply.type(type).send(text)
  })
  return page
}
