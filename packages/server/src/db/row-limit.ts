import { ApiError } from '@parley/core/errors'
import type { ProblemCode } from '@parley/core/problems'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from './write.ts'

/**
 * Rejects one more row at the limit, so that all rows fit into one reply. The caller holds a lock that blocks further inserts.
 * @param rows the part after `from`: a table and its condition
 * @throws ApiError `code`
 */
export async function refuseBeyond(
  tx: Tx,
  most: number,
  code: ProblemCode,
  rows: RawBuilder<unknown>,
): Promise<void> {
  const { rows: reached } = await sql`select 1 from ${rows} offset ${most - 1} limit 1`.execute(tx)
  if (reached.length > 0) throw new ApiError(code, { most })
}
