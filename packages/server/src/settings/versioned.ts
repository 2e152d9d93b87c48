import type { AuditAction } from '@parley/core/audit/constants'
import { ApiError } from '@parley/core/errors'
import type { AgentId } from '@parley/core/ids'
import type { ProblemCode } from '@parley/core/problems'
import { type Actor, record } from '../audit/record.ts'
import { type Reader, write, type Writer } from '../db/write.ts'

/** A value of the workspace with a table of its own, which has one row. */
export interface VersionedValue<T> {
  readonly table: 'business_hours' | 'routing'
  /** Parses the column; null: nobody has set it. */
  readonly read: (value: unknown) => T
  /** The form in which equal values are equal. */
  readonly tidy: (value: T) => T
  readonly audit: (value: T) => Readonly<Record<string, unknown>>
  readonly action: AuditAction
  /** The error when the edit is based on an older version. */
  readonly stale: ProblemCode
}

/** The value with its version and last change, in wire form. */
export async function versionedValue<T>(reader: Reader, { table, read }: VersionedValue<T>) {
  const row = await reader
    .selectFrom(table)
    .leftJoin('agents', 'agents.id', 'updated_by')
    .select(['value', 'version', 'updated_at', 'updated_by', 'agents.name'])
    .executeTakeFirstOrThrow()
  const { updated_by: by, name } = row
  return {
    value: read(row.value),
    version: row.version,
    updated_at: row.updated_at?.toISOString() ?? null,
    updated_by: by === null ? null : { id: String(by) as AgentId, name: name ?? '' },
  }
}

/**
 * Replaces the value, publishes and records the change. The same value again is no change.
 * @throws ApiError the value's own, when `version` is not the current one
 */
export async function changeVersioned<T>(
  writer: Writer,
  { table, read, tidy, audit, action, stale }: VersionedValue<T>,
  value: T,
  version: number,
  by: Actor,
): Promise<void> {
  const after = tidy(value)
  await write(writer, async context => {
    const { tx, publish } = context
    const row = await tx.selectFrom(table).selectAll().forNoKeyUpdate().executeTakeFirstOrThrow()
    const before = tidy(read(row.value))
    if (JSON.stringify(before) === JSON.stringify(after)) return
    if (version !== row.version) throw new ApiError(stale)
    await tx
      .updateTable(table)
      .set({
        value: JSON.stringify(after),
        version: row.version + 1,
        updated_at: context.now,
        updated_by: by.agentId,
      })
      .execute()
    publish({ noun: 'bot', id: 0, kind: 'changed' })
    const changed = { before: audit(before), after: audit(after) }
    await record(context, by, action, null, changed)
  })
}
