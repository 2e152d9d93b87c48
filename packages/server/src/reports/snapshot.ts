import type { Reader } from '../db/write.ts'

/** Reads several things as of one moment. */
export const snapshot = <T>(db: Reader, work: (reader: Reader) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').execute(work)
