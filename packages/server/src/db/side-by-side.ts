import { DefaultConnectionProvider, DefaultQueryExecutor, Transaction } from 'kysely'
import type { Database } from './database.ts'
import { dialectOn } from './dialect.ts'
import { type Asked, GatheringDriver } from './gathering.ts'
import type { Tx } from './write.ts'

/**
 * Does the same for several items in one transaction, side by side: what they ask for in the same moment leaves in one flight,
 * so that many take as few ways to the database as one does. Items of one kin come one after the other, in their order. Answers
 * in the items' order. Where one fails the others end, and the first failure is thrown: nothing of any of them may stay then.
 */
export async function sideBySide<T, R>(
  tx: Tx,
  items: readonly T[],
  kin: (item: T) => unknown,
  work: (tx: Tx, item: T) => Promise<R>,
): Promise<readonly R[]> {
  const [only] = items
  if (only === undefined) return []
  if (items.length === 1) return [await work(tx, only)]
  const shared = sharing(tx)
  return allOf(items, kin, item => work(shared, item))
}

/** The same transaction for several who ask at once: Kysely's own has each statement wait for the answer to the one before. */
function sharing(tx: Tx): Tx {
  const driver = new SharedTransaction(tx)
  const dialect = dialectOn(() => driver)
  const [compiler, adapter] = [dialect.createQueryCompiler(), dialect.createAdapter()]
  const executor = new DefaultQueryExecutor(compiler, adapter, new DefaultConnectionProvider(driver))
  return new Transaction<Database>({ config: { dialect }, dialect, driver, executor })
}

async function allOf<T, R>(
  items: readonly T[],
  kin: (item: T) => unknown,
  work: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const answers: R[] = []
  const failures: unknown[] = []
  const lines = new Map<unknown, Promise<void>>()
  for (const [place, item] of items.entries()) {
    const ahead = lines.get(kin(item))
    const one = async () => {
      await ahead
      if (failures.length === 0) answers[place] = await work(item)
    }
    lines.set(
      kin(item),
      one().catch((error: unknown) => {
        failures.push(error)
      }),
    )
  }
  // Nobody may still ask anything of a transaction that is over.
  await Promise.all(lines.values())
  if (failures.length > 0) throw failures[0]
  return answers
}

class SharedTransaction extends GatheringDriver {
  /** The transaction is broken, and with it all that they wanted. */
  protected override failed(asked: readonly Asked[], error: unknown): void {
    for (const { reject } of asked) reject(error)
  }
}
