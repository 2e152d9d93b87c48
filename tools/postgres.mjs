import { execFile, spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { databaseUser, embeddedPrograms, letters } from '../packages/server/src/db/embedded/programs.ts'
import { Failure } from './steps/run.mjs'
import { freePort } from './steps/ports.mjs'

const execute = promisify(execFile)

/**
 * @typedef {{ url: string, pid: number, createDatabase: (name: string, template?: string) => Promise<string>, ensureDatabase: (name: string) => Promise<string>, stop: () => Promise<void> }}
 *   Postgres `url` ends in a database name; createDatabase makes an empty database, or a copy of `template`, and gives its
 *   URL; ensureDatabase takes one that is there already
 */

/**
 * Runs the embedded PostgreSQL's programs from a directory of their own, for tests and measurements, until stop() or the end
 * of this process, however it ends. Listens on a free port of 127.0.0.1 and trusts everyone there.
 * @param {{ durable?: boolean, directory?: string }} [options] durable: with fsync, for measurements (default without);
 *   directory: where the databases are kept between runs (default: a new one that is removed)
 * @returns {Promise<Postgres>}
 * @throws {Failure} when PostgreSQL does not start
 */
export async function startPostgres({ durable = false, directory: kept } = {}) {
  const directory = kept ? path.resolve(kept) : fs.mkdtempSync(path.join(os.tmpdir(), 'parley-postgres-'))
  fs.mkdirSync(directory, { recursive: true })
  const data = path.join(directory, 'data')
  const user = databaseUser(data, directory)
  if (user !== null) fs.chownSync(directory, user.uid, user.gid)
  const programs = embeddedPrograms(user, directory)
  const as = { ...user, cwd: directory }
  if (!fs.existsSync(data)) {
    await execute(programs.initdb, ['-D', data, '-A', 'trust', '-U', 'postgres', ...letters, '--no-sync'], as)
  }

  const port = await freePort()
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    ...(durable ? { fsync: 'on' } : careless),
    max_connections: 200,
  }
  const log = fs.openSync(path.join(directory, 'log'), 'w')
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(
    'sh',
    ['-c', stopsWithItsParent, 'sh', kept ? '' : directory, programs.postgres, '-D', data, ...args],
    { ...as, stdio: ['pipe', log, log], detached: true },
  )
  fs.closeSync(log)
  const gone = new Promise(resolve => server.once('exit', resolve))
  const stop = async () => {
    server.stdin?.end()
    await gone
    // What root copied there is not the shell's to remove.
    if (!kept) fs.rmSync(directory, { recursive: true, force: true })
  }

  /** @param {string} name */
  const urlOf = name => `postgres://postgres@127.0.0.1:${port}/${name}`
  const url = urlOf('postgres')
  if (!(await answers(url))) {
    const said = fs.readFileSync(path.join(directory, 'log'), 'utf8')
    await stop()
    throw new Failure(`PostgreSQL did not start:\n${said}`)
  }
  /** @type {Postgres['createDatabase']} */
  const createDatabase = async (name, template) => {
    const copied = template ? ` template ${template} strategy file_copy` : ''
    await administer(url, `create database ${name}${copied}`)
    return urlOf(name)
  }
  return {
    url,
    pid: Number(fs.readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[0]),
    createDatabase,
    ensureDatabase: async name => {
      const { rowCount } = await administer(url, `select from pg_database where datname = '${name}'`)
      return rowCount === 1 ? urlOf(name) : createDatabase(name)
    },
    stop,
  }
}

/** For data that may be lost at a power cut, and statements too short to be worth compiling. */
const careless = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', jit: 'off' }

/**
 * The shell holds our end of a pipe as its standard input: when we close it or die, `cat` ends, and the shell asks
 * PostgreSQL for a fast shutdown (SIGINT) and removes its directory, if one is named.
 */
const stopsWithItsParent =
  'directory=$1; shift; "$@" & server=$!; cat > /dev/null; kill -INT "$server"; wait "$server"; test -z "$directory" || rm -rf "$directory"'

/**
 * Runs one statement on a connection of its own.
 * @param {string} url
 * @param {string} statement
 */
export async function administer(url, statement) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await client.query(statement)
  } finally {
    await client.end()
  }
}

/** @param {string} url */
async function answers(url) {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    try {
      await administer(url, 'select 1')
      return true
    } catch {
      await sleep(50) // it takes no connections yet
    }
  }
  return false
}
