import type { AgentFrame, ChangeFrame } from '@parley/core/api/sockets'
import { agentStates } from '../agents/profiles.ts'
import { applicationsById } from '../applications/queries.ts'
import { conversationStates } from '../conversations/queries.ts'
import type { Change, Reader } from '../db/write.ts'
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

type Data = ChangeFrame['data']
type FrameOf = (row: Folded) => AgentFrame | undefined

/** Reads the entities of some rows at once, and makes each row's frame; none where the entity is gone. */
type Source = (reader: Reader, rows: readonly Folded[], now: Date) => Promise<FrameOf>

const source =
  (
    event: ChangeFrame['event'] | ((row: Folded) => ChangeFrame['event']),
    byId: (reader: Reader, ids: readonly number[], now: Date) => Promise<ReadonlyMap<number, Data>>,
  ): Source =>
  async (reader, rows, now) => {
    const found = await byId(reader, [...new Set(rows.map(row => row.entity_id))], now)
    return row => {
      const data = found.get(row.entity_id)
      const name = typeof event === 'string' ? event : event(row)
      return data && ({ event: name, data, seq: row.seq } as AgentFrame)
    }
  }

/** The table of live nouns: which event a change of each becomes, and where its entity is read. */
const sources: Readonly<Record<Exclude<Change['noun'], 'session' | 'message-notices'>, Source>> = {
  message: source(row => (row.created ? 'new_message' : 'message'), messagesById),
  conversation: source('conversation', conversationStates),
  ticket: source('ticket', ticketsById),
  issue: source('issue', issuesById),
  application: source('application', applicationsById),
  agent: source('agent', agentStates),
  notification: source('notification', notificationStates),
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
 * What a stretch of the log has to say: one frame for each entity that changed in it, at its last number, carrying the
 * entity as it is now. State newer than its number is harmless, because a frame is state and not an instruction.
 */
export async function framesOf(
  reader: Reader,
  rows: readonly LogRow[],
  now: Date,
): Promise<readonly Outgoing[]> {
  const folded = fold(rows)
  const nouns = [...new Set(folded.map(row => row.noun))].filter(isEntity)
  const told = folded.filter(row => row.noun === 'message-notices').map(row => row.entity_id)
  const [entries, messageNotices] = await Promise.all([
    Promise.all(
      nouns.map(async (noun): Promise<[string, FrameOf]> => {
        const ofNoun = folded.filter(row => row.noun === noun)
        return [noun, await sources[noun](reader, ofNoun, now)]
      }),
    ),
    openMessageNotices(reader, told),
  ])
  const frameOf = new Map(entries)
  return folded.flatMap((row): Outgoing[] => {
    const { seq, agent_id: agentId } = row
    if (row.noun === 'session') return [{ seq, agentId, endedSession: row.entity_id }]
    // One that is dismissed by now has a row of its own that says so.
    if (row.noun === 'message-notices') {
      return (messageNotices.get(row.entity_id) ?? []).map(notice => ({
        seq,
        agentId: notice.agentId,
        frame: { event: 'notification', data: notice.state, seq },
      }))
    }
    const frame = frameOf.get(row.noun)?.(row)
    return frame === undefined ? [] : [{ seq, agentId, frame }]
  })
}

type Mark = Extract<AgentFrame, { event: 'read' }>['data']

async function marksOf(reader: Reader, wanted: readonly Folded[]): Promise<ReadonlyMap<string, Mark>> {
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
