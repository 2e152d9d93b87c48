import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { DirectoryCopy } from './directory-copy.ts'
import { copyPrefix, openEmbedded } from './embedded.ts'
import { EmbeddedTurns } from './embedded-dialect.ts'

/** A copy of the database, open, that is to be removed. */
export interface EmbeddedCopy {
  readonly turns: EmbeddedTurns
  readonly remove: () => Promise<void>
}

/**
 * Copies the database that is open in `dir`. It has a single session, so whoever reads for long would keep everybody
 * waiting. Its files are copied while it is used, and once more, in a turn of their own, those that changed meanwhile.
 */
export async function copyEmbedded(
  original: EmbeddedTurns,
  dir: string,
  bundledWorker: string | null,
): Promise<EmbeddedCopy> {
  const copy = await mkdtemp(path.join(dir, copyPrefix))
  const discard = () => rm(copy, { recursive: true, force: true })
  try {
    await mkdir(path.join(copy, 'pg'), { mode: 0o700 })
    const files = new DirectoryCopy(path.join(dir, 'pg'), path.join(copy, 'pg'))
    await inTurn(original, () => checkpoint(original))
    await files.bring()
    // As few as may be are left for the turn in which others wait.
    await files.bring()
    await inTurn(original, async () => {
      await checkpoint(original)
      await files.bring()
    })
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

const checkpoint = ({ embedded }: EmbeddedTurns) => embedded.run([{ text: 'checkpoint', values: null }])

async function inTurn(turns: EmbeddedTurns, work: () => Promise<unknown>): Promise<void> {
  const giveBack = await turns.take()
  try {
    await work()
  } finally {
    giveBack()
  }
}
