import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { demoWorkspace } from '../../tools/steps/demo.mjs'
import { freePort } from '../../tools/steps/ports.mjs'
import { Phone } from './phone.ts'
import { Program } from './program.ts'

/** The product as `npm start` runs it, on ports and in a directory of its own. */
export interface Parley {
  /** The console and the server's calls. */
  url: string
  simulatorUrl: string
  server: Program
  simulator: Program
  /** A customer's phone, by number in any spelling. */
  phone: (number: string) => Phone
  /** The server's output so far. */
  log: () => string
  /** Ends both programs and leaves their data in this directory. */
  end: () => Promise<string>
  /** Ends both programs and removes their data. */
  stop: () => Promise<void>
}

interface Options {
  /** Settings over those of a demo. */
  env?: Record<string, string>
  /** A PostgreSQL URL instead of the embedded database. */
  database?: string
}

/** Where `e2e/seed-once.ts` keeps a workspace that is seeded already, for the run. */
export const seededVariable = 'PARLEY_E2E_SEEDED'

const memory = '/dev/shm'
const roomy = 2 ** 31

/**
 * Where tests keep their workspaces: in memory where it has room, since a disk takes a tenth of a server's time. What a
 * killed process has written is there afterwards in both. Whatever is measured is on the disk.
 */
function place(): string {
  if (process.env[seededVariable] === undefined || !fs.existsSync(memory)) return os.tmpdir()
  const { bavail, bsize } = fs.statfsSync(memory)
  return bavail * bsize > roomy ? memory : os.tmpdir()
}

/** Starts a seeded demo workspace from dist/ and waits until it answers. */
export async function startParley({ env = {}, database = '' }: Options = {}): Promise<Parley> {
  const directory = fs.mkdtempSync(path.join(place(), 'parley-e2e-'))
  const seeded = process.env[seededVariable]
  const isUsual = database === '' && env['DEMO_CONVERSATIONS'] === undefined
  // Seeding takes seconds of both processors; a copy takes none.
  if (seeded !== undefined && isUsual) fs.cpSync(seeded, directory, { recursive: true })
  const demo = demoWorkspace({
    PORT: String(await freePort()),
    SIMULATOR_PORT: String(await freePort()),
    DATA_DIR: directory,
  })
  const settings = {
    AUTH_SECRET: 'a-secret-that-outlives-a-restart',
    DATABASE_URL: database,
    PUBLIC_URL: '',
    // Whoever writes is to be answered by an agent, unless a test is about the bot.
    BOT_AT_NEW_NUMBERS: 'off',
    // Nothing is said to whoever was served, unless a test is about that.
    RATING_AFTER: '3600',
    // What an agent sends leaves at once, unless a test is about that.
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
    return directory
  }
  const stop = async () => {
    fs.rmSync(await end(), { recursive: true, force: true })
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
