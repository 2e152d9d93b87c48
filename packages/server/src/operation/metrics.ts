import { once } from 'node:events'
import http from 'node:http'
import { sql } from 'kysely'
import { Counter, Gauge, Registry } from 'prom-client'
import { longestWaitMs, sendDeadlineMs } from '@parley/core/messages/delivery'
import type { Health } from '../channels/health.ts'
import type { Reader, Writer } from '../db/write.ts'
import { type End, ends } from '../ingest/log.ts'
import { type MediaTrouble, mediaTroubles } from '../ingest/media.ts'
import { type RejectionReason, rejectionReasons } from '../ingest/rejection.ts'
import type { Hub } from '../live/hub.ts'
import { currentSeq, oldestSeq } from '../live/log.ts'
import { neededUpTo } from '../reports/state.ts'

/** The Prometheus counters of one process. */
export interface Metrics {
  readonly registry: Registry
  /** Counts ended webhook items by their result. */
  itemsEnded(counts: Readonly<Record<End, number>>): void
  itemRefused(reason: RejectionReason): void
  /** Counts a failed attempt to fetch a customer's file. */
  mediaMissed(trouble: MediaTrouble): void
}

/** Every series begins at 0, so that an alert sees the first rejection as a rise. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const ended = new Counter({
    name: 'parley_webhook_items_total',
    help: 'Items of webhooks, by how they ended',
    labelNames: ['end'],
    registers: [registry],
  })
  for (const end of ends) ended.inc({ end }, 0)
  const refused = new Counter({
    name: 'parley_webhook_items_refused_total',
    help: 'Items of webhooks that were refused for good and are in no conversation, by reason',
    labelNames: ['reason'],
    registers: [registry],
  })
  for (const reason of rejectionReasons) refused.inc({ reason }, 0)
  const missed = new Counter({
    name: 'parley_media_missed_total',
    help: 'Tries at a file of a customer that brought none, by reason',
    labelNames: ['reason'],
    registers: [registry],
  })
  for (const reason of mediaTroubles) missed.inc({ reason }, 0)
  return {
    registry,
    itemsEnded: counts => {
      for (const end of ends) if (counts[end] > 0) ended.inc({ end }, counts[end])
    },
    itemRefused: reason => refused.inc({ reason }),
    mediaMissed: reason => missed.inc({ reason }),
  }
}

/** Unfinished work of all processes. */
export interface Backlog {
  /** Seconds since Send or Retry of the message that has waited longest. 0 if none waits. */
  readonly oldestQueuedSeconds: number
  /** Seconds since the oldest unfetched file of a customer came. 0 if there is none. */
  readonly oldestMediaSeconds: number
  /** Changes that the daily aggregates have not read yet. */
  readonly rollUpLag: number
  /** Changes in the log. */
  readonly logLength: number
}

/** A deadline moves on while a limit of WhatsApp holds the message. The time to give up does not. */
const patienceSeconds = (longestWaitMs - sendDeadlineMs) / 1_000

/** Five short reads, each by an index. */
export async function backlogOf(reader: Reader, now: Date): Promise<Backlog> {
  const { rows } = await sql<{ deadline: Date | null }>`
    select min(coalesce(give_up_at - make_interval(secs => ${patienceSeconds}), send_deadline)) as deadline
    from messages where status = 'queued'`.execute(reader)
  const deadline = rows[0]?.deadline ?? null
  const media = await sql<{ since: Date | null }>`
    select min(created_at) as since from attachments where state = 'pending'`.execute(reader)
  const mediaSince = media.rows[0]?.since ?? null
  const oldest = await oldestSeq(reader)
  const done = await neededUpTo(reader)
  // Read last, so that no earlier value is ahead of it.
  const seq = await currentSeq(reader)
  const logLength = oldest === null ? 0 : seq - oldest + 1
  return {
    oldestQueuedSeconds:
      deadline === null ? 0 : Math.max(0, (now.getTime() - deadline.getTime() + sendDeadlineMs) / 1000),
    oldestMediaSeconds: mediaSince === null ? 0 : Math.max(0, (now.getTime() - mediaSince.getTime()) / 1000),
    rollUpLag: done === null ? logLength : seq - done,
    logLength,
  }
}

/** Returns the current metrics for Prometheus. */
export type FiguresPage = () => Promise<{ readonly type: string; readonly text: string }>

/** Measures the gauges of this process and of the backlog for each request. */
export function figuresPage(
  registry: Metrics['registry'],
  { db, now }: Pick<Writer, 'db' | 'now'>,
  hub: Pick<Hub, 'size'>,
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
  /** The backlog is the same from every process, since all read one database. */
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
      // Old values must not pass for current ones.
      for (const one of Object.values(waiting)) one.remove()
    }
    return { type: registry.contentType, text: await registry.metrics() }
  }
}

/** The time limit of a whole request in milliseconds. */
const patience = 10_000

/** Serves only the metrics, at an address for collectors that the public cannot reach. */
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
