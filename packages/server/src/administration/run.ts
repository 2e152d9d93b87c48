import path from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { AuditAction } from '@parley/core/audit/constants'
import { ApiError } from '@parley/core/errors'
import {
  type Command as AgentCommand,
  usage as agentUsage,
  NoPassword,
  readCommand,
  runCommand,
} from '../agents/command-line.ts'
import { handBackOf } from '../assignments/hand-back.ts'
import { endOffersOf } from '../assignments/offer.ts'
import { agreeOnFiles, DiskStore } from '../attachments/store.ts'
import { atTheServer, record } from '../audit/record.ts'
import { keptDemoSecret } from '../auth/secrets.ts'
import { OneTimeTokens, type Random } from '../auth/tokens.ts'
import {
  accessLinesOf,
  type BackupCommand,
  backupUsage,
  countsOf,
  linesOf,
  readBackupCommand,
} from '../backup/command-line.ts'
import { BackupRefused, type Tail } from '../backup/contents.ts'
import { restoreBackup } from '../backup/restore.ts'
import { AlreadyThere } from '../backup/save.ts'
import { backupOf } from '../backup/write.ts'
import { servedNumbers } from '../channels/numbers.ts'
import { ConfigError, consoleUrl, type PlaceConfig } from '../config/config.ts'
import { DirectoryNotPrivate } from '../config/private-directory.ts'
import { EmbeddedUnavailable } from '../db/embedded/programs.ts'
import { DatabaseInUse } from '../db/embedded/embedded.ts'
import { RestoreUnfinished } from '../db/marks.ts'
import { DatabaseIsNewer, DatabaseIsTooOld } from '../db/migrate.ts'
import type { OpenDatabase } from '../db/open.ts'
import { write, type Writer } from '../db/write.ts'
import { doctorUsage, examine, isDoctor } from '../doctor/examine.ts'
import { type Finding, lineOfFinding } from '../doctor/finding.ts'
import { eventsUsage, readEventsCommand, replayAndSay, type Replayed } from '../ingest/replay.ts'
import {
  type IntentsCommand,
  intentsUsage,
  LearningRefused,
  readIntentsCommand,
  runIntentsCommand,
} from '../intent/train.ts'
import { rebuild } from '../reports/catch-up.ts'
import { WorkspaceDays } from '../reports/days.ts'

const rebuildUsage =
  '  parley reports rebuild                 make the roll-ups of past days anew from the messages and tickets'

export const everyUsage = `${agentUsage}\n${rebuildUsage}\n${backupUsage}\n${eventsUsage}\n${intentsUsage}\n${doctorUsage}`

export type Command =
  | { readonly noun: 'agent'; readonly agent: AgentCommand }
  | { readonly noun: 'doctor' }
  | { readonly noun: 'reports'; readonly do: 'rebuild' }
  | { readonly noun: 'backup'; readonly backup: BackupCommand }
  | { readonly noun: 'events'; readonly replay: Replayed }
  | { readonly noun: 'intents'; readonly intents: IntentsCommand }

/** Parses a typed command. Null if it is unknown. */
export function readTyped(args: readonly string[]): Command | null {
  if (isDoctor(args)) return { noun: 'doctor' }
  if (args.join(' ') === 'reports rebuild') return { noun: 'reports', do: 'rebuild' }
  const backup = readBackupCommand(args)
  if (backup !== null) return { noun: 'backup', backup }
  const replay = readEventsCommand(args)
  if (replay !== null) return { noun: 'events', replay }
  const intents = readIntentsCommand(args)
  if (intents !== null) return { noun: 'intents', intents }
  const agent = readCommand(args)
  return agent === null ? null : { noun: 'agent', agent }
}

/** The dependencies of a command. */
export interface World {
  readonly config: PlaceConfig
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly database: OpenDatabase
  readonly writer: Writer
  readonly random: Random
  /** The log of security events, under stable names. */
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn'>
}

/** The result of a command: its exit code, and a message if there is one. */
export interface Ended {
  readonly code: number
  readonly why: string | null
}

/** The person or script that runs the command. */
export interface Terminal {
  readonly say: (line: string) => void
  readonly askPassword: () => Promise<string>
  /** Called with the progress of a long command. */
  readonly at: (step: string | null) => void
  /** Writes a file to the requested place. */
  readonly deliver: (bytes: AsyncIterable<Uint8Array>) => Promise<void>
}

export async function administer(args: readonly string[], world: World, terminal: Terminal): Promise<Ended> {
  const command = readTyped(args)
  if (command === null) return { code: 2, why: everyUsage }
  try {
    if (command.noun === 'doctor') {
      const { config: place, environment, database, writer } = world
      return tellFindings(await examine({ environment, place, database, now: writer.now }), terminal)
    }
    await run(command, world, terminal)
    return { code: 0, why: null }
  } catch (error) {
    return { code: 1, why: sentenceOf(error) }
  }
}

/** Prints one line for each finding. A bad finding sets an exit code that scripts notice. */
export function tellFindings(findings: readonly Finding[], { say }: Pick<Terminal, 'say'>): Ended {
  for (const finding of findings) say(lineOfFinding(finding))
  return { code: findings.some(({ state }) => state === 'bad') ? 1 : 0, why: null }
}

