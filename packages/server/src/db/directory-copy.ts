import { constants, type Dirent } from 'node:fs'
import { copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'

/** A file as it was before it was copied. */
interface Seen {
  readonly modifiedNs: bigint
  readonly size: bigint
  /** Whether it had been left alone for a while: a disk's clock ticks slowly, and two writes may bear one time. */
  readonly isSettled: boolean
}

/** Milliseconds: far above the tick of any disk's clock. */
const settlesAfterMs = 2_000

/**
 * A copy of a directory that others write to, made in turns: each brings over what is not as it was in the turn before. So
 * only the last, in which nobody may write, makes them wait, and for no more than what changed since the one before it.
 */
export class DirectoryCopy {
  readonly #from: string
  readonly #to: string
  #seen: ReadonlyMap<string, Seen> = new Map()

  constructor(from: string, to: string) {
    this.#from = from
    this.#to = to
  }

  /** One turn. Answers how many files it brought over. What goes away meanwhile is left out. */
  async bring(): Promise<number> {
    const entries = await entriesIn(this.#from)
    for (const folder of entries.filter(entry => entry.isDirectory())) {
      await mkdir(path.join(this.#to, this.#nameOf(folder)), { recursive: true })
    }
    const names = entries.filter(entry => entry.isFile()).map(entry => this.#nameOf(entry))
    const looked = await Promise.all(
      names.map(async name => [name, await look(path.join(this.#from, name))] as const),
    )
    const seen = new Map<string, Seen>()
    let brought = 0
    for (const [name, now] of looked) {
      if (now === null) continue
      if (isSame(this.#seen.get(name), now)) {
        seen.set(name, now)
        continue
      }
      brought += 1
      const copied = copyFile(
        path.join(this.#from, name),
        path.join(this.#to, name),
        constants.COPYFILE_FICLONE,
      )
      if (await unlessGone(copied)) seen.set(name, now)
    }
    for (const name of this.#seen.keys())
      if (!seen.has(name)) await rm(path.join(this.#to, name), { force: true })
    this.#seen = seen
    return brought
  }

  readonly #nameOf = (entry: Dirent): string =>
    path.relative(this.#from, path.join(entry.parentPath, entry.name))
}

const isSame = (before: Seen | undefined, now: Seen): boolean =>
  before?.isSettled === true && before.modifiedNs === now.modifiedNs && before.size === now.size

async function look(place: string): Promise<Seen | null> {
  const at = Date.now()
  try {
    const { mtimeNs: modifiedNs, mtimeMs, size } = await stat(place, { bigint: true })
    return { modifiedNs, size, isSettled: at - Number(mtimeMs) > settlesAfterMs }
  } catch (error) {
    if (isGone(error)) return null
    throw error
  }
}

async function unlessGone(work: Promise<unknown>): Promise<boolean> {
  try {
    await work
    return true
  } catch (error) {
    if (isGone(error)) return false
    throw error
  }
}

/** All that is below. A folder that goes away while it is read is asked for again. */
async function entriesIn(place: string): Promise<readonly Dirent[]> {
  for (;;) {
    // Without the directory itself this throws, and does not go on for ever.
    await stat(place)
    try {
      return await readdir(place, { recursive: true, withFileTypes: true })
    } catch (error) {
      if (!isGone(error)) throw error
    }
  }
}

const isGone = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'
