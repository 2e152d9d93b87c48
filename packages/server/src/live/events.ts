import type { ApplicationKind } from '@parley/core/applications/application'
import type { RowNoun } from '@parley/core/call'
import { type ConversationId, type ConversationRow, conversationRows } from '@parley/core/ids'
import type { SocketEvent, LiveEvent } from '@parley/core/sockets/api'
import { sql } from 'kysely'
import { agentStates } from '../agents/queries.ts'
import { conversationStates } from '../conversations/queries.ts'
import type { Change, Reader } from '../db/write.ts'
import { draftKey, draftsAt } from '../messages/drafts/queries.ts'
import { messagesById } from '../messages/queries.ts'
import { notificationStates, openMessageNotices } from '../notifications/queries.ts'
import { tableOf } from '../resources.ts'
import type { LogRow } from './log.ts'

/** One thing to send to all agents, or to one agent. */
export type Outgoing = { readonly seq: number; readonly agentId: number | null } & (
  | OutgoingEvent
  | { readonly endedSession: number }
  /** An agent's visibility scope changed, so the client must fetch all cached data again. */
  | { readonly visibilityChanged: true }
)

interface OutgoingEvent {
  readonly event: SocketEvent
  /** Agents who may not see this conversation do not get the event. Null if the event belongs to no conversation. */
  readonly conversationId: number | null
  /** The conversation's visibility scope may have changed. */
  readonly isReassigned: boolean
}

/** The rows of one entity in a batch, merged at the last number. It is created or reassigned if any of the rows is. */
interface MergedRow extends LogRow {
  readonly created: boolean
  readonly reassigned: boolean
}

function mergeRows(rows: readonly LogRow[]): readonly MergedRow[] {
  const byEntity = new Map<string, MergedRow>()
  for (const row of rows) {
    const key = `${row.noun} ${row.entity_id} ${row.agent_id ?? ''}`
    const before = byEntity.get(key)
    const created = row.kind === 'created' || (before?.created ?? false)
    byEntity.set(key, { ...row, created, reassigned: row.kind === 'handed' || (before?.reassigned ?? false) })
  }
  return [...byEntity.values()].toSorted((a, b) => a.seq - b.seq)
}

type Data = LiveEvent['data']
type EventOf = (row: MergedRow) => SocketEvent | undefined

/** Reads the entities of some rows in one query, and makes an event for each row. A deleted entity has no event. */
type Source = (reader: Reader, rows: readonly MergedRow[], now: Date) => Promise<EventOf>

const source =
  (
    event: LiveEvent['event'] | ((row: MergedRow) => LiveEvent['event']),
    byId: (reader: Reader, ids: readonly number[], now: Date) => Promise<ReadonlyMap<number, Data>>,
  ): Source =>
  async (reader, rows, now) => {
    const found = await byId(reader, [...new Set(rows.map(row => row.entity_id))], now)
    return row => {
      const data = found.get(row.entity_id)
      const name = typeof event === 'string' ? event : event(row)
      return data && ({ event: name, data, seq: row.seq } as SocketEvent)
    }
  }

/** Names the changed entity and its conversation. Pages that show it fetch it again. */
const changed =
  (event: Exclude<RowNoun, 'message'>, table = tableOf(event)): Source =>
  async (reader, rows) => {
    const ids = rows.map(row => row.entity_id)
    const kind = event === 'application' ? sql`, kind` : sql``
    const found = await sql<{ id: number; conversation_id: number; kind: ApplicationKind }>`
      select id, conversation_id${kind} from ${sql.table(table)}
      where id = any(${ids}::bigint[])`.execute(reader)
    const places = new Map(found.rows.map(row => [row.id, row]))
    return ({ entity_id: id, seq }) => {
      const row = places.get(id)
      if (row === undefined) return undefined
      const data = { id: String(id), conversation_id: String(row.conversation_id) as ConversationId }
      return event === 'application'
        ? { event, data: { ...data, kind: row.kind }, seq }
        : { event, data, seq }
    }
  }

/** Names a conversation that something belonging to it changed in. The log row's id is the conversation's. */
const ofConversation =
  (event: 'customer-note' | 'assignment'): Source =>
  async () =>
  ({ entity_id, seq }) => {
    const id = String(entity_id)
    return { event, data: { id, conversation_id: id as ConversationId }, seq }
  }

const ofRows = Object.fromEntries(conversationRows.map(noun => [noun, changed(noun)]))

