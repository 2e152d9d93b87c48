import { takenBackCode } from '@parley/core/messages/delivery'
import { sql } from 'kysely'

/** Whether the message of the alias `m` was not taken back by its writer before it left. */
export const stands = sql<boolean>`(
  m.status <> 'failed' or m.failure->>'code' is distinct from ${sql.lit(takenBackCode)})`
