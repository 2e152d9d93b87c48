import { sql } from 'kysely'
import type { Writer } from '../db/write.ts'

/** The tallies, and by what they are added up. */
const tallies = {
  status_tallies: { by: ['status', 'assignee_id'], sums: ['conversations'] },
  inbound_tallies: { by: ['baseline', 'assignee_id'], sums: ['conversations', 'messages'] },
  mark_tallies: { by: ['agent_id', 'assignee_id'], sums: ['messages', 'conversations'] },
  baseline_tallies: { by: ['baseline', 'assignee_id'], sums: ['messages'] },
} as const

/** Rows of one key that are left as they are. */
const fewRows = 20

/**
 * Folds the rows of a tally that many differences have made into one each. The sums stay the same at every moment: rows
 * that are written meanwhile are none of those that are deleted.
 */
export async function foldTallies({ db }: Pick<Writer, 'db'>): Promise<void> {
  for (const [table, { by, sums }] of Object.entries(tallies)) {
    const keys = sql.join(by.map(name => sql.ref(name)))
    const all = sql.join([...by, ...sums].map(name => sql.ref(name)))
    await sql`
      with gone as (
        delete from ${sql.table(table)} where (${keys}) in (
          select ${keys} from ${sql.table(table)} group by ${keys} having count(*) > ${fewRows}
        ) returning ${all}
      )
      insert into ${sql.table(table)} (${all})
      select ${keys}, ${sql.join(sums.map(name => sql`sum(${sql.ref(name)})`))} from gone group by ${keys}`.execute(
      db,
    )
  }
}
