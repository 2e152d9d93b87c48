import { execFile, spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import {
  canEnter,
  databaseUser,
  EmbeddedUnavailable,
  embeddedPrograms,
  letters,
  type ProcessUser,
  type Programs,
} from './programs.ts'

const execute = promisify(execFile)

/** Another server, or a restore of a backup, has exclusive use of this embedded database. */
export class DatabaseInUse extends Error {
  constructor(dir: string) {
    super(`The database in ${dir} is in use by another Parley server. Stop that one first, or set DATA_DIR`)
    this.name = 'DatabaseInUse'
  }
}

export interface Embedded {
  /** The URL of its only database, over a local socket that only our own user can open. */
  readonly url: string
  /** A file that identifies the data directory: a copied directory has another one. */
  readonly controlFile: string
  /** Calls the listener if PostgreSQL ends by itself. */
  onLost(listener: (error: Error) => void): void
  /** Stops using it. The last user stops PostgreSQL. */
  close(): Promise<void>
}

export interface EmbeddedOptions {
  /** For a server: no other server may use the database, but commands may. */
  readonly exclusive?: boolean
  /** Called with the place of the database if that is not below `dataDir`. */
  readonly say?: (line: string) => void
}

/** The database user of Parley. */
const databaseUserName = 'parley'
/**
 * An advisory lock with two numbers, separate from locks with one. Every process that uses PostgreSQL shares this lock. A process
 * that holds it exclusively may stop PostgreSQL.
 */
const usingLock = '7270, 1'
/** The server holds this lock. */
const servingLock = '7270, 2'
const startLimitMs = 60_000
const askAgainMs = 20
/** The longest path of a local socket in bytes, without the zero at its end (macOS; Linux allows four more). */
const longestSocketPath = 103
const socketName = '.s.PGSQL.5432'

/**
 * Starts the embedded PostgreSQL of a data directory. If one runs there already (a server's, or one left by a killed process), it
 * joins that one. A new directory gets an empty database.
 * @throws DatabaseInUse, EmbeddedUnavailable
 */
export async function openEmbedded(dataDir: string, options: EmbeddedOptions = {}): Promise<Embedded> {
  refuseOlder(dataDir)
  const { home, user } = placeOf(dataDir, options.say ?? (() => undefined))
  const data = path.join(home, 'data')
  const deadline = Date.now() + startLimitMs
  while (Date.now() < deadline) {
    const joined = await join(data)
    if (joined !== null) {
      if (options.exclusive === true) await takeServingLock(joined.client, dataDir)
      return running(data, joined)
    }
    if (isRunning(data)) await sleep(askAgainMs)
    else await start(home, user)
  }
  throw new EmbeddedUnavailable(`it did not start within ${startLimitMs / 1000} s; its log is ${logOf(home)}`)
}

export const hasEmbedded = (dataDir: string): boolean =>
  fs.existsSync(path.join(dataDir, 'postgres', 'data', 'PG_VERSION'))

/** Earlier versions kept the data in PostgreSQL's WebAssembly build. */
function refuseOlder(dataDir: string): void {
  const older = path.join(dataDir, 'db', 'pg')
  if (!fs.existsSync(older)) return
  throw new EmbeddedUnavailable(
    `${older} was made by an earlier Parley, whose embedded database this one cannot read`,
    `Move ${path.dirname(older)} away and start with an empty one: that of a demo can be deleted`,
  )
}

/**
 * The directory of PostgreSQL's files: `postgres` in the data directory. If root starts it and PostgreSQL's user cannot enter
 * that directory, the files are elsewhere. Then `postgres` is a link to them.
 */
function placeOf(
  dataDir: string,
  say: (line: string) => void,
): { readonly home: string; readonly user: ProcessUser | null } {
  const at = path.join(dataDir, 'postgres')
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const known = fs.lstatSync(at, { throwIfNoEntry: false })
  const user = databaseUser(path.join(at, 'data'), dataDir)
  if (known?.isSymbolicLink() === true) {
    const home = fs.realpathSync(at)
    say(`The database is in ${home}`)
    return { home, user }
  }
  if (user !== null && fs.statSync(dataDir).uid === 0) {
    // The group has only PostgreSQL's user, who may pass through the directory but not list it.
    fs.chownSync(dataDir, 0, user.gid)
    fs.chmodSync(dataDir, 0o710)
  }
  if (canEnter(user, dataDir)) {
    makeFor(user, at)
    return { home: fs.realpathSync(at), user }
  }
  fs.mkdirSync(elsewhere, { recursive: true, mode: 0o755 })
  const home = fs.mkdtempSync(path.join(elsewhere, 'database-'))
  makeFor(user, home)
  fs.symlinkSync(home, at)
  say(
    `The database is in ${home}, since PostgreSQL does not run as root and its user cannot enter ${dataDir}`,
  )
  return { home, user }
}

const elsewhere = '/var/lib/parley-databases'

function makeFor(user: ProcessUser | null, dir: string): void {
  fs.mkdirSync(dir, { recursive: true, mode: 0o700 })
  if (user !== null) fs.chownSync(dir, user.uid, user.gid)
}

const logOf = (home: string): string => path.join(home, 'log')

/** Reads the process id and the socket directory that PostgreSQL writes while it runs. */
function postmasterOf(data: string): { readonly pid: number; readonly socketDir: string } | null {
  try {
    const lines = fs.readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), socketDir: lines[4] ?? '' }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

function isRunning(data: string): boolean {
  const postmaster = postmasterOf(data)
  return postmaster !== null && isPostgres(postmaster.pid)
}

/** After a restart of the machine or container another program may have the process id of a killed PostgreSQL. */
function isPostgres(pid: number): boolean {
  try {
    return fs.readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres'
  } catch {
    // There is no such process, or no /proc, as on macOS.
    return spawnSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.includes(
      'postgres',
    )
  }
}

const urlOf = (socketDir: string): string =>
  `postgres:///postgres?host=${encodeURIComponent(socketDir)}&user=${databaseUserName}`

/** PostgreSQL does not run, is starting, or is stopping. */
const passing = new Set(['ECONNREFUSED', 'ENOENT', 'ECONNRESET', 'EPIPE', '57P01', '57P03'])

interface Joined {
  readonly client: pg.Client
  readonly url: string
}

/** A session that marks PostgreSQL as in use. Null while PostgreSQL does not run, starts or stops. */
async function join(data: string): Promise<Joined | null> {
  const postmaster = postmasterOf(data)
  if (postmaster === null || postmaster.socketDir === '') return null
  const url = urlOf(postmaster.socketDir)
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query(`select pg_advisory_lock_shared(${usingLock})`)
    return { client, url }
  } catch (error) {
    await client.end().catch(() => undefined)
    const { code = '', message } = error as NodeJS.ErrnoException
    if (code === 'EACCES') throw new EmbeddedUnavailable(`the one in ${data} belongs to another user`)
    if (passing.has(code) || message.startsWith('Connection terminated')) return null
    throw error
  }
}

