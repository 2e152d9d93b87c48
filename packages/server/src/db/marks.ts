import { sql } from 'kysely'
import type { Reader, Tx } from './write.ts'

/** A production server may not use a database that a demo filled. */
export class MadeByDemo extends Error {
  constructor() {
    super(
      'This database was filled by the demo: its passwords are known to everybody and its customers are made up. ' +
        'Set DATABASE_URL or DATA_DIR to a new one, or PARLEY_MODE=demo',
    )
    this.name = 'MadeByDemo'
  }
}

/** Marks the database as filled by a demo. */
export const markAsDemo = (tx: Tx, now: Date): Promise<unknown> =>
  tx.insertInto('demo_marks').values({ made_at: now }).execute()

/** @throws MadeByDemo */
export async function refuseDemo(reader: Reader): Promise<void> {
  const mark = await reader.selectFrom('demo_marks').select('made_at').limit(1).executeTakeFirst()
  if (mark !== undefined) throw new MadeByDemo()
}

/** A restore of a backup into this database was interrupted. */
export class RestoreUnfinished extends Error {
  constructor() {
    super(
      'A backup was being restored into this database and that did not end, so a part is missing. ' +
        'Make a new database, or remove DATA_DIR/postgres, and restore the backup again',
    )
    this.name = 'RestoreUnfinished'
  }
}

/** Marks the database as partly restored. It may have the mark already if nothing else was done. */
export const markAsUnfinished = (db: Reader): Promise<unknown> =>
  sql`create table if not exists unfinished_restore ()`.execute(db)

/** Removes the mark once the restore is complete. */
export const takeMarkAway = (db: Reader): Promise<unknown> => sql`drop table unfinished_restore`.execute(db)

/** @throws RestoreUnfinished */
export async function refuseUnfinished(reader: Reader): Promise<void> {
  const { rows } = await sql<{ marked: boolean }>`
    select to_regclass('unfinished_restore') is not null as marked`.execute(reader)
  if (rows[0]?.marked === true) throw new RestoreUnfinished()
}
