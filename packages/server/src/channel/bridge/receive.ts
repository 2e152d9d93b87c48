import type { Understand } from '@parley/bot/meaning'
import { bareInbound, type InboundMessage } from '@parley/whatsapp/inbound-message'
import type { InboundMedia } from '@parley/whatsapp/inbound-media'
import { sql } from 'kysely'
import { makeConversations, type OpenConversation, openConversations } from '../../conversations/open.ts'
import { together } from '../../db/flight.ts'
import type { Emit, Tx } from '../../db/write.ts'
import { erasedAmong, isErasedIn } from '../../personal-data/erased-ids.ts'
import { answersAmong } from '../../ratings/answers.ts'
import { SpeaksOfErased } from '../erased-items.ts'
import type { FailureFacts } from '../failure-facts.ts'
import { folded, type ItemEnd, noted, shown } from '../item-end.ts'
import { receiveSaid } from '../receive-status.ts'
import { type Dated, placeMessages, storedOf, storeMessages } from '../store-messages.ts'
import { resolvePeers } from './customers.ts'
import type { BridgeEvent, BridgeMessage, BridgeStatus } from './events.ts'

const ofErased = noted('It is of a customer whose data were erased.')

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
  const ends = new Map<BridgeEvent, ItemEnd>()
  const messages = events.filter(event => event.kind === 'message')
  if (messages.length > 0) {
    for (const [message, end] of await receiveMessages(tx, emit, bridgeId, messages, now, understand))
      ends.set(message, end)
  }
  for (const event of events) {
    if (event.kind === 'status') ends.set(event, await receiveStatus(tx, emit, bridgeId, event, now))
  }
  return events.map(event => ends.get(event) ?? noted('It brought nothing.'))
}

/** Customers are locked before their conversations, as everywhere. */
async function receiveMessages(
  tx: Tx,
  emit: Emit,
  bridgeId: string,
  given: readonly BridgeMessage[],
  now: Date,
  understand: Understand,
): Promise<ReadonlyMap<BridgeEvent, ItemEnd>> {
  const { rows: erasedRows } = await tx.executeQuery(erasedAmong(given.map(({ id }) => id)))
  const isErased = isErasedIn(erasedRows)
  const ends = new Map<BridgeEvent, ItemEnd>()
  const pairs = given.flatMap(event => {
    if (!isErased(event.id)) return [{ event, message: inboundOf(event, now) }]
    ends.set(event, ofErased)
    return []
  })
  const customers = await resolvePeers(
    tx,
    emit,
    bridgeId,
    pairs.map(({ event, message }) => ({
      peer: event.from,
      name: nameOf(event),
      at: message.at,
    })),
    now,
  )
  const [stored] = await together(
    tx,
    storedOf(
      bridgeId,
      pairs.map(({ message }) => message),
    ),
  )
  const known = new Set(stored.map(({ wamid }) => wamid))
  const fresh = pairs.filter(({ event, message }) => {
    const isNew = !known.has(message.id)
    known.add(message.id)
    ends.set(event, isNew ? shown : folded(null))
    return isNew
  })
  const answersTo = new Map<number, string>()
  const customerOf = new Map<Dated, number>(
    fresh.map(({ event, message }) => [message, customers.get(event.from) ?? 0]),
  )
  const conversations = await conversationsOf(tx, bridgeId, new Set(customerOf.values()), now)
  for (const { event, message } of fresh) {
    const { id } = conversations.get(customerOf.get(message) ?? 0) ?? {}
    if (id !== undefined) answersTo.set(id, event.from)
  }
  await answerTo(tx, answersTo)
  const messages = fresh.map(({ message }) => message)
  const conversationOf = (message: Dated) => conversations.get(customerOf.get(message) ?? 0)
  const findAnswer = await answersAmong(tx, messages, conversationOf, understand)
  const placed = placeMessages(messages, conversationOf, findAnswer, now)
  if (placed.length > 0) await storeMessages(tx, emit, bridgeId, placed, now)
  return ends
}

/** By customer; made where there is none. */
async function conversationsOf(
  tx: Tx,
  bridgeId: string,
  customerIds: ReadonlySet<number>,
  now: Date,
): Promise<ReadonlyMap<number, OpenConversation>> {
  const open = await openConversations(tx, [...customerIds], bridgeId)
  const conversations = new Map(open.map(one => [one.customer_id, one]))
  const without = [...customerIds].filter(id => !conversations.has(id))
  for (const one of await makeConversations(tx, without, bridgeId, now))
    conversations.set(one.customer_id, one)
  return conversations
}

/** Answers go to where the customer wrote from last. */
const answerTo = (tx: Tx, peers: ReadonlyMap<number, string>) =>
  sql`update conversations c set peer = n.peer
    from unnest(${[...peers.keys()]}::bigint[], ${[...peers.values()]}::text[]) as n (id, peer)
    where c.id = n.id and c.peer is distinct from n.peer`.execute(tx)

const nameOf = ({ name }: BridgeMessage): string | null => {
  const trimmed = (name ?? '').trim()
  return trimmed === '' ? null : trimmed
}

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
    return await receiveSaid(tx, emit, bridgeId, said, now)
  } catch (error) {
    if (error instanceof SpeaksOfErased) return ofErased
    throw error
  }
}
