import { constants } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { copyPrefix, openEmbedded } from './embedded.ts'
import { EmbeddedTurns } from './embedded-dialect.ts'

/** A copy of the database, open, that is to be removed. */
export interface EmbeddedCopy {
  readonly turns: EmbeddedTurns
  readonly remove: () => Promise<void>
}

/**
 * Copies the database that is open in `dir`. It has a single session, so whoever reads for long would keep everybody
 * waiting; copying its files keeps them for as long as that takes, and for nothing where the disk shares them.
 */
export async function copyEmbedded(
  original: EmbeddedTurns,
  dir: string,
  bundledWorker: string | null,
): Promise<EmbeddedCopy> {
  const copy = await mkdtemp(path.join(dir, copyPrefix))
  const discard = () => rm(copy, { recursive: true, force: true })
  try {
    const giveBack = await original.take()
    try {
      await original.embedded.run([{ text: 'checkpoint', values: null }])
      await cp(path.join(dir, 'pg'), path.join(copy, 'pg'), {
        recursive: true,
        mode: constants.COPYFILE_FICLONE,
      })
    } finally {
      giveBack()
    }
    const turns = new EmbeddedTurns(await openEmbedded(copy, null, bundledWorker))
    return {
      turns,
      remove: async () => {
        await turns.close()
        await discard()
      },
    }
  } catch (error) {
    await discard()
    throw error
  }
}