async function takeServingLock(client: pg.Client, dataDir: string): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>(
    `select pg_try_advisory_lock(${servingLock}) as taken`,
  )
  if (rows[0]?.taken === true) return
  await client.end()
  throw new DatabaseInUse(dataDir)
}

function running(data: string, { client, url }: Joined): Embedded {
  let isClosing = false
  let lost: ((error: Error) => void) | null = null
  client.on('end', () => {
    if (!isClosing) lost?.(new Error('The embedded PostgreSQL ended'))
  })
  return {
    url,
    controlFile: path.join(data, 'global', 'pg_control'),
    onLost: listener => {
      lost = listener
    },
    close: async () => {
      isClosing = true
      const postmaster = postmasterOf(data)
      const isLast = await isAlone(client)
      if (isLast && postmaster !== null) await stop(postmaster.pid)
      await client.end().catch(() => undefined)
    },
  }
}

/**
 * Whether no other process uses PostgreSQL. It releases its own lock first, so that of two processes that close at once, one is
 * the last. If the database is lost, PostgreSQL cannot be asked.
 */
async function isAlone(client: pg.Client): Promise<boolean> {
  try {
    await client.query(`select pg_advisory_unlock_shared(${usingLock})`)
    const { rows } = await client.query<{ taken: boolean }>(
      `select pg_try_advisory_lock(${usingLock}) as taken`,
    )
    return rows[0]?.taken === true
  } catch {
    return false
  }
}

/** A fast shutdown: sessions end, and all committed data is on disk. */
async function stop(pid: number): Promise<void> {
  process.kill(pid, 'SIGINT')
  while (isPostgres(pid)) await sleep(askAgainMs)
}

/** The library has no types. Takes an exclusive lock on the whole open file. False if another process holds it. */
const { tryLock } = createRequire(import.meta.url)('fs-native-extensions') as {
  readonly tryLock: (fd: number) => boolean
}

/** One of several simultaneous processes starts it, and the others join. The system frees the lock of a killed process. */
async function start(home: string, user: ProcessUser | null): Promise<void> {
  const lock = fs.openSync(path.join(home, 'starting'), 'a', 0o600)
  try {
    if (tryLock(lock)) await startAlone(home, user)
    else await sleep(askAgainMs)
  } finally {
    fs.closeSync(lock)
  }
}

