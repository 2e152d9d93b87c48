import type { AgentId, ConversationId, VisitId } from '@parley/core/ids'
import type { Visit } from '@parley/core/visits/api'
import { ApiError } from '@parley/core/errors'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { VisitsTable } from '../db/database.ts'
import type { Reader } from '../db/write.ts'

interface Row extends Selectable<VisitsTable> {
  readonly agent_name: string
}

const visitOf = (row: Row): Visit => ({
  id: String(row.id) as VisitId,
  conversation_id: String(row.conversation_id) as ConversationId,
  agent: { id: String(row.agent_id) as AgentId, name: row.agent_name },
  branch: row.branch,
  at: row.at.toISOString(),
  note: row.note,
  // The column's check has the same values.
  status: row.status as Visit['status'],
  version: row.version,
})

/** By time, without those that were erased or are past their retention. */
async function visitsWhere(reader: Reader, where: RawBuilder<unknown>): Promise<Visit[]> {
  const { rows } = await sql<Row>`
    select v.*, a.name as agent_name from visits v join agents a on a.id = v.agent_id
    where ${where} and v.branch <> '' order by v.at, v.id`.execute(reader)
  return rows.map(visitOf)
}

/** @throws ApiError visit.not-found */
export async function visitById(reader: Reader, id: number): Promise<Visit> {
  const [visit] = await visitsWhere(reader, sql`v.id = ${id}`)
  if (visit === undefined) throw new ApiError('visit.not-found', { id })
  return visit
}

/** A conversation's visits by time. */
export const visitsOfConversation = (reader: Reader, conversationId: number): Promise<Visit[]> =>
  visitsWhere(reader, sql`v.conversation_id = ${conversationId}`)
