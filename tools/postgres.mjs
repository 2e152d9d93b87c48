import { execFile, spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Failure } from './steps/failure.mjs'
import { freePort } from './steps/ports.mjs'

const execute = promisify(execFile)
const programs = ['initdb', 'postgres', 'pg_isready', 'createdb']

/**
 * @typedef {{ url: string, pid: number, createDatabase: (name: string) => Promise<string>, ensureDatabase: (name: string) => Promise<string>, stop: () => Promise<void> }}
 *   Postgres `url` ends in a database name; createDatabase makes an empty database and gives its URL, ensureDatabase
 *   takes one that is there already
 */

/**
 * Runs PostgreSQL from its own new directory, for tests and measurements, until stop() or the end of this process,
 * however it ends. Listens on a free port of 127.0.0.1 and trusts everyone there. Root runs it as the user postgres,
 * since PostgreSQL refuses root.
 * @param {{ durable?: boolean, directory?: string }} [options] durable: with fsync, for measurements (default without);
 *   directory: where the databases are kept between runs (default: a new one that is removed)
 * @returns {Promise<Postgres>}
 * @throws {Failure} when PostgreSQL is not installed or does not start
 */
export async function startPostgres({ durable = false, directory: kept } = {}) {
  const bin = findPostgres()
  if (!bin) throw new Failure('PostgreSQL is not installed: no directory with initdb was found.')
  const owner = process.getuid?.() === 0 ? await userOf('postgres') : undefined
  const directory = kept ? path.resolve(kept) : fs.mkdtempSync(path.join(os.tmpdir(), 'parley-postgres-'))
  fs.mkdirSync(directory, { recursive: true })
  if (owner) fs.chownSync(directory, owner.uid, owner.gid)
  const data = path.join(directory, 'data')
  const locale = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'
  if (!fs.existsSync(data)) {
    await execute(
      path.join(bin, 'initdb'),
      ['-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', `--locale=${locale}`, '--no-sync'],
      { ...owner, cwd: directory },
    )
  }

  const port = await freePort()
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: directory,
    ...(durable ? { fsync: 'on' } : untrusted),
    max_connections: 200,
  }
  const log = fs.openSync(path.join(directory, 'log'), 'w')
  const server = spawn(
    'sh',
    [
      '-c',
      stopsWithItsParent,
      'sh',
      kept ? '' : directory,
      path.join(bin, 'postgres'),
      '-D',
      data,
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    { ...owner, cwd: directory, stdio: ['pipe', log, log], detached: true },
  )
  fs.closeSync(log)
  const gone = new Promise(resolve => server.once('exit', resolve))

  const stop = async () => {
    server.stdin?.end()
    await gone
  }
  const connection = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres']
  if (!(await isReady(bin, connection))) {
    const said = fs.readFileSync(path.join(directory, 'log'), 'utf8')
    await stop()
    throw new Failure(`PostgreSQL did not start:\n${said}`)
  }
  /** @param {string} name */
  const urlOf = name => `postgres://postgres@127.0.0.1:${port}/${name}`
  /** @param {string} name */
  const createDatabase = async name => {
    await execute(path.join(bin, 'createdb'), [...connection, name])
    return urlOf(name)
  }
  return {
    url: urlOf('postgres'),
    pid: Number(fs.readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[0]),
    createDatabase,
    ensureDatabase: async name => {
      const asked = ['-tA', '-d', 'postgres', '-c', `select 1 from pg_database where datname = '${name}'`]
      const { stdout } = await execute(path.join(bin, 'psql'), [...connection, ...asked])
      return stdout.trim() === '1' ? urlOf(name) : createDatabase(name)
    },
    stop,
  }
}

/** For data that nobody misses after a power cut, and statements too short for what compiling them costs. */
const untrusted = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', jit: 'off' }

/**
 * The directory of PostgreSQL's programs: on the PATH, else the newest that Debian or Homebrew has installed.
 * @returns {string | undefined}
 */
export function findPostgres() {
  const places = [
    ...(process.env.PATH ?? '').split(path.delimiter),
    ...versions('/usr/lib/postgresql', ''),
    ...versions('/opt/homebrew/opt', 'postgresql@'),
    ...versions('/usr/local/opt', 'postgresql@'),
  ]
  return places.find(place => programs.every(name => fs.existsSync(path.join(place, name))))
}

/**
 * The shell holds our end of a pipe as its standard input: when we close it or die, `cat` ends, and the shell asks
 * PostgreSQL for a fast shutdown (SIGINT) and removes its directory, if one is named.
 */
const stopsWithItsParent =
  'directory=$1; shift; "$@" & server=$!; cat > /dev/null; kill -INT "$server"; wait "$server"; test -z "$directory" || rm -rf "$directory"'

/**
 * @param {string} directory
 * @param {string} prefix
 */
function versions(directory, prefix) {
  if (!fs.existsSync(directory)) return []
  return fs
    .readdirSync(directory)
    .filter(name => name.startsWith(prefix) && Number(name.slice(prefix.length)) > 0)
    .toSorted((a, b) => Number(b.slice(prefix.length)) - Number(a.slice(prefix.length)))
    .map(name => path.join(directory, name, 'bin'))
}

/**
 * @param {string} name
 * @returns {Promise<{ uid: number, gid: number }>}
 */
async function userOf(name) {
  try {
    const [uid, gid] = await Promise.all(['-u', '-g'].map(flag => execute('id', [flag, name])))
    return { uid: Number(uid?.stdout), gid: Number(gid?.stdout) }
  } catch {
    throw new Failure(`PostgreSQL does not run as root, and there is no user "${name}" to run it as.`)
  }
}

/**
 * @param {string} bin
 * @param {string[]} connection
 */
async function isReady(bin, connection) {
  for (let attempt = 0; attempt < 150; attempt += 1) {
    try {
      await execute(path.join(bin, 'pg_isready'), connection)
      return true
    } catch {
      await sleep(100) // pg_isready's exit code says "not yet"
    }
  }
  return false
}
