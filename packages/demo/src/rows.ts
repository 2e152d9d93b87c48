import { leaseMs, sendDeadlineMs } from '@parley/core/messages/delivery'
import type { StoredFile } from '@parley/server/attachments/stored-file'
import { addApplication, applicationIds, type MessageIds } from './applications.ts'
import { cast } from './data.ts'
import { type Delivery, deliveryOf, notOnWhatsapp, outsideWindow, refusalOf } from './delivery.ts'
import type { Rows } from './insert.ts'
import type { Entry, MessageHistory } from './message-history.ts'
import { firstSeen, type Planned } from './plan.ts'
import { addIssue, addTicket, ratingOf, ticketIds } from './raised.ts'
import { type StoredSamples, samples } from './samples.ts'

/** The picture of an applicant's identity card, and the topic in which they sent it. */
export interface StoredCard {
  readonly topic: number
  readonly file: StoredFile
}

/** By the index of the conversation. */
export type StoredCards = ReadonlyMap<number, StoredCard>

/** The context of the rows: ids and files that they refer to. */
export interface Surroundings {
  readonly now: Date
  readonly phoneNumberId: string
  /** The agents' ids, in the plan's order. */
  readonly agentIds: readonly number[]
  readonly files: StoredSamples
  readonly cards: StoredCards
  /** Returns new ids, ascending. */
  readonly nextId: () => number
  /** The customers' ids, by the index of their first conversation. */
  readonly customerIds: Map<number, number>
}

/** The maximum of ids for the rows of a conversation. */
export const idsOf = ({ role, history }: Planned): number =>
  4 + ticketIds + (role.application === undefined ? 0 : applicationIds) + history.entries.length * 3

/** Adds a conversation with all its rows. */
export function addConversation(rows: Rows, planned: Planned, around: Surroundings): void {
  const { role, history, index } = planned
  const { now, nextId } = around
  const { entries } = history
  const times = entries.flatMap(entry => [entry.at.getTime(), entry.arrivedAt.getTime()])
  const idle = now.getTime() - role.ago * 60_000
  const created = new Date(Math.min(idle, ...times))
  const customerId = addCustomer(rows, planned, created, around)
  const conversationId = nextId()
  const agentId = around.agentIds[planned.answering]
  const by = agentId === undefined ? null : { conversationId, agentId, now, nextId }
  const issue = by && addIssue(rows, planned, by)
  const messages = entries.map((_, place) => {
    const issueId = issue?.attached.has(place) === true ? issue.id : null
    return addMessage(rows, planned, { conversationId, place, issueId }, around)
  })
  const last = lastOf(entries)
  const lastActivity = new Date(
    entries.reduce((newest, one) => Math.max(newest, one.arrivedAt.getTime()), created.getTime()),
  )
  // The generated conversations have no tickets and ratings: their ticket numbers would collide with those of the agents'
  // tickets.
  const byCast = index < cast.length ? by : null
  const rating = byCast && ratingOf(planned, byCast)
  const isClosing = onlyCloses(history)
  const unreachableAt = newestAt(entries, line => refusalOf(line) === notOnWhatsapp)
  rows.conversations.push({
    id: conversationId,
    customer_id: customerId,
    phone_number_id: around.phoneNumberId,
    status: role.status,
    assignee_id: role.agent === null ? null : (around.agentIds[role.agent] ?? null),
    tags: [...new Set(role.topics.slice(-2).flatMap(topic => topic.tags))],
    inbound_no: history.inboundNo,
    last_message_id: messages[last]?.id ?? null,
    last_activity: lastActivity,
    human_wait_started_at: history.waitsSince,
    acknowledged_wait: isClosing ? history.waitsSince : null,
    acknowledged_confidence: isClosing ? closingConfidence : null,
    customer_wrote_at: newestAt(entries, ({ by }) => by === 'customer'),
    window_refused_at: newestAt(entries, line => refusalOf(line) === outsideWindow),
    unreachable: unreachableAt === null ? null : 'not-on-whatsapp',
    unreachable_at: unreachableAt,
    created_at: created,
    updated_at: lastActivity,
    rated: rating?.rating ?? null,
    version: 1,
  })
  for (const [agent, seen] of planned.readCursors.entries()) {
    const agentId = around.agentIds[agent]
    if (agentId === undefined || seen === 0) continue
    rows.marks.push({ agent_id: agentId, conversation_id: conversationId, seen_no: seen })
  }
  addApplication(rows, planned, { ...around, customerId, conversationId, messages })
  if (byCast === null) return
  if (rating !== null) rows.ratings.push(rating)
  addTicket(rows, planned, byCast)
}

/** The index of the last message in thread order; among equal times arrival decides, as ids do. */
const lastOf = (entries: readonly Entry[]): number =>
  entries.reduce((last, entry, place) => (entry.at >= (entries[last]?.at ?? entry.at) ? place : last), 0)

/** As sure as the server usually is. */
const closingConfidence = 0.97

/** Whether the messages of the customer who waits only thank or agree. */
const onlyCloses = ({ entries, waitsSince }: MessageHistory): boolean =>
  waitsSince !== null &&
  entries.every(({ line, at }) => line.by !== 'customer' || at < waitsSince || line.closes === true)

/** The time of the newest of these messages; null without any. */
const newestAt = (entries: readonly Entry[], isOne: (line: Entry['line']) => boolean): Date | null =>
  entries.reduce<Date | null>(
    (newest, { line, at }) => (isOne(line) && (newest === null || at > newest) ? at : newest),
    null,
  )

