import type { AuditEntry } from '@parley/core/audit/api'
import type { AgentId } from '@parley/core/ids'
import type { AuditAction, AuditNoun } from '@parley/core/audit/constants'
import { sql } from 'kysely'
import type { Reader } from '../db/write.ts'
import { descriptors } from '../resources.ts'

/** A filter of the audit log. Absent fields do not filter. */
export interface AuditFilter {
  readonly actions?: readonly string[] | undefined
  readonly byId?: number | undefined
  readonly onId?: number | undefined
  readonly from?: Date | undefined
  /** Exclusive. */
  readonly until?: Date | undefined
}

export interface AuditPage {
  readonly limit: number
  /** Starts after this entry. After an unknown entry there are none. */
  readonly after?: number | undefined
}

/**
 * Today's name of an account, a customer, an answer of the bot or a canned reply. The entry itself has only the id of a customer,
 * so that no name outlives an erasure.
 */
const nameOf = sql<string | null>`case audit.noun ${sql.join(
  descriptors
    .flatMap(({ audit = {} }) => Object.entries(audit))
    .map(([noun, name]) => sql`when ${sql.lit(noun)} then ${name(sql.ref('audit.object_id'))}`),
  sql` `,
)} end`

export async function auditEntries(
  reader: Reader,
  filter: AuditFilter,
  { limit, after }: AuditPage,
): Promise<AuditEntry[]> {
  const { actions, byId, onId, from, until } = filter
  let query = reader
    .selectFrom('audit')
    .leftJoin('agents as doer', 'doer.id', 'audit.agent_id')
    .selectAll('audit')
    .select(['doer.name as doer', nameOf.as('name')])
    .orderBy('audit.at', 'desc')
    .orderBy('audit.id', 'desc')
    .limit(limit)
  if (actions !== undefined) query = query.where('audit.action', 'in', [...actions])
  if (byId !== undefined) query = query.where('audit.agent_id', '=', byId)
  if (onId !== undefined) query = query.where('audit.object_id', '=', onId)
  if (from !== undefined) query = query.where('audit.at', '>=', from)
  if (until !== undefined) query = query.where('audit.at', '<', until)
  if (after !== undefined)
    query = query.where(
      sql<boolean>`(audit.at, audit.id) < (select p.at, p.id from audit p where p.id = ${after})`,
    )
  const rows = await query.execute()
  return rows.map(row => ({
    id: String(row.id),
    at: row.at.toISOString(),
    action: row.action as AuditAction,
    by: row.agent_id === null ? null : { id: String(row.agent_id) as AgentId, name: row.doer ?? '' },
    address: row.address,
    on: {
      noun: row.noun as AuditNoun,
      id: row.object_id === null ? null : String(row.object_id),
      name: row.name,
    },
    before: row.before as AuditEntry['before'],
    after: row.after as AuditEntry['after'],
  }))
}