function run(command: Exclude<Command, { noun: 'doctor' }>, world: World, terminal: Terminal): Promise<void> {
  const { config, writer, random, log } = world
  const { say, askPassword } = terminal
  if (command.noun === 'reports') return rebuildAndSay(world, terminal)
  if (command.noun === 'events') {
    const which = command.replay
    return servedNumbers(writer.db).then(numbers => replayAndSay({ writer, numbers }, which, say))
  }
  if (command.noun === 'intents') {
    terminal.at(command.intents.do === 'train' ? 'Learning, which takes half a minute' : null)
    return runIntentsCommand(command.intents, { writer, dataDir: config.dataDir, say })
  }
  if (command.noun === 'backup') {
    return command.backup.do === 'backup'
      ? backUp(command.backup.file, world, terminal)
      : restore(command.backup.file, world, terminal)
  }
  return runCommand(command.agent, {
    writer,
    links: () => linksOf(config, random),
    say,
    askPassword,
    consoleUrl: consoleUrl(config),
    departure: { endOffersOf, handBackOf },
    heard: event =>
      opening.has(event.event) ? log.warn(event, atTheMachine) : log.info(event, atTheMachine),
  })
}

/** A link is valid only under the server's own secret. */
async function linksOf({ authSecret, dataDir }: PlaceConfig, random: Random): Promise<OneTimeTokens> {
  const secret = authSecret ?? (await keptDemoSecret(dataDir))
  if (secret === null)
    throw new ConfigError(
      'AUTH_SECRET: is not set, and a link works only with the secret of the server. Set it to the same text and try again',
    )
  return new OneTimeTokens(secret, 'password link', random)
}

const atTheMachine = 'by a command on the machine'
/** Actions that may give access to a person who had none. */
const opening = new Set<AuditAction>([
  'account.role',
  'password.changed',
  'password.reset-asked',
  'second-factor.off',
])

async function rebuildAndSay({ config, database, writer }: World, { say, at }: Terminal): Promise<void> {
  const started = performance.now()
  const days = await rebuild(
    { db: database.longRunningDb, now: writer.now },
    new WorkspaceDays(config.timeZone),
    at,
  )
  const seconds = (performance.now() - started) / 1000
  say(`The roll-ups hold ${days} days with messages, made anew in ${seconds.toFixed(1)} s`)
}

/**
 * Recorded before its first byte, since an interrupted backup may have copied some data already, and once its file is complete
 * under its name.
 */
async function backUp(
  file: string,
  { config, database, random, writer, log }: World,
  { say, at, deliver }: Terminal,
): Promise<void> {
  at('Making the backup')
  const store = await openStore(config, random, writer.now())
  await agreeOnFiles(writer.db, path.join(config.dataDir, 'files'), () => random.token(12))
  const after = { file: path.basename(file) }
  await write(writer, context => record(context, atTheServer, 'backup.begun', null, { after }))
  log.info({ event: 'backup.begun' }, atTheMachine)
  const ends: Tail[] = []
  let bytes = 0
  async function* counting(chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      bytes += chunk.length
      yield chunk
    }
  }
  await deliver(
    counting(
      backupOf({ database, store, at: writer.now() }, tail => {
        ends.push(tail)
      }),
    ),
  )
  const [held] = ends
  if (held === undefined) throw new Error('The backup has no end')
  const finished = { ...after, bytes, ...countsOf(held) }
  await write(writer, context => record(context, atTheServer, 'backup.finished', null, { after: finished }))
  for (const line of linesOf(held)) say(line)
}

async function restore(file: string, world: World, { say, at }: Terminal): Promise<void> {
  const { config, database, random, writer } = world
  const store = await openStore(config, random, writer.now())
  const { head, tail, unsent, accounts } = await restoreBackup(file, { database, store, now: writer.now, at })
  say(`Restored what was there on ${head.made_at}:`)
  for (const line of linesOf(tail)) say(line)
  if (unsent > 0)
    say(`${unsent} messages were still to be sent: nobody knows whether they were, so agents decide`)
  for (const line of accessLinesOf(accounts, head.made_at)) say(line)
}

const openStore = (config: PlaceConfig, random: Random, now: Date) =>
  DiskStore.open(path.join(config.dataDir, 'files'), () => random.token(12), now)

const expected = [
  AlreadyThere,
  BackupRefused,
  ApiError,
  NoPassword,
  ConfigError,
  DatabaseInUse,
  DatabaseIsNewer,
  DatabaseIsTooOld,
  DirectoryNotPrivate,
  EmbeddedUnavailable,
  LearningRefused,
  RestoreUnfinished,
]

/** A refusal is one line. An unexpected error comes with its stack. */
export function sentenceOf(error: unknown): string {
  if (error instanceof ApiError && error.fields !== undefined) {
    return Object.entries(error.fields)
      .map(([field, sentence]) => `The ${field} ${sentence}`)
      .join('\n')
  }
  if (!(error instanceof Error)) return String(error)
  if (expected.some(type => error instanceof type)) return error.message
  const code = 'code' in error ? error.code : undefined
  if (code === 'ECONNREFUSED') return 'The database cannot be reached: check DATABASE_URL'
  // A file named on the command line does not exist, or cannot be read or written.
  if (code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR' || code === 'ENOSPC') return error.message
  return error.stack ?? error.message
}
