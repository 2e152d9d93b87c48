import { sql } from 'kysely'
import type { Range } from './range.ts'

/**
 * Whether the message of the table alias `m` counts: written by a customer, the bot or an agent, no reaction, edit or
 * deletion, and not failed for good (docs/metrics.md).
 */
export const counted = sql<boolean>`(
  m.source <> 'SYSTEM' and m.message_type not in ('reaction', 'edit', 'revoke') and m.status <> 'failed')`

/** Whether the message of the table alias `m` counts and lies in the range. */
export const countedIn = ({ start, end }: Pick<Range, 'start' | 'end'>) =>
  sql<boolean>`(m.at >= ${start} and m.at < ${end} and ${counted})`

/** Whether the time in a column lies in the range. */
export const within = (column: string, { start, end }: Pick<Range, 'start' | 'end'>) =>
  sql<boolean>`(${sql.ref(column)} >= ${start} and ${sql.ref(column)} < ${end})`

/** The words of a ticket that is done. */
export const isDone = sql`('RESOLVED', 'CLOSED')`
