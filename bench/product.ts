import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { administer } from '../tools/postgres.mjs'
import { demoWorkspace } from '../tools/steps/demo.mjs'
import { freePort } from '../tools/steps/ports.mjs'

/** A server process that answers HTTP: the product, or a reference program. */
export interface Server {
  readonly url: string
  readonly pid: () => number
  readonly stop: () => Promise<void>
}

/** The server and the simulator of one checkout, on one database. */
export interface Product extends Server {
  readonly database: string
  readonly simulatorUrl: string
  /** The number of conversations in the workspace. */
  readonly conversations: number
  /** From the start of the server process to its first response. */
  readonly readyMs: number
  /** Restarts the server. Returns the time to its first response. */
  readonly restart: () => Promise<number>
  /** Starts the same checkout with the same settings on another database. */
  readonly startAnother: (database: string) => Promise<Product>
}

export interface ProductOptions {
  /** A checkout with a complete dist/. */
  readonly checkout: string
  /** A PostgreSQL URL. If empty, the server starts the embedded PostgreSQL, as `npm start` does. */
  readonly database: string
  readonly conversations: number
  readonly env: Readonly<Record<string, string>>
}

const startLimitMs = 900_000
const forgetFiles = `do $$ begin
  if to_regclass('files_place') is not null then delete from files_place; end if;
end $$`

/** Starts a demo workspace and waits until its server answers. */
export async function startProduct(options: ProductOptions): Promise<Product> {
  const { checkout, database, conversations, env } = options
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-bench-'))
  const demo = demoWorkspace({
    PORT: String(await freePort()),
    SIMULATOR_PORT: String(await freePort()),
    DATA_DIR: directory,
  })
  const settings = {
    ...process.env,
    AUTH_SECRET: 'a-secret-that-outlives-a-restart',
    DATABASE_URL: database,
    PUBLIC_URL: '',
    DEMO_CONVERSATIONS: String(conversations),
    // The simulator does not know the customers of signed webhooks, and the server would log that for each.
    LOG_LEVEL: 'fatal',
    ...env,
  }
  const dist = (script: string) => [path.join(checkout, 'dist', script)]
  // A database that was filled before names a file directory that no longer exists.
  if (database !== '') await administer(database, forgetFiles)
  const startServer = () =>
    startProgram(dist('server/main.js'), { ...settings, ...demo.serverEnv }, `${demo.url}/healthz`)

  const simulator = await startProgram(
    dist('simulator/main.js'),
    { ...settings, ...demo.simulatorEnv },
    `${demo.simulatorUrl}/phones`,
    'ignore',
  )
  const removeAll = async () => {
    await simulator.stop()
    fs.rmSync(directory, { recursive: true, force: true })
  }
  let server: Program
  try {
    server = await startServer()
  } catch (error) {
    await removeAll()
    throw error
  }
  return {
    url: demo.url,
    simulatorUrl: demo.simulatorUrl,
    database,
    conversations,
    readyMs: server.readyMs,
    pid: () => server.pid,
    restart: async () => {
      await server.stop()
      server = await startServer()
      return server.readyMs
    },
    startAnother: another => startProduct({ ...options, database: another }),
    stop: async () => {
      await server.stop()
      await removeAll()
    },
  }
}

interface Program {
  readonly pid: number
  readonly readyMs: number
  readonly stop: () => Promise<void>
}

/** Starts a program of the folder `reference` in its own process. */
export async function startReference(script: string, env: NodeJS.ProcessEnv = {}): Promise<Server> {
  const url = `http://127.0.0.1:${await freePort()}`
  const file = fileURLToPath(new URL(`./reference/${script}`, import.meta.url))
  const program = await startProgram([file], { ...process.env, ...env, PORT: new URL(url).port }, url)
  return { url, pid: () => program.pid, stop: program.stop }
}

/**
 * Starts a Node.js program and waits until `readyUrl` answers. Its output goes to this program's error output, or is dropped.
 * @throws Error if it ends, or does not answer in time
 */
async function startProgram(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  readyUrl: string,
  output: 2 | 'ignore' = 2,
): Promise<Program> {
  const started = performance.now()
  // The programs end together with this one: they watch the IPC channel.
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', output, 2, 'ipc'] })
  const stop = () => stopProgram(child)
  while (!(await answers(readyUrl))) {
    const isLate = performance.now() - started > startLimitMs
    if (!isRunning(child) || isLate) {
      await stop()
      throw new Error(`${args[0]} ${isLate ? 'does not answer' : 'ended while starting'}`)
    }
    await sleep(20)
  }
  return { pid: child.pid ?? 0, readyMs: performance.now() - started, stop }
}

const isRunning = (child: ChildProcess) => child.exitCode === null && child.signalCode === null

async function stopProgram(child: ChildProcess): Promise<void> {
  if (!isRunning(child)) return
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  await exit
}

async function answers(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) })
    await answer.arrayBuffer()
    return answer.ok
  } catch {
    return false // not listening yet
  }
}

/** Linux counts processor time in hundredths of a second. */
const tickMs = 10

/** The processor time of a process in milliseconds: all its threads, without its children. Linux only. */
export function processorMs(pid: number): number {
  const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The program's name is in brackets and can contain spaces.
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
  return (Number(user) + Number(system)) * tickMs
}

/** Resident memory of a process in MB. Linux only. */
export function memoryMb(pid: number): number {
  const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024
}
