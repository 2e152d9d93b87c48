import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import * as z from 'zod'
import type { Understand } from '@parley/bot/world'
import { ApiError } from '@parley/core/errors'
import { maxTextLength } from '@parley/core/messages/constants'
import { visibleName } from '@parley/core/text/fold'
import { textOf } from '@parley/core/text/typed'
import type { InboundMedia } from '@parley/whatsapp/inbound/inbound-media'
import { bareInbound, type InboundMessage } from '@parley/whatsapp/inbound/inbound-message'
import type { FailureFacts } from '../channels/adapter.ts'
import type { BridgeConfig } from '../config/channels.ts'
import { tellOfName } from '../customers/addresses.ts'
import { storable } from '../db/text.ts'
import { type Tx, type TxContext, write, type Writer } from '../db/write.ts'
import { erasedAmong } from '../personal-data/erased-ids.ts'
import { ignored, type ItemEnd, merged, stored } from './log.ts'
import { SpeaksOfErased } from './rejection.ts'
import { applySaid } from './statuses.ts'
import { type Dated, storeMessages } from './store.ts'
import { isSameSecret } from './whatsapp.ts'

/** 100 messages of 4,096 characters, each of them as JSON's longest escape. */
const largestCall = 4 * 1024 * 1024

interface BridgeIngestDeps {
  readonly writer: Writer
  readonly bridges: readonly BridgeConfig[]
  readonly wakeMedia: () => void
  readonly wakeBot: () => void
  readonly understand: Understand
}

/** Ingestion of channels behind bridges. Answers 200 once everything is stored. */
export async function bridgeRoutes(
  app: FastifyInstance,
  { writer, bridges, wakeMedia, wakeBot, understand }: BridgeIngestDeps,
): Promise<void> {
  const url = '/channels/bridges/:id/events'
  const bridgeOf = ({ params, headers }: FastifyRequest): BridgeConfig => {
    const { id } = params as { readonly id: string }
    const bridge = bridges.find(one => one.id === id)
    const token = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
    if (bridge === undefined) throw new ApiError('bridge.not-found', { id })
    if (!isSameSecret(token, bridge.token)) throw new ApiError('session.missing')
    return bridge
  }
  // Without the secret the body is not read.
  const onRequest = async (request: FastifyRequest) => {
    bridgeOf(request)
    request.isVerified = true
  }
  app.post(url, { bodyLimit: largestCall, onRequest }, async (request, reply) => {
    const { id: bridgeId } = bridgeOf(request)
    const reading = BridgeEvents.safeParse(request.body)
    if (!reading.success) {
      const [issue] = reading.error.issues
      const field = issue === undefined || issue.path.length === 0 ? 'body' : issue.path.join('.')
      throw ApiError.field(field, issue?.message ?? 'cannot be read')
    }
    const { events } = reading.data
    const ends = await write(writer, context => receiveEvents(context, bridgeId, events, understand))
    if (events.some(event => event.kind === 'message')) wakeBot()
    if (events.some(event => event.kind === 'message' && event.file != null)) wakeMedia()
    return reply.send({
      events: events.map(({ id }, place) => ({ id, ended: ends[place]?.ended ?? 'noted' })),
    })
  })
}

/** Per request. */
const mostEvents = 100
const name = z.string().min(1, 'must not be empty').max(200, 'must have at most 200 characters')
const at = z.iso.datetime({ offset: true, error: 'must be a time such as 2026-03-02T08:15:30Z' })

const Message = z
  .strictObject({
    kind: z.literal('message'),
    /** The channel's id. */
    id: name,
    /** The channel's id of the customer. */
    from: name,
    name: z.string().max(200, 'must have at most 200 characters').nullish(),
    at: at.nullish(),
    text: textOf(maxTextLength).nullish(),
    file: z
      .strictObject({ id: name, name: name.nullish(), mime_type: name, size: z.int().min(0).nullish() })
      .nullish(),
    /** The id of the quoted message. */
    quotes: name.nullish(),
  })
  .refine(({ text, file }) => (text ?? '').trim() !== '' || file != null, {
    path: ['text'],
    error: 'is missing: a message has text, a file, or both',
  })

const Status = z.strictObject({
  kind: z.literal('status'),
  /** The bridge's id of our message. */
  id: name,
  status: z.enum(['delivered', 'read', 'failed']),
  at: at.nullish(),
  /** A sentence for the agent. */
  reason: z.string().max(500, 'must have at most 500 characters').nullish(),
})

/** Events in order of occurrence. */
const BridgeEvents = z.strictObject({
  events: z
    .array(z.discriminatedUnion('kind', [Message, Status]))
    .min(1, 'must hold one event at least')
    .max(mostEvents, `must hold at most ${mostEvents} events`),
})

type BridgeEvent = z.output<typeof BridgeEvents>['events'][number]
type BridgeMessage = z.output<typeof Message>
type BridgeStatus = z.output<typeof Status>

const ofErased = ignored('It is of a customer whose data were erased.')

/**
 * Ingests a bridge's events in one transaction. A repeated event changes nothing. @returns the result of each, in order
 */
async function receiveEvents(
  context: TxContext,
  bridgeId: string,
  events: readonly BridgeEvent[],
  understand: Understand,
): Promise<readonly ItemEnd[]> {
  const messages = events.filter(event => event.kind === 'message')
  // Customers are locked before their conversations, as everywhere.
  const ends = await receiveMessages(context, bridgeId, messages, understand)
  for (const event of events) {
    if (event.kind === 'status') ends.set(event, await receiveStatus(context, bridgeId, event))
  }
  return events.map(event => ends.get(event) ?? ignored('It brought nothing.'))
}