/** Maps each resource to its event and the query that reads it. */
const sources: Readonly<Record<Exclude<Change['noun'], 'session' | 'message-notices' | 'sight'>, Source>> = {
  ...(ofRows as Record<ConversationRow, Source>),
  message: source(row => (row.created ? 'new_message' : 'message'), messagesById),
  conversation: source('conversation', conversationStates),
  'customer-note': ofConversation('customer-note'),
  assignment: ofConversation('assignment'),
  application: changed('application'),
  agent: source('agent', agentStates),
  notification: source('notification', notificationStates),
  templates: async () => row => ({ event: 'templates', data: {}, seq: row.seq }),
  'canned-replies': async () => row => ({ event: 'canned-replies', data: {}, seq: row.seq }),
  'saved-views': async () => row => ({ event: 'saved-views', data: {}, seq: row.seq }),
  bot: async () => row => ({ event: 'bot', data: {}, seq: row.seq }),
  draft: async (reader, rows) => {
    const places = rows.map(row => ({ agentId: row.agent_id ?? 0, conversationId: row.entity_id }))
    const drafts = await draftsAt(reader, places)
    return row => {
      const data = drafts.get(draftKey({ agentId: row.agent_id ?? 0, conversationId: row.entity_id }))
      return data && { event: 'draft', data, seq: row.seq }
    }
  },
  mark: async (reader, rows) => {
    const marks = await marksOf(reader, rows)
    return row => {
      const data = marks.get(`${row.agent_id} ${row.entity_id}`)
      return data && { event: 'read', data, seq: row.seq }
    }
  },
}

const isEntity = (noun: string): noun is keyof typeof sources => Object.hasOwn(sources, noun)

/**
 * The events of a range of the log. Each changed entity has one, at its last number, with its current state. State newer than its
 * number is harmless, because an event is state and not an instruction.
 */
export async function eventsOf(
  reader: Reader,
  rows: readonly LogRow[],
  now: Date,
): Promise<readonly Outgoing[]> {
  const merged = mergeRows(rows)
  const nouns = [...new Set(merged.map(row => row.noun))].filter(isEntity)
  const told = merged.filter(row => row.noun === 'message-notices').map(row => row.entity_id)
  const eventOf = new Map<string, EventOf>()
  // One query at a time, so that a batch leaves the pool's other connections to HTTP calls.
  for (const noun of nouns) {
    const ofNoun = merged.filter(row => row.noun === noun)
    eventOf.set(noun, await sources[noun](reader, ofNoun, now))
  }
  const messageNotices = await openMessageNotices(reader, told)
  return merged.flatMap((row): Outgoing[] => {
    const { seq, agent_id: agentId } = row
    if (row.noun === 'session') return [{ seq, agentId, endedSession: row.entity_id }]
    if (row.noun === 'sight') return [{ seq, agentId, visibilityChanged: true }]
    // A notification that was dismissed since has a row of its own.
    if (row.noun === 'message-notices') {
      return (messageNotices.get(row.entity_id) ?? []).map(notice => ({
        seq,
        agentId: notice.agentId,
        event: { event: 'notification', data: notice.state, seq },
        ...ofNone,
      }))
    }
    const event = eventOf.get(row.noun)?.(row)
    if (event === undefined) return []
    return [{ seq, agentId, event, conversationId: conversationOf(event), isReassigned: row.reassigned }]
  })
}

const ofNone = { conversationId: null, isReassigned: false } as const

/** The conversation of an event. A read cursor and a notification belong to the agent alone. */
function conversationOf(event: SocketEvent): number | null {
  switch (event.event) {
    case 'conversation':
      return Number(event.data.id)
    case 'read':
    case 'notification':
      return null
    default:
      return 'data' in event && 'conversation_id' in event.data ? Number(event.data.conversation_id) : null
  }
}

type Mark = Extract<SocketEvent, { event: 'read' }>['data']

async function marksOf(reader: Reader, wanted: readonly MergedRow[]): Promise<ReadonlyMap<string, Mark>> {
  const found = await reader
    .selectFrom('marks')
    .selectAll()
    .where('conversation_id', 'in', [...new Set(wanted.map(row => row.entity_id))])
    .where('agent_id', 'in', [...new Set(wanted.map(row => row.agent_id ?? 0))])
    .execute()
  return new Map(
    found.map(mark => [
      `${mark.agent_id} ${mark.conversation_id}`,
      { conversation_id: String(mark.conversation_id) as Mark['conversation_id'], seen_no: mark.seen_no },
    ]),
  )
}
