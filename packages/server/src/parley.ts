/** Administration from the command line. Exit codes: 0 done, 1 refused, 2 not understood. */
import { Refusal } from '@parley/core/errors'
import { askPassword, NoPassword } from './agents/ask-password.ts'
import { type Command, readCommand, runCommand, usage } from './agents/command-line.ts'
import { endOffersOf } from './assignments/end-offers.ts'
import { handBackOf } from './assignments/hand-back.ts'
import { systemRandom } from './auth/random.ts'
import { ConfigError, type PlaceConfig, readPlaceConfig } from './config.ts'
import { DatabaseInUse } from './db/embedded-lock.ts'
import { MigrationMismatch, migrate } from './db/migrate.ts'
import { type Db, openDatabase } from './db/open.ts'
import { DirectoryNotPrivate, keepPrivate } from './private-directory.ts'
import { type Progress, startProgress } from './progress.ts'
import { rebuild } from './reports/catch-up.ts'
import { isRebuild, rebuildUsage } from './reports/command-line.ts'
import { WorkspaceDays } from './reports/days.ts'

const typed = process.argv.slice(2)
const command = isRebuild(typed) ? 'rebuild' : readCommand(typed)
if (command === null) {
  console.error(`${usage}\n${rebuildUsage}`)
  process.exit(2)
}
try {
  await run(command, readPlaceConfig(process.env))
  process.exit(0)
} catch (error) {
  console.error(sentenceOf(error))
  process.exit(1)
}

async function run(command: Command | 'rebuild', config: PlaceConfig): Promise<void> {
  if (config.databaseUrl === null) keepPrivate(config.dataDir)
  const database = await openDatabase(config, 2)
  try {
    const progress = startProgress(
      line => {
        // For somebody who waits at a terminal; a script wants nothing but errors there.
        if (process.stderr.isTTY) console.error(line)
      },
      () => new Date(),
    )
    await migrate(database.unhurried, new Date(), progress)
    if (command === 'rebuild') return await rebuildAndSay(database.unhurried, config.timeZone, progress)
    progress.stop()
    await runCommand(command, {
      writer: {
        db: database.db,
        now: () => new Date(),
        nudge: () => undefined,
      },
      random: systemRandom,
      say: line => console.log(line),
      askPassword: () => askPassword({ input: process.stdin, prompts: process.stderr }),
      consoleUrl: (config.publicUrl ?? `http://${config.host}:${config.port}`).replace(/\/+$/, ''),
      departure: { endOffersOf, handBackOf },
    })
  } finally {
    await database.close()
  }
}

async function rebuildAndSay(db: Db, timeZone: string, progress: Progress): Promise<void> {
  const started = performance.now()
  const days = await rebuild({ db, now: () => new Date() }, new WorkspaceDays(timeZone), progress.at)
  progress.stop()
  const seconds = (performance.now() - started) / 1000
  console.log(`The roll-ups hold ${days} days with messages, made anew in ${seconds.toFixed(1)} s`)
}

/** What is refused is said in one line; what is a fault of ours comes with its place. */
function sentenceOf(error: unknown): string {
  if (error instanceof Refusal && error.fields !== undefined) {
    return Object.entries(error.fields)
      .map(([field, sentence]) => `The ${field} ${sentence}`)
      .join('\n')
  }
  const expected = [Refusal, NoPassword, ConfigError, DatabaseInUse, DirectoryNotPrivate, MigrationMismatch]
  if (!(error instanceof Error)) return String(error)
  if (expected.some(type => error instanceof type)) return error.message
  return 'code' in error && error.code === 'ECONNREFUSED'
    ? 'The database cannot be reached: check DATABASE_URL'
    : (error.stack ?? error.message)
}