async function receiveMessages(
  context: TxContext,
  bridgeId: string,
  given: readonly BridgeMessage[],
  understand: Understand,
): Promise<Map<BridgeEvent, ItemEnd>> {
  const { tx, now } = context
  const ends = new Map<BridgeEvent, ItemEnd>()
  if (given.length === 0) return ends
  const wamids = given.map(({ id }) => id)
  const erased = await erasedAmong(tx, wamids)
  for (const event of given) if (erased.has(event.id)) ends.set(event, ofErased)
  const pairs = given
    .filter(({ id }) => !erased.has(id))
    .map(event => ({ event, message: inboundOf(event, now) }))
  const peers = pairs.map(({ event, message }) => ({ peer: event.from, name: nameOf(event), at: message.at }))
  const customers = await resolvePeers(context, bridgeId, peers)
  const customerOf = (event: BridgeMessage) => customers.get(event.from) ?? 0
  const arrivals = pairs.map(({ event, message }) => ({ message, customerId: customerOf(event) }))
  const { fresh, conversations } = await storeMessages(context, bridgeId, arrivals, understand)
  const answersTo = new Map<number, string>()
  for (const { event, message } of pairs) {
    ends.set(event, fresh.has(message) ? stored : merged(null))
    const conversation = conversations.get(customerOf(event))
    if (fresh.has(message) && conversation !== undefined) answersTo.set(conversation.id, event.from)
  }
  if (answersTo.size > 0) await answerTo(tx, answersTo)
  return ends
}

/** Replies go to the address of the customer's newest message. */
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
  context: TxContext,
  bridgeId: string,
  { id, status, at, reason }: BridgeStatus,
): Promise<ItemEnd> {
  const said = {
    wamid: id,
    opaque: null,
    status,
    at: at == null ? context.now : new Date(at),
    pricing: null,
    failure: failed(reason ?? null),
  } as const
  try {
    const [end] = await applySaid(context, bridgeId, [said])
    if (end === undefined) throw new Error('A status has no end')
    return end
  } catch (error) {
    if (error instanceof SpeaksOfErased) return ofErased
    throw error
  }
}

/** A customer's id and name at the bridge, and the time of their message. */
interface Peer {
  readonly peer: string
  readonly name: string | null
  readonly at: Date
}

/**
 * Finds, creates and locks the customers of a bridge's peers. The name follows newer messages unless an agent has set it. A merged
 * customer resolves to the remaining one. @returns customer ids by peer
 */
async function resolvePeers(
  context: TxContext,
  bridgeId: string,
  peers: readonly Peer[],
): Promise<ReadonlyMap<string, number>> {
  const { tx, now } = context
  const newest = new Map(
    peers.toSorted((a, b) => a.at.getTime() - b.at.getTime()).map(one => [one.peer, one]),
  )
  const names = [...newest.keys()].toSorted()
  // Two transactions with the same new customer must wait for each other.
  for (const peer of names) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`${bridgeId} ${peer}`}, 0))`.execute(tx)
  }
  const found = new Map<string, number>()
  for (const row of await holdersOf(tx, bridgeId, names)) found.set(row.peer, row.customer_id)
  await sql`select id from customers where id = any(${[...found.values()]}::bigint[])
    order by id for no key update`.execute(tx)
  for (const peer of names) {
    const { name = null, at = now } = newest.get(peer) ?? {}
    const known = found.get(peer)
    if (known === undefined) found.set(peer, await makeCustomer(context, bridgeId, { peer, name, at }))
    else if (name !== null) await nameCustomer(context, known, name, at)
    await sql`update bridge_customers set wrote_at = greatest(wrote_at, ${at})
      where phone_number_id = ${bridgeId} and peer = ${peer}`.execute(tx)
  }
  return found
}

/** Follows merges to the remaining customers. */
const holdersOf = async (tx: Tx, bridgeId: string, peers: readonly string[]) =>
  (
    await sql<{ peer: string; customer_id: number }>`
      with recursive held as (
        select b.peer, c.id, c.merged_into from bridge_customers b join customers c on c.id = b.customer_id
        where b.phone_number_id = ${bridgeId} and b.peer = any(${[...peers]}::text[])
        union all
        select h.peer, c.id, c.merged_into from held h join customers c on c.id = h.merged_into)
      select peer, id as customer_id from held where merged_into is null`.execute(tx)
  ).rows

async function makeCustomer(
  { tx, now }: TxContext,
  bridgeId: string,
  { peer, name, at }: Peer,
): Promise<number> {
  const shown = name === null ? null : storable(name)
  const { id } = await tx
    .insertInto('customers')
    .values({ name: shown, profile_name: shown, profile_name_at: at, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('bridge_customers')
    .values({ phone_number_id: bridgeId, peer, customer_id: id, wrote_at: at })
    .execute()
  return id
}

async function nameCustomer(context: TxContext, id: number, name: string, at: Date): Promise<void> {
  const shown = storable(name)
  const { rows } = await sql`
    update customers set profile_name = ${shown}, profile_name_at = ${at},
      name = case when name_set_by is null then ${shown} else name end
    where id = ${id} and profile_name is distinct from ${shown} and (profile_name_at is null or profile_name_at <= ${at})
    returning id`.execute(context.tx)
  if (rows.length > 0) await tellOfName(context, id)
}
