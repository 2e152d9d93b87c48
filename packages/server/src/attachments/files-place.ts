import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Db } from '../db/open.ts'

/** The database's files lie somewhere else than where this server would look for them. */
export class OtherFiles extends Error {
  constructor(dir: string, here: string | null, there: string) {
    super(
      `The files of this database are not in ${dir}: ` +
        `the database knows their directory as ${there}, and this one is ${here ?? 'new'}. ` +
        'All servers of a database need the same files: set DATA_DIR to a directory that they share. ' +
        `If the files were moved, move the file named "id" along with them; ` +
        `if this directory is to be theirs from now on, write ${there} into ${path.join(dir, 'id')}`,
    )
    this.name = 'OtherFiles'
  }
}

/** The directory that this database's files lie in. */
export interface FilesPlace {
  /** Writes there. @throws Error where nothing can be written, and where the directory is not mounted any more */
  probe(): Promise<void>
}

/**
 * Makes sure that a directory is where this database's files lie: both hold the same id. The first server on a database
 * writes it; a database without one, new or restored, takes that of the directory.
 * @param newId makes an id and the names of trial files, none like another
 * @throws OtherFiles
 */
export async function agreeOnFiles(db: Db, dir: string, newId: () => string): Promise<FilesPlace> {
  const file = path.join(dir, 'id')
  const id = await db.transaction().execute(async tx => {
    const found = await idIn(file)
    const own = found ?? newId()
    // Servers that start together wait here for the first one, which writes the file too.
    await tx
      .insertInto('files_place')
      .values({ id: own })
      .onConflict(conflict => conflict.doNothing())
      .execute()
    const known = await tx.selectFrom('files_place').select('id').executeTakeFirstOrThrow()
    if (known.id === own) {
      if (found === null) await writeFile(file, `${own}\n`, { flag: 'wx', flush: true })
      return own
    }
    const here = found ?? (await idIn(file))
    if (known.id !== here) throw new OtherFiles(dir, here, known.id)
    return here
  })
  return {
    probe: async () => {
      if ((await idIn(file)) !== id) throw new Error(`The files are not in ${dir} any more: is it mounted?`)
      const trial = path.join(dir, 'staging', newId())
      try {
        await writeFile(trial, Buffer.alloc(trialBytes), { flag: 'wx', flush: true })
      } finally {
        await rm(trial, { force: true })
      }
    },
  }
}

const trialBytes = 4 * 1024

/** Null: there is none. */
async function idIn(file: string): Promise<string | null> {
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
