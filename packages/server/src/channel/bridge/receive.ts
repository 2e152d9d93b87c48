import { visibleName } from '@parley/core/rules/fold'
import type { Understand } from '@parley/bot/meaning'
import { bareInbound, type InboundMessage } from '@parley/whatsapp/inbound-message'
import type { InboundMedia } from '@parley/whatsapp/inbound-media'
import { sql } from 'kysely'
import type { Emit, Tx } from '../../db/write.ts'
import { erasedAmong } from '../../personal-data/erased-ids.ts'
import type { FailureFacts } from '../failure-facts.ts'
import { SpeaksOfErased } from '../ingest/erased.ts'
import { applySaid } from '../ingest/apply-statuses.ts'
import { type Dated, storeMessages } from '../ingest/store.ts'
import { ignored, type ItemEnd, merged, stored } from '../ingest/webhook-log.ts'
import { resolvePeers } from './customers.ts'
import type { BridgeEvent, BridgeMessage, BridgeStatus } from './events.ts'

const ofErased = ignored('It is of a customer whose data were erased.')

/**
 * Takes in what a bridge tells, in a transaction, all or nothing. The same event again changes nothing. Answers how each
 * ended, in their order.
 */
export async function receiveEvents(
  tx: Tx,
  emit: Emit,
  bridgeId: string,
  events: readonly BridgeEvent[],
  now: Date,
  understand: Understand,
): Promise<readonly ItemEnd[]> {
  const messages = events.filter(event => event.kind === 'message')
  const ends = await receiveMessages(tx, emit, bridgeId, messages, now, understand)
  for (const event of events) {
    if (event.kind === 'status') ends.set(event, await receiveStatus(tx, emit, bridgeId, event, now))
  }
  return events.map(event => ends.get(event) ?? ignored('It brought nothing.'))
}

/** Customers are locked before their conversations, as everywhere. */
async function receiveMessages(
  tx: Tx,
  emit: Emit,
  bridgeId: string,
  given: readonly BridgeMessage[],
  now: Date,
  understand: Understand,
): Promise<Map<BridgeEvent, ItemEnd>> {
  const ends = new Map<BridgeEvent, ItemEnd>()
  if (given.length === 0) return ends
  const erased = await erasedAmong(
    tx,
    given.map(({ id }) => id),
  )
  for (const event of given) if (erased.has(event.id)) ends.set(event, ofErased)
  const pairs = given
    .filter(({ id }) => !erased.has(id))
    .map(event => ({ event, message: inboundOf(event, now) }))
  const peers = pairs.map(({ event, message }) => ({ peer: event.from, name: nameOf(event), at: message.at }))
  const customers = await resolvePeers(tx, emit, bridgeId, peers, now)
  const arrivals = pairs.map(({ event, message }) => ({
    message,
    customerId: customers.get(event.from) ?? 0,
  }))
  const { fresh, conversations } = await storeMessages(tx, emit, bridgeId, arrivals, understand, now)
  const answersTo = new Map<number, string>()
  for (const { event, message } of pairs) {
    ends.set(event, fresh.has(message) ? stored : merged(null))
    const conversation = conversations.get(customers.get(event.from) ?? 0)
    if (fresh.has(message) && conversation !== undefined) answersTo.set(conversation.id, event.from)
  }
  if (answersTo.size > 0) await answerTo(tx, answersTo)
  return ends
}

/** Answers go to where the customer wrote from last. */
const answerTo = (tx: Tx, peers: ReadonlyMap<number, string>) =>
  sql`update conversations c set peer = n.peer
    from unnest(${[...peers.keys()]}::bigint[], ${[...peers.values()]}::text[]) as n (id, peer)
    where c.id = n.id and c.peer is distinct from n.peer`.execute(tx)

const nameOf = ({ name }: BridgeMessage): string | null => visibleName(name ?? '')

const inboundOf = (event: BridgeMessage, now: Date): Dated => {
  const media = event.file == null ? null : mediaOf(event.file)
  return {
    ...bareInbound,
    id: event.id,
    from: null,
    userId: null,
    profileName: nameOf(event),
    at: event.at == null ? now : new Date(event.at),
    type: media?.kind ?? 'text',
    text: event.text ?? null,
    media,
    contextId: event.quotes ?? null,
  } satisfies InboundMessage
}

const kinds = ['image', 'video', 'audio'] as const

const mediaOf = ({ id, name, mime_type: mimeType }: NonNullable<BridgeMessage['file']>): InboundMedia => ({
  id,
  kind: kinds.find(kind => mimeType.startsWith(`${kind}/`)) ?? 'document',
  mimeType,
  sha256: null,
  filename: name ?? null,
  caption: null,
  voice: false,
})

const failed = (reason: string | null): FailureFacts => ({
  code: 'bridge',
  sentence: reason ?? 'It could not be delivered, and the channel did not say why.',
  remedy: 'Press Retry once; if it fails again, reach the customer another way.',
})

async function receiveStatus(
  tx: Tx,
  emit: Emit,
  bridgeId: string,
  { id, status, at, reason }: BridgeStatus,
  now: Date,
): Promise<ItemEnd> {
  const said = {
    wamid: id,
    opaque: null,
    status,
    at: at == null ? now : new Date(at),
    pricing: null,
    failure: failed(reason ?? null),
  } as const
  try {
    const [end] = await applySaid(tx, emit, bridgeId, [said], now)
    if (end === undefined) throw new Error('A status has no end')
    return end
  } catch (error) {
    if (error instanceof SpeaksOfErased) return ofErased
    throw error
  }
}
