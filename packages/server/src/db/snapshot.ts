import { sql } from 'kysely'
import { holdingTransaction } from './guard.ts'
import type { Reader, Writer } from './write.ts'

/** Runs several reads as of one moment. */
export const snapshot = <T>(db: Writer['db'], work: (reader: Reader) => Promise<T>): Promise<T> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(reader =>
      holdingTransaction(async () => {
        // Compiling such a query takes longer than running it.
        await sql`set local jit = off`.execute(reader)
        return work(reader)
      }),
    )
