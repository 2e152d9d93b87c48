import { type Command as AgentCommand, usage as agentUsage, readCommand } from '../agents/command-line.ts'
import { type BackupCommand, backupUsage, readBackupCommand } from '../backup/command-line.ts'
import { eventsUsage, readEventsCommand, type Replayed } from '../ingest/replay.ts'
import { doctorUsage, isDoctor } from '../doctor/examine.ts'
import { type IntentsCommand, intentsUsage, readIntentsCommand } from '../intent/learning/command-line.ts'
import { isRebuild, rebuildUsage } from '../reports/command-line.ts'

export const everyUsage = `${agentUsage}\n${rebuildUsage}\n${backupUsage}\n${eventsUsage}\n${intentsUsage}\n${doctorUsage}`

/** What can be asked for on the command line. */
export type Command =
  | { readonly noun: 'agent'; readonly agent: AgentCommand }
  | { readonly noun: 'doctor' }
  | { readonly noun: 'reports'; readonly do: 'rebuild' }
  | { readonly noun: 'backup'; readonly backup: BackupCommand }
  | { readonly noun: 'events'; readonly replay: Replayed }
  | { readonly noun: 'intents'; readonly intents: IntentsCommand }

/** The command that was typed; null for anything else. */
export function readTyped(args: readonly string[]): Command | null {
  if (isDoctor(args)) return { noun: 'doctor' }
  if (isRebuild(args)) return { noun: 'reports', do: 'rebuild' }
  const backup = readBackupCommand(args)
  if (backup !== null) return { noun: 'backup', backup }
  const replay = readEventsCommand(args)
  if (replay !== null) return { noun: 'events', replay }
  const intents = readIntentsCommand(args)
  if (intents !== null) return { noun: 'intents', intents }
  const agent = readCommand(args)
  return agent === null ? null : { noun: 'agent', agent }
}
