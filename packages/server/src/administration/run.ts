import { runCommand } from '../agents/command-line.ts'
import { endOffersOf } from '../assignments/end-offers.ts'
import { handBackOf } from '../assignments/hand-back.ts'
import type { Random } from '../auth/random.ts'
import type { PlaceConfig } from '../config.ts'
import type { Ended } from '../control/listen.ts'
import type { OpenDatabase } from '../db/open.ts'
import type { Writer } from '../db/write.ts'
import { rebuild } from '../reports/catch-up.ts'
import { WorkspaceDays } from '../reports/days.ts'
import { type Command, everyUsage, readTyped } from './command.ts'
import { sentenceOf } from './sentence.ts'

/** What a command works on. */
export interface World {
  readonly config: PlaceConfig
  readonly database: OpenDatabase
  readonly writer: Writer
  readonly random: Random
}

/** Who typed it. */
export interface Terminal {
  readonly say: (line: string) => void
  readonly askPassword: () => Promise<string>
  /** Hears what a long command is at. */
  readonly at: (step: string) => void
}

/** Carries out what was typed, in the program that has the database. */
export async function administer(args: readonly string[], world: World, terminal: Terminal): Promise<Ended> {
  const command = readTyped(args)
  if (command === null) return { code: 2, why: everyUsage }
  try {
    await run(command, world, terminal)
    return { code: 0, why: null }
  } catch (error) {
    return { code: 1, why: sentenceOf(error) }
  }
}

function run(command: Command, world: World, terminal: Terminal): Promise<void> {
  const { config, writer, random } = world
  const { say, askPassword } = terminal
  if (command.noun === 'reports') return rebuildAndSay(world, terminal)
  return runCommand(command.agent, {
    writer,
    random,
    say,
    askPassword,
    consoleUrl: (config.publicUrl ?? `http://${config.host}:${config.port}`).replace(/\/+$/, ''),
    departure: { endOffersOf, handBackOf },
  })
}

async function rebuildAndSay({ config, database, writer }: World, { say, at }: Terminal): Promise<void> {
  const started = performance.now()
  const days = await rebuild(
    { db: database.unhurried, now: writer.now },
    new WorkspaceDays(config.timeZone),
    at,
  )
  const seconds = (performance.now() - started) / 1000
  say(`The roll-ups hold ${days} days with messages, made anew in ${seconds.toFixed(1)} s`)
}
