import { type Batcher, batcher } from '../db/batcher.ts'
import { type IngestDeps, processAlone, processBatch } from './process.ts'
import { isContent, readFor, type Webhook } from './webhook.ts'

/**
 * Ingests one webhook with a valid signature: its text, and the parsed JSON. When it resolves, all items and their results are
 * stored.
 */
export type Ingest = (body: string, content: unknown) => Promise<void>

/**
 * Opens the ingestion. A batch holds webhooks that need the same locks: messages, statuses and changes of one number each have a
 * batcher. If a batch fails, each of its webhooks is processed alone. If the database does not answer, all waiting webhooks fail
 * at once, and WhatsApp repeats them.
 * @param gate told while messages are ingested
 */
export function openIngest(deps: IngestDeps, gate: IngestGate): Ingest {
  const batchers = new Map<string, Batcher<Webhook>>()
  const open = () =>
    batcher<Webhook>({
      processBatch: webhooks => processBatch(deps, webhooks),
      processAlone: ({ whole }) => processAlone(deps, whole),
      keyOf: orderKey,
      sizeOf: ({ body }) => body.length,
      onSplit: deps.onSplit,
    })
  return (whole, content) => {
    const webhook = readFor(deps.numbers, whole, content)
    const kinds = new Set(webhook.items.filter(isContent).map(item => `${item.kind} ${item.phoneNumberId}`))
    const [kind = 'none', ...others] = kinds
    // One transaction would take locks of several kinds or numbers, against the lock order.
    if (others.length > 0) return processAlone(deps, whole)
    const batch = batchers.get(kind) ?? open()
    batchers.set(kind, batch)
    const hasMessages = webhook.items.some(item => item.kind === 'message')
    return hasMessages ? gate.during(() => batch(webhook)) : batch(webhook)
  }
}

/** Webhooks of one customer, or about one message, stay in order when they are processed alone. */
function orderKey({ whole, items }: Webhook): string {
  const first = items.find(isContent)
  if (first === undefined) return whole
  if (first.kind === 'status') return first.status.wamid
  const { from, userId } = first.kind === 'message' ? first.message : first.change
  return from ?? userId ?? whole
}

/** Tells work that can wait whether messages are being ingested. */
export interface IngestGate {
  readonly during: (work: () => Promise<void>) => Promise<void>
  /** Resolves once nothing has been ingested for a moment, after `mostMs` milliseconds at the latest. */
  readonly quiet: (mostMs: number) => Promise<void>
}

/** In milliseconds: the next webhook may arrive meanwhile. */
const momentMs = 5

/** Messages go first: WhatsApp waits for each webhook to be stored before it brings the next. */
export function openIngestGate(clock: () => number = () => performance.now()): IngestGate {
  let underWay = 0
  let endedAt = Number.NEGATIVE_INFINITY
  const isBusy = () => underWay > 0 || clock() - endedAt < momentMs
  return {
    during: async work => {
      underWay += 1
      try {
        await work()
      } finally {
        underWay -= 1
        endedAt = clock()
      }
    },
    quiet: async mostMs => {
      const until = clock() + mostMs
      while (isBusy() && clock() < until) await new Promise(resolve => setTimeout(resolve, momentMs))
    },
  }
}
