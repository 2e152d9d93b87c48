import { AsyncLocalStorage } from 'node:async_hooks'
import type { DatabaseConnection, Driver } from 'kysely'

/*
 * A statement on the root connection while the same work holds a transaction waits for itself for ever on the embedded
 * database, and on PostgreSQL silently leaves the transaction. So it throws instead, on both.
 */
const inTransaction = new AsyncLocalStorage<{ open: boolean }>()

/** Runs work that holds a transaction; inside it only the transaction may be used. */
export async function holdingTransaction<T>(work: () => Promise<T>): Promise<T> {
  const state = { open: true }
  try {
    return await inTransaction.run(state, work)
  } finally {
    state.open = false
  }
}

/** A driver that refuses to hand out a second connection to work that holds a transaction. */
export const guarded = (driver: Driver): Driver => ({
  init: () => driver.init(),
  acquireConnection: async (): Promise<DatabaseConnection> => {
    if (inTransaction.getStore()?.open === true) {
      throw new Error('The root database was used inside an open transaction: use the transaction instead')
    }
    return driver.acquireConnection()
  },
  beginTransaction: (connection, settings) => driver.beginTransaction(connection, settings),
  commitTransaction: connection => driver.commitTransaction(connection),
  rollbackTransaction: connection => driver.rollbackTransaction(connection),
  releaseConnection: connection => driver.releaseConnection(connection),
  destroy: () => driver.destroy(),
})
