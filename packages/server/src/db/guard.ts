import { AsyncLocalStorage } from 'node:async_hooks'

/*
 * A statement on the root database inside a transaction would silently run outside of it, on a second connection. So it throws
 * instead.
 */
const inTransaction = new AsyncLocalStorage<{ open: boolean }>()

/** Runs work in a transaction. Meanwhile only the transaction may be used. */
export async function holdingTransaction<T>(work: () => Promise<T>): Promise<T> {
  const state = { open: true }
  try {
    return await inTransaction.run(state, work)
  } finally {
    state.open = false
  }
}

/** @throws Error if called during work that holds a transaction */
export function refuseInTransaction(): void {
  if (inTransaction.getStore()?.open !== true) return
  throw new Error('The root database was used inside an open transaction: use the transaction instead')
}
