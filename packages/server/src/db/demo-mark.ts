import type { Reader, Tx } from './write.ts'

/** A database that a demo filled is asked to serve in earnest. */
export class MadeByDemo extends Error {
  constructor() {
    super(
      'This database was filled by the demo: its passwords are known to everybody and its customers are made up. ' +
        'Set DATABASE_URL or DATA_DIR to a new one, or PARLEY_MODE=demo',
    )
    this.name = 'MadeByDemo'
  }
}

/** Says in the database that a demo fills it. */
export const markAsDemo = (tx: Tx, now: Date): Promise<unknown> =>
  tx.insertInto('demo_marks').values({ made_at: now }).execute()

/** @throws MadeByDemo */
export async function refuseDemo(reader: Reader): Promise<void> {
  const mark = await reader.selectFrom('demo_marks').select('made_at').limit(1).executeTakeFirst()
  if (mark !== undefined) throw new MadeByDemo()
}
