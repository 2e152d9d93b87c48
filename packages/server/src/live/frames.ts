import type { AgentFrame } from '@parley/core/api/sockets'
import { agentStates } from '../agents/profiles.ts'
import { applicationsById } from '../applications/queries.ts'
import { conversationStates } from '../conversations/queries.ts'
import type { Reader } from '../db/write.ts'
import { issuesById } from '../issues/queries.ts'
import { messagesById } from '../messages/queries.ts'
import { notificationStates, openMessageNotices } from '../notifications/queries.ts'
import { ticketsById } from '../tickets/queries.ts'
import type { LogRow } from './log.ts'

/** One thing to send: to everybody, or to one agent alone. */
export type Outgoing =
  | { readonly seq: number; readonly agentId: number | null; readonly frame: AgentFrame }
  | { readonly seq: number; readonly agentId: number | null; readonly endedSession: number }

/** An entity's rows of a batch folded into one: at its last number, created if any of them says so. */
interface Folded extends LogRow {
  readonly created: boolean
}

function fold(rows: readonly LogRow[]): readonly Folded[] {
  const byEntity = new Map<string, Folded>()
  for (const row of rows) {
    const key = `${row.noun} ${row.entity_id} ${row.agent_id ?? ''}`
    const created = row.kind === 'created' || (byEntity.get(key)?.created ?? false)
    byEntity.set(key, { ...row, created })
  }
  return [...byEntity.values()].toSorted((a, b) => a.seq - b.seq)
}

const idsOf = (rows: readonly Folded[], noun: string): number[] =>
  rows.filter(row => row.noun === noun).map(row => row.entity_id)

/**
 * What a stretch of the log has to say: one frame for each entity that changed in it, at its last number, carrying the
 * entity as it is now. State newer than its number is harmless, because a frame is state and not an instruction.
 */
export async function framesOf(
  reader: Reader,
  rows: readonly LogRow[],
  now: Date,
): Promise<readonly Outgoing[]> {
  const folded = fold(rows)
  const messages = await messagesById(reader, idsOf(folded, 'message'))
  const conversations = await conversationStates(reader, idsOf(folded, 'conversation'))
  const tickets = await ticketsById(reader, idsOf(folded, 'ticket'))
  const issues = await issuesById(reader, idsOf(folded, 'issue'))
  const applications = await applicationsById(reader, idsOf(folded, 'application'))
  const marks = await marksOf(reader, folded)
  const agents = await agentStates(reader, idsOf(folded, 'agent'), now)
  const notices = await notificationStates(reader, idsOf(folded, 'notification'))
  const messageNotices = await openMessageNotices(reader, idsOf(folded, 'message-notices'))
  return folded.flatMap((row): Outgoing[] => {
    const { seq, agent_id: agentId, entity_id: id } = row
    switch (row.noun) {
      case 'message': {
        const data = messages.get(id)
        return data
          ? [{ seq, agentId, frame: { event: row.created ? 'new_message' : 'message', data, seq } }]
          : []
      }
      case 'conversation': {
        const data = conversations.get(id)
        return data ? [{ seq, agentId, frame: { event: 'conversation', data, seq } }] : []
      }
      case 'ticket': {
        const data = tickets.get(id)
        return data ? [{ seq, agentId, frame: { event: 'ticket', data, seq } }] : []
      }
      case 'issue': {
        const data = issues.get(id)
        return data ? [{ seq, agentId, frame: { event: 'issue', data, seq } }] : []
      }
      case 'application': {
        const data = applications.get(id)
        return data ? [{ seq, agentId, frame: { event: 'application', data, seq } }] : []
      }
      case 'mark': {
        const data = marks.get(`${agentId} ${id}`)
        return data ? [{ seq, agentId, frame: { event: 'read', data, seq } }] : []
      }
      case 'agent': {
        const data = agents.get(id)
        return data ? [{ seq, agentId, frame: { event: 'agent', data, seq } }] : []
      }
      case 'notification': {
        const data = notices.get(id)
        return data ? [{ seq, agentId, frame: { event: 'notification', data, seq } }] : []
      }
      // One that is dismissed by now has a row of its own that says so.
      case 'message-notices':
        return (messageNotices.get(id) ?? []).map(notice => ({
          seq,
          agentId: notice.agentId,
          frame: { event: 'notification', data: notice.state, seq },
        }))
      case 'session':
        return [{ seq, agentId, endedSession: id }]
      default:
        return []
    }
  })
}

type Mark = Extract<AgentFrame, { event: 'read' }>['data']

async function marksOf(reader: Reader, rows: readonly Folded[]): Promise<ReadonlyMap<string, Mark>> {
  const wanted = rows.filter(row => row.noun === 'mark')
  if (wanted.length === 0) return new Map()
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
