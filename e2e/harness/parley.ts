import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { administer } from '../../tools/postgres.mjs'
import { demoWorkspace } from '../../tools/steps/demo.mjs'
import { freePort } from '../../tools/steps/ports.mjs'
import { Phone } from './phone.ts'
import { Program } from './program.ts'

/** The product as `npm start` runs it, on its own ports and in its own directory. */
export interface Parley {
  /** The address of the console and the API. */
  url: string
  simulatorUrl: string
  server: Program
  simulator: Program
  /** A customer's phone, by number in any format. */
  phone: (number: string) => Phone
  /** The server's output so far. */
  log: () => string
  /** Ends both programs and keeps their data in this directory and database. */
  end: () => Promise<{ directory: string; database: string }>
  /** Ends both programs and removes their data. */
  stop: () => Promise<void>
}

interface Options {
  /** Settings that override those of a demo. */
  env?: Record<string, string>
  /** Uses the embedded PostgreSQL in its own directory, as `npm start` does, and not the PostgreSQL of the run. */
  isEmbedded?: boolean
  /** Returns another address for the database, for instance a proxy's. */
  databaseBy?: (url: string) => Promise<string>
}

/** The variables in which `e2e/seed-once.ts` passes the seeded workspace of the run: its files, and the name of its database. */
export const seededVariables = { directory: 'PARLEY_E2E_SEEDED', database: 'PARLEY_E2E_DATABASE' } as const
/** The PostgreSQL of the run. */
export const postgresVariable = 'PARLEY_E2E_POSTGRES'

/** A new database on the PostgreSQL of the run: a copy of `template`. */
async function createDatabase(template: string) {
  const server = process.env[postgresVariable] ?? ''
  const name = `e2e_${randomBytes(6).toString('hex')}`
  await administer(server, `create database ${name} template ${template} strategy file_copy`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { name, url: url.href, drop: () => administer(server, `drop database ${name} with (force)`) }
}

const memory = '/dev/shm'
const roomy = 2 ** 31

/**
 * The parent directory of test workspaces: in memory if there is room, since disk access takes a tenth of a server's time. In
 * both
 * places, writes of a killed process survive. Measurements run on the disk.
 */
function place(): string {
  if (process.env[seededVariables.directory] === undefined || !fs.existsSync(memory)) return os.tmpdir()
  const { bavail, bsize } = fs.statfsSync(memory)
  return bavail * bsize > roomy ? memory : os.tmpdir()
}

/** Starts a seeded demo workspace from dist/ and waits until it answers. */
export async function startParley({
  env = {},
  isEmbedded = false,
  databaseBy = async url => url,
}: Options = {}): Promise<Parley> {
  const directory = fs.mkdtempSync(path.join(place(), 'parley-e2e-'))
  const isUsual = !isEmbedded && env['DEMO_CONVERSATIONS'] === undefined
  const seeded = isUsual ? process.env[seededVariables.directory] : undefined
  // Seeding takes seconds of both processors; a copy takes none.
  if (seeded !== undefined) fs.cpSync(seeded, directory, { recursive: true })
  const template = seeded === undefined ? 'template0' : (process.env[seededVariables.database] ?? '')
  const database = isEmbedded ? null : await createDatabase(template)
  const demo = demoWorkspace({
    PORT: String(await freePort()),
    SIMULATOR_PORT: String(await freePort()),
    DATA_DIR: directory,
  })
  const settings = {
    AUTH_SECRET: 'a-secret-that-outlives-a-restart',
    DATABASE_URL: database === null ? '' : await databaseBy(database.url),
    PUBLIC_URL: '',
    // Agents answer the customers, unless a test is about the bot.
    BOT_AT_NEW_NUMBERS: 'off',
    // No rating question is sent, unless a test is about it.
    RATING_AFTER: '3600',
    // An agent's reply leaves at once, unless a test is about undo.
    UNDO_SEND: '0',
    ...env,
  }
  const log = path.join(directory, 'server.log')
  const simulator = new Program({
    script: 'simulator/main.js',
    env: { ...process.env, ...demo.simulatorEnv, ...env },
    readyUrl: `${demo.simulatorUrl}/phones`,
    log: path.join(directory, 'simulator.log'),
  })
  const server = new Program({
    script: 'server/main.js',
    env: { ...process.env, ...settings, ...demo.serverEnv, ...env },
    readyUrl: `${demo.url}/healthz`,
    log,
  })
  const end = async () => {
    await Promise.all([server.kill('SIGTERM'), simulator.kill('SIGTERM')])
    return { directory, database: database?.name ?? '' }
  }
  const stop = async () => {
    await end()
    await database?.drop()
    fs.rmSync(directory, { recursive: true, force: true })
  }
  try {
    await Promise.all([simulator.start(), server.start()])
  } catch (error) {
    await stop()
    throw error
  }
  return {
    url: demo.url,
    simulatorUrl: demo.simulatorUrl,
    server,
    simulator,
    phone: number => new Phone(demo.simulatorUrl, number),
    log: () => fs.readFileSync(log, 'utf8'),
    end,
    stop,
  }
}
