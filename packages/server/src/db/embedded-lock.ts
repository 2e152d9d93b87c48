import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

/** The library comes without types. Takes an exclusive lock on the whole open file; false when somebody else holds it. */
const { tryLock } = createRequire(import.meta.url)('fs-native-extensions') as {
  readonly tryLock: (fd: number) => boolean
}

/** Another process holds the embedded database. */
export class DatabaseInUse extends Error {
  constructor(dir: string) {
    super(`The database in ${dir} is in use by another Parley server. Stop that one first, or set DATA_DIR`)
    this.name = 'DatabaseInUse'
  }
}

/**
 * Holds a data directory for this process until it ends, however it ends. The embedded database does not refuse a second
 * process and silently loses rows to it (200 acknowledged inserts, 30 kept), so this lock does: the system's own, on an
 * open file in the directory (OFD lock on Linux, flock on macOS, LockFileEx on Windows). It belongs to the file and not to
 * a network or a process table, so it holds between containers that share the directory, and the kernel frees it with the
 * process. The file stays: removing it would let two hold two files of one name. Answers how to let go.
 * @throws DatabaseInUse
 */
export function lockDirectory(dir: string): () => void {
  const file = fs.openSync(path.join(dir, 'lock'), 'a')
  try {
    if (!tryLock(file)) throw new DatabaseInUse(dir)
  } catch (error) {
    fs.closeSync(file)
    throw error
  }
  return () => fs.closeSync(file)
}
