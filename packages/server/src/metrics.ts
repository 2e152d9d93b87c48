import { Counter, Registry } from 'prom-client'
import { type End, ends } from './ingest/log.ts'
import { type MediaTrouble, mediaTroubles } from './ingest/media.ts'
import { type RejectionReason, rejectionReasons } from './ingest/rejection.ts'

/** What the parts of one process count for Prometheus. */
export interface Metrics {
  readonly registry: Registry
  /** So many items of webhooks ended, by how. */
  itemsEnded(counts: Readonly<Record<End, number>>): void
  itemRefused(reason: RejectionReason): void
  /** A try at a customer's file brought none. */
  mediaMissed(trouble: MediaTrouble): void
}

/** Makes one; every series begins at 0, so that a first refusal is a rise that an alert sees. */
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
