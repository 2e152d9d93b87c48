import { sql } from 'kysely'
import pino, { type Logger } from 'pino'
import {
  administer,
  type Command,
  type Ended,
  everyUsage,
  readTyped,
  sentenceOf,
  tellFindings,
  type Terminal,
} from './administration/run.ts'
import { askPassword } from './agents/command-line.ts'
import { systemRandom } from './auth/tokens.ts'
import { refuseExisting, saveFile } from './backup/save.ts'
import { ConfigError, type PlaceConfig, readPlaceConfig } from './config/config.ts'
import { keepPrivate } from './config/private-directory.ts'
import { hasEmbedded } from './db/embedded/embedded.ts'
import { migrate } from './db/migrate.ts'
import { openDatabase } from './db/open.ts'
import { examine } from './doctor/examine.ts'
import type { Finding } from './doctor/finding.ts'
import { lookAtSettings } from './doctor/installation.ts'
import { logChannel } from './live/notifier.ts'
import { startProgress } from './timers/progress.ts'

/** Administration from the command line. Exit codes: 0 done, 1 refused, 2 not understood. */

const args = process.argv.slice(2)
const ended = await attempt()
if (ended.why !== null) console.error(ended.why)
process.exit(ended.code)

async function attempt(): Promise<Ended> {
  const command = readTyped(args)
  if (command === null) return { code: 2, why: everyUsage }
  const progress = startProgress(
    line => {
      // For a person at a terminal. A script expects only errors there.
      if (process.stderr.isTTY) console.error(line)
    },
    () => new Date(),
  )
  const terminal: Terminal = {
    say: line => console.log(line),
    askPassword: () => {
      progress.at(null)
      return askPassword({ input: process.stdin, prompts: process.stderr })
    },
    at: progress.at,
    deliver: async bytes => {
      if (command.noun === 'backup') await saveFile(command.backup.file, bytes)
    },
  }
  try {
    if (command.noun === 'backup' && command.backup.do === 'backup') refuseExisting(command.backup.file)
    if (command.noun === 'doctor') return await seeDoctor(terminal)
    return await carryOut(command, readPlaceConfig(process.env), terminal)
  } catch (error) {
    return { code: 1, why: sentenceOf(error) }
  }
}

/** Works beside a server on the same database, and notifies it of changes. */
async function carryOut(command: Command, config: PlaceConfig, terminal: Terminal): Promise<Ended> {
  if (config.databaseUrl === null) keepPrivate(config.dataDir)
  const database = await openDatabase(config, {
    poolSize: 2,
    exclusive: isRestore(command),
    say: line => process.stderr.isTTY && console.error(line),
  })
  try {
    if (!isRestore(command)) await migrate(database.longRunningDb, { at: terminal.at })
    let newest: number | null = null
    const notify = (seq: number) => {
      newest = seq
    }
    const writer = { db: database.db, now: () => new Date(), notify }
    const ended = await administer(
      args,
      { config, environment: process.env, database, writer, random: systemRandom, log: ownLog() },
      terminal,
    )
    if (newest !== null) await sql`select pg_notify(${logChannel}, ${String(newest)})`.execute(database.db)
    return ended
  } finally {
    await database.close()
  }
}

/** Logs only warnings. At a terminal it logs nothing, because the command's own output is enough. */
function ownLog(): Logger {
  const level = process.stderr.isTTY ? 'silent' : 'warn'
  return pino({ level, base: null }, pino.destination({ dest: 2, sync: true }))
}

/** Only reads: creates no database and changes no permissions of a directory. */
async function seeDoctor(terminal: Terminal): Promise<Ended> {
  const environment = process.env
  const place = placeOrFindings(environment)
  if (!('dataDir' in place)) return tellFindings(place, terminal)
  const isThere = place.databaseUrl !== null || hasEmbedded(place.dataDir)
  const database = isThere ? await openDatabase(place, { poolSize: 2 }).catch(asError) : null
  try {
    return tellFindings(await examine({ environment, place, database, now: () => new Date() }), terminal)
  } finally {
    if (database !== null && !(database instanceof Error)) await database.close()
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}

function placeOrFindings(environment: NodeJS.ProcessEnv): PlaceConfig | readonly Finding[] {
  try {
    return readPlaceConfig(environment)
  } catch (error) {
    if (error instanceof ConfigError) return lookAtSettings(environment).findings
    throw error
  }
}

/** A restore may start with no database. */
function isRestore(command: Command): boolean {
  return command.noun === 'backup' && command.backup.do === 'restore'
}
