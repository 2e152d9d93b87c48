import { Counter, Registry } from 'prom-client'
import { type RefusalReason, refusalReasons } from './channel/refused-item.ts'

/** What the parts of one process count for Prometheus. */
export interface Metrics {
  readonly registry: Registry
  itemRefused(reason: RefusalReason): void
}

/** Makes one; every series begins at 0, so that a first refusal is a rise that an alert sees. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const refused = new Counter({
    name: 'parley_webhook_items_refused_total',
    help: 'Items of webhooks that were refused for good and are in no conversation, by reason',
    labelNames: ['reason'],
    registers: [registry],
  })
  for (const reason of refusalReasons) refused.inc({ reason }, 0)
  return { registry, itemRefused: reason => refused.inc({ reason }) }
}
