import fs from 'node:fs'
import path from 'node:path'

/** Other users of this machine can open the data directory, and this user may not change that. */
export class DirectoryNotPrivate extends Error {
  constructor(dir: string, reason: string) {
    super(
      `DATA_DIR: ${dir} holds customers' messages and must be closed to other users of this machine, but ${reason}. ` +
        'Make it the directory of the user who runs Parley (chown) with mode 700, or set DATA_DIR to one that is',
    )
    this.name = 'DirectoryNotPrivate'
  }
}

const others = 0o077
/** If root runs Parley, PostgreSQL runs as another user, which is in the directory's group and may pass through. */
const passing = process.getuid?.() === 0 ? 0o010 : 0

export const isOpenToOthers = (mode: number): boolean => (mode & others & ~passing) !== 0

/**
 * Creates a directory that only its owner can enter, or closes an existing one with everything in it. A user who opened a file by
 * its name before cannot open it again. From then on only the owner can read this process's new files. On a system without such
 * modes (Windows), the parent folder's permissions apply.
 * @throws DirectoryNotPrivate if the directory stays open
 */
export function keepPrivate(dir: string): void {
  process.umask(others)
  fs.mkdirSync(dir, { recursive: true, mode: 0o700 })
  if (process.platform === 'win32' || isPrivate(dir)) return
  try {
    close(dir)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EPERM' || code === 'EACCES' || code === 'EROFS')
      throw new DirectoryNotPrivate(dir, `this user may not change it (${code})`)
    throw error
  }
  // Some network and removable disks accept every mode and keep their own.
  if (!isPrivate(dir)) throw new DirectoryNotPrivate(dir, 'its disk does not keep modes')
}

const isPrivate = (place: string): boolean => !isOpenToOthers(fs.statSync(place).mode)

/** Closes from the top, so that no other user enters meanwhile. It skips links, because their targets are not ours. */
function close(place: string): void {
  const { mode } = fs.statSync(place)
  fs.chmodSync(place, mode & ~others & 0o777)
  for (const entry of fs.readdirSync(place, { withFileTypes: true })) {
    const below = path.join(place, entry.name)
    if (entry.isDirectory()) close(below)
    else if (entry.isFile()) fs.chmodSync(below, fs.statSync(below).mode & ~others & 0o777)
  }
}