/** Creates missing files, starts PostgreSQL, and waits for its socket. It may not accept connections yet. */
async function startAlone(home: string, user: ProcessUser | null): Promise<void> {
  const data = path.join(home, 'data')
  const programs = embeddedPrograms(user, home)
  await makeData(home, programs, user)
  writeAccess(data, user)
  const left = postmasterOf(data)
  if (left !== null && isPostgres(left.pid)) return
  // Another process with the process id of the killed PostgreSQL would keep the next one from starting.
  if (left !== null) fs.rmSync(path.join(data, 'postmaster.pid'))
  const socketDir =
    Buffer.byteLength(path.join(home, socketName)) <= longestSocketPath ? home : shortDir(user)
  const socket = path.join(socketDir, socketName)
  fs.rmSync(socket, { force: true })
  const log = fs.openSync(logOf(home), 'w', 0o600)
  const server = spawn(programs.postgres, ['-D', data, ...settingsOf(socketDir)], {
    ...user,
    cwd: '/',
    // A Ctrl-C in the terminal is for Parley: PostgreSQL must end after it.
    detached: true,
    stdio: ['ignore', log, log],
  })
  fs.closeSync(log)
  server.unref()
  let hasEnded = false
  for (const event of ['error', 'exit']) server.once(event, () => (hasEnded = true))
  for (let waited = 0; waited < startLimitMs && !fs.existsSync(socket); waited += askAgainMs) {
    if (hasEnded) throw new EmbeddedUnavailable(`${lastWords(logOf(home))}; its log is ${logOf(home)}`)
    await sleep(askAgainMs)
  }
}

/** The reason why PostgreSQL ended, from its log. */
function lastWords(log: string): string {
  const said = fs.readFileSync(log, 'utf8').split('\n')
  const reason = said.findLast(line => line.includes('FATAL:')) ?? said.findLast(line => line !== '')
  return (reason ?? 'it said nothing').replace(/^.*FATAL:\s*/, '')
}

/** Creates a data directory that is complete or absent: a killed process leaves a partial one under another name. */
async function makeData(home: string, programs: Programs, user: ProcessUser | null): Promise<void> {
  const data = path.join(home, 'data')
  const versionFile = path.join(data, 'PG_VERSION')
  if (fs.existsSync(versionFile)) {
    const version = fs.readFileSync(versionFile, 'utf8').trim()
    if (version === programs.major) return
    throw new EmbeddedUnavailable(
      `${data} was made by PostgreSQL ${version}, and this Parley has ${programs.major}. Make a backup with the Parley that made it ` +
        'and restore that into a new DATA_DIR',
    )
  }
  for (const left of fs.readdirSync(home).filter(entry => entry.startsWith('data.')))
    fs.rmSync(path.join(home, left), { recursive: true, force: true })
  const partial = path.join(home, `data.${process.pid}`)
  try {
    await execute(
      programs.initdb,
      ['-D', partial, '-U', databaseUserName, '-A', 'peer', ...letters, '--no-instructions'],
      { ...user, cwd: '/' },
    )
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string }
    const reason = stderr.split('\n').find(line => line.includes('error:')) ?? message
    throw new EmbeddedUnavailable(reason.replace(/^.*error:\s*/, ''))
  }
  fs.renameSync(partial, data)
}

/** Allows only local sockets, and only root and the user of Parley. Written at each start, since the directory may have moved. */
function writeAccess(data: string, user: ProcessUser | null): void {
  const people = new Set([os.userInfo().username, 'root'])
  const map = [...people].map(person => `parley "${person}" ${databaseUserName}\n`).join('')
  for (const [file, text] of [
    ['pg_hba.conf', `local all ${databaseUserName} peer map=parley\n`],
    ['pg_ident.conf', map],
  ] as const) {
    fs.writeFileSync(path.join(data, file), text)
    if (user !== null) fs.chownSync(path.join(data, file), user.uid, user.gid)
  }
}

function shortDir(user: ProcessUser | null): string {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-'))
  if (user !== null) fs.chownSync(dir, user.uid, user.gid)
  return dir
}

const settingsOf = (socketDir: string): readonly string[] =>
  Object.entries({
    listen_addresses: '',
    unix_socket_directories: socketDir,
    unix_socket_permissions: '0700',
    cluster_name: 'parley',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // An error's text may quote a customer.
    log_min_messages: 'log',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
  }).flatMap(([setting, value]) => ['-c', `${setting}=${value}`])
