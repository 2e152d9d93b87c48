import { type Command as AgentCommand, usage as agentUsage, readCommand } from '../agents/command-line.ts'
import { isRebuild, rebuildUsage } from '../reports/command-line.ts'

export const everyUsage = `${agentUsage}\n${rebuildUsage}`

/** What can be asked for on the command line. */
export type Command =
  | { readonly noun: 'agent'; readonly agent: AgentCommand }
  | { readonly noun: 'reports'; readonly do: 'rebuild' }

/** The command that was typed; null for anything else. */
export function readTyped(args: readonly string[]): Command | null {
  if (isRebuild(args)) return { noun: 'reports', do: 'rebuild' }
  const agent = readCommand(args)
  return agent === null ? null : { noun: 'agent', agent }
}