function addCustomer(rows: Rows, planned: Planned, created: Date, around: Surroundings): number {
  const { person, index, sameCustomerAs } = planned
  const known = sameCustomerAs === null ? undefined : around.customerIds.get(sameCustomerAs)
  if (known !== undefined) return known
  const id = around.nextId()
  around.customerIds.set(index, id)
  rows.customers.push({
    id,
    wa_id: person.waId,
    phone: person.phone,
    name: person.name,
    profile_name: person.name,
    account_type: person.accountType,
    customer_number: person.customerNumber,
    created_at: created,
  })
  return id
}

const sources = { customer: 'CUSTOMER', bot: 'BOT', agent: 'AGENT', system: 'SYSTEM' } as const

/** The conversation, position and issue of a message. */
interface MessagePlace {
  readonly conversationId: number
  /** The index among the history's entries. */
  readonly place: number
  readonly issueId: number | null
}

function addMessage(
  rows: Rows,
  planned: Planned,
  { conversationId, place, issueId }: MessagePlace,
  around: Surroundings,
): MessageIds {
  const { history, draw, index } = planned
  const entry = history.entries[place]
  if (entry === undefined) throw new RangeError('No such line')
  const { line } = entry
  const id = around.nextId()
  const isInbound = line.by === 'customer' || line.by === 'system'
  const delivery = isInbound
    ? null
    : deliveryOf(entry, history.entries.slice(place + 1, place + 20), around.now, draw)
  const isSeen = entry.inboundNo !== null && entry.inboundNo <= Math.max(...planned.readCursors)
  const wamid = `wamid.demo.${index + 1}.${place + 1}`
  rows.messages.push({
    id,
    conversation_id: conversationId,
    direction: isInbound ? 'INBOUND' : 'OUTBOUND',
    source: sources[line.by],
    message_type: line.kind ?? (line.file === undefined ? 'text' : samples[line.file].kind),
    content: entry.text,
    agent_id: line.by === 'agent' ? (around.agentIds[planned.answering] ?? null) : null,
    at: entry.at,
    arrived_at: entry.arrivedAt,
    inbound_no: entry.inboundNo,
    phone_number_id: isInbound ? around.phoneNumberId : null,
    wamid: isInbound ? wamid : null,
    status: delivery?.status ?? 'received',
    failure: delivery?.failure ?? null,
    send_deadline: isInbound ? null : new Date(entry.at.getTime() + sendDeadlineMs),
    tries: isInbound ? 0 : 1,
    response_time_seconds: entry.responseSeconds,
    wait_started_at: entry.waitStartedAt,
    issue_id: issueId,
    first_seen_at: isSeen ? firstSeen(history, place, around.now, draw) : null,
  })
  if (delivery !== null) addAttempt(rows, { id, conversationId, entry, delivery, wamid }, around)
  const attachmentId =
    line.file === undefined ? null : addFile(rows, planned, { id, entry, file: line.file }, around)
  return { id, attachmentId }
}

interface SentMessage {
  readonly id: number
  readonly conversationId: number
  readonly entry: Entry
  readonly delivery: Delivery
  readonly wamid: string
}

function addAttempt(
  rows: Rows,
  { id, conversationId, entry, delivery, wamid }: SentMessage,
  around: Surroundings,
): void {
  rows.attempts.push({
    id: around.nextId(),
    message_id: id,
    conversation_id: conversationId,
    no: 1,
    state: delivery.status,
    lease_until: new Date(entry.at.getTime() + leaseMs),
    phone_number_id: around.phoneNumberId,
    // WhatsApp returns an id on acceptance, also if the message fails later. A message in the state unknown never got one.
    wamid: delivery.status === 'unknown' ? null : wamid,
    failure: delivery.status === 'failed' ? delivery.failure : null,
    ...delivery.times,
    pricing: delivery.pricing,
    created_at: entry.at,
    updated_at: delivery.settledAt,
  })
}

interface CarriedFile {
  readonly id: number
  readonly entry: Entry
  readonly file: keyof typeof samples
}

const claimedTypes = { image: 'image/jpeg', document: 'application/pdf', audio: 'audio/wav' } as const

function addFile(
  rows: Rows,
  planned: Planned,
  { id, entry, file }: CarriedFile,
  around: Surroundings,
): number {
  const sample = samples[file]
  const own = file === 'id-card' ? around.cards.get(planned.index) : undefined
  const stored = own?.topic === entry.topic ? own.file : (around.files.get(file) ?? null)
  const attachmentId = around.nextId()
  const isInbound = entry.line.by === 'customer'
  rows.attachments.push({
    id: attachmentId,
    uploaded_by: entry.line.by === 'agent' ? (around.agentIds[planned.answering] ?? null) : null,
    name: sample.name,
    mime_type: stored?.mimeType ?? claimedTypes[sample.kind],
    size: stored?.size ?? null,
    document_type: sample.documentType,
    description: '',
    state: stored === null ? 'failed' : 'ready',
    failure: stored === null ? 'WhatsApp does not have it any more. Ask the customer to send it again' : null,
    storage_key: stored?.key ?? null,
    has_thumbnail: stored?.hasThumbnail ?? false,
    width: stored?.width ?? null,
    height: stored?.height ?? null,
    wa_media_id: isInbound ? `demo-media-${attachmentId}` : null,
    tries: isInbound ? 1 : 0,
    created_at: entry.arrivedAt,
  })
  rows.message_attachments.push({ message_id: id, attachment_id: attachmentId, position: 0 })
  return attachmentId
}
