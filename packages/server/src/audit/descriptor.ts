import { sql } from 'kysely'
import type { Batch, Descriptor } from '../descriptor.ts'
import type { TxContext } from '../db/write.ts'

async function forget({ tx }: TxContext, { before, most }: Batch) {
  // The table allows deletions only under this setting.
  await sql`set local parley.retention = 'on'`.execute(tx)
  const { numAffectedRows } = await sql`delete from audit where id = any(array(
    select id from audit where at < ${before} order by at, id limit ${most}))`.execute(tx)
  return { count: Number(numAffectedRows ?? 0) }
}

/** Conversations blank the entries about their tags in an erasure, so `erase` is absent here. */
export const auditResource: Descriptor = {
  retain: { audit: { days: settings => settings.keep_audit_days, forget } },
}
