import type { Tx } from './write.ts'

/** Runs `work` for each item, in order, in one transaction. */
export async function sideBySide<T, R>(
  tx: Tx,
  items: readonly T[],
  _kin: (item: T) => unknown,
  work: (tx: Tx, item: T) => Promise<R>,
): Promise<readonly R[]> {
  const answers: R[] = []
  for (const item of items) answers.push(await work(tx, item))
  return answers
}
