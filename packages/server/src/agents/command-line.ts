import { parseArgs } from 'node:util'
import { Refusal } from '@parley/core/errors'
import type { Random } from '../auth/random.ts'
import { weakness } from '../auth/weak-password.ts'
import type { Writer } from '../db/write.ts'
import { addAgent } from './add.ts'
import type { Departure } from './departure.ts'
import { disableAgent } from './disable.ts'
import { listAgents } from './queries.ts'
import { setPassword } from './set-password.ts'
import { startReset } from './start-reset.ts'

export const usage = `Usage:
  parley agent add EMAIL [--name NAME]   add an agent; asks for a password, or reads it from standard input
  parley agent list                      all agents
  parley agent password EMAIL            set a new password, asked for in the same way; signs the agent out
  parley agent reset EMAIL               print a link with which the agent sets a new password, for one hour
  parley agent disable EMAIL             lock an agent out, and give their conversations back to the queue`

export type Command =
  | { readonly do: 'list' }
  | { readonly do: 'add'; readonly email: string; readonly name: string | undefined }
  | { readonly do: 'password' | 'reset' | 'disable'; readonly email: string }

/** The command that was typed; null for anything else. */
export function readCommand(args: readonly string[]): Command | null {
  const typed = tokens(args)
  if (typed === null) return null
  const { name } = typed.values
  const [noun, verb, email, ...rest] = typed.positionals
  if (noun !== 'agent' || rest.length > 0 || (name !== undefined && verb !== 'add')) return null
  if (verb === 'list') return email === undefined ? { do: 'list' } : null
  if (email === undefined) return null
  if (verb === 'add') return { do: 'add', email, name }
  return verb === 'password' || verb === 'reset' || verb === 'disable' ? { do: verb, email } : null
}

function tokens(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: { name: { type: 'string' } } })
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}

export interface Surroundings {
  readonly writer: Writer
  readonly random: Random
  readonly say: (line: string) => void
  readonly askPassword: () => Promise<string>
  /** Where browsers reach the console, without a slash at the end. */
  readonly consoleUrl: string
  readonly departure: Departure
}

/** Runs a command. @throws Refusal, or what askPassword throws */
export async function runCommand(command: Command, surroundings: Surroundings): Promise<void> {
  const { writer, random, say, askPassword, consoleUrl, departure } = surroundings
  switch (command.do) {
    case 'list': {
      const agents = await listAgents(writer.db)
      for (const agent of agents)
        say([agent.email, agent.name, ...(agent.disabled ? ['disabled'] : [])].join('\t'))
      return
    }
    case 'add': {
      const password = await askPassword()
      const { email, name } = command
      const weak = await weakness(password, { email, name })
      if (weak !== null) throw Refusal.field('password', weak)
      await addAgent(writer, { email, password, ...(name !== undefined && { name }) })
      return say(`${email} can sign in`)
    }
    case 'password':
      await setPassword(writer, command.email, await askPassword())
      return say(`${command.email} has a new password and is signed out`)
    case 'reset': {
      const token = await startReset(writer, random, command.email)
      return say(`${consoleUrl}/login?reset=${token}`)
    }
    case 'disable':
      await disableAgent(writer, command.email, departure)
      return say(`${command.email} is locked out, and their open conversations are in the queue`)
  }
}
