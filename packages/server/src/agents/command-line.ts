import readline from 'node:readline'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { type Role, roles } from '@parley/core/access/policies'
import type { AuditAction } from '@parley/core/audit/constants'
import { ApiError } from '@parley/core/errors'
import { atTheServer } from '../audit/record.ts'
import { dropFactor } from '../auth/set-up-factor.ts'
import type { OneTimeTokens } from '../auth/tokens.ts'
import { weakness } from '../auth/weak-password.ts'
import { write, type Writer } from '../db/write.ts'
import { addAgent, disableAgent, editAccount } from './accounts.ts'
import type { Departure } from './leave.ts'
import { setPassword, startReset } from './password-links.ts'
import { agentOfEmail, listAgents } from './queries.ts'

export const usage = `Usage:
  parley agent add EMAIL [--name NAME] [--role ROLE]
                                         add an account; asks for a password, or reads it from standard input
  parley agent list                      all accounts with their roles
  parley agent role EMAIL ROLE           make an account an agent, a supervisor or an administrator
  parley agent password EMAIL            set a new password, read as above; signs the agent out
  parley agent reset EMAIL               print a link with which the agent sets a new password, for one hour
  parley agent second-factor-off EMAIL   remove an agent's lost second factor
  parley agent disable EMAIL             lock an agent out, and give their conversations back to the queue`

export type Command =
  | { readonly do: 'list' }
  | {
      readonly do: 'add'
      readonly email: string
      readonly name: string | undefined
      readonly role: Role | undefined
    }
  | { readonly do: 'role'; readonly email: string; readonly role: Role }
  | { readonly do: 'password' | 'reset' | 'second-factor-off' | 'disable'; readonly email: string }

/** Parses a typed command. Null if it is unknown. */
export function readCommand(args: readonly string[]): Command | null {
  const typed = tokens(args)
  if (typed === null) return null
  const { name } = typed.values
  const [noun, verb, email, word, ...rest] = typed.positionals
  if (noun !== 'agent' || rest.length > 0) return null
  const role = roleOf(typed.values.role ?? word)
  const takes = { name: verb === 'add', role: verb === 'add', word: verb === 'role' }
  if ((name !== undefined && !takes.name) || (typed.values.role !== undefined && !takes.role)) return null
  if (word !== undefined && !takes.word) return null
  if (verb === 'list') return email === undefined ? { do: 'list' } : null
  if (email === undefined || role === null) return null
  if (verb === 'add') return { do: 'add', email, name, role }
  if (verb === 'role') return role === undefined ? null : { do: 'role', email, role }
  return verb === 'password' || verb === 'reset' || verb === 'second-factor-off' || verb === 'disable'
    ? { do: verb, email }
    : null
}

/** Parses a role, compared without case. Undefined if none was typed, null if it is unknown. */
function roleOf(text: string | undefined): Role | undefined | null {
  if (text === undefined) return undefined
  return roles.find(role => role === text.toUpperCase()) ?? null
}

function tokens(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { name: { type: 'string' }, role: { type: 'string' } },
    })
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}

const named: Readonly<Record<Role, string>> = {
  AGENT: 'an agent',
  SUPERVISOR: 'a supervisor',
  ADMINISTRATOR: 'an administrator',
}

export interface Surroundings {
  readonly writer: Writer
  /** The maker of links. @throws ConfigError without the server's secret */
  readonly links: () => Promise<OneTimeTokens>
  readonly say: (line: string) => void
  readonly askPassword: () => Promise<string>
  /** The console's public address, without a trailing slash. */
  readonly consoleUrl: string
  readonly departure: Departure
  /** Called after each change of access. */
  readonly heard: (event: AccountEvent) => void
}

/** Events have the names of the audit log. */
export interface AccountEvent {
  readonly event: AuditAction
  readonly agent: number
}

/** Runs a command. @throws ApiError, and the errors of askPassword */
export async function runCommand(command: Command, surroundings: Surroundings): Promise<void> {
  const { writer, links, say, askPassword, consoleUrl, departure, heard } = surroundings
  switch (command.do) {
    case 'list': {
      const agents = await listAgents(writer.db)
      for (const agent of agents)
        say(
          [agent.email, agent.name, agent.role.toLowerCase(), ...(agent.disabled ? ['disabled'] : [])].join(
            '\t',
          ),
        )
      return
    }
    case 'add': {
      const password = await askPassword()
      const { email, name, role } = command
      const weak = await weakness(password, { email, name })
      if (weak !== null) throw ApiError.field('password', weak)
      const agent = await addAgent(writer, {
        email,
        password,
        ...(name !== undefined && { name }),
        ...(role !== undefined && { role }),
      })
      heard({ event: 'account.created', agent })
      return say(`${email} can sign in`)
    }
    case 'role': {
      const { id } = await agentOfEmail(writer.db, command.email)
      await editAccount(writer, id, { role: command.role }, atTheServer)
      heard({ event: 'account.role', agent: id })
      return say(`${command.email} is ${named[command.role]}`)
    }
    case 'password': {
      const agent = await setPassword(writer, command.email, await askPassword())
      heard({ event: 'password.changed', agent })
      return say(`${command.email} has a new password and is signed out`)
    }
    case 'reset': {
      const { id } = await agentOfEmail(writer.db, command.email)
      const { token } = await startReset(writer, await links(), id, atTheServer)
      heard({ event: 'password.reset-asked', agent: id })
      return say(`${consoleUrl}/login?reset=${token}`)
    }
    case 'second-factor-off': {
      const { id } = await agentOfEmail(writer.db, command.email)
      const had = await write(writer, context => dropFactor(context, id, atTheServer))
      if (had) heard({ event: 'second-factor.off', agent: id })
      return say(`${command.email} ${had ? 'now signs in with the password only' : 'has no second factor'}`)
    }
    case 'disable': {
      const { id } = await agentOfEmail(writer.db, command.email)
      await disableAgent(writer, id, departure, atTheServer)
      heard({ event: 'account.disabled', agent: id })
      return say(`${command.email} is locked out, and their open conversations are in the queue`)
    }
  }
}

/** No password: Ctrl-C, Ctrl-D, two different ones, or an empty input. */
export class NoPassword extends Error {}

interface Streams {
  readonly input: NodeJS.ReadStream
  /** The stream for questions; standard output may be piped. */
  readonly prompts: NodeJS.WritableStream
}

/**
 * Asks for a new password: on a terminal twice and hidden, else the first line of the input.
 * @throws NoPassword
 */
export async function askPassword({ input, prompts }: Streams): Promise<string> {
  if (!input.isTTY) return lineOf(readline.createInterface({ input }), 'Standard input holds no password')
  const first = await askHidden({ input, prompts }, 'Password: ')
  const second = await askHidden({ input, prompts }, 'Repeat the password: ')
  if (first !== second) throw new NoPassword('The two passwords differ')
  return first
}

async function askHidden({ input, prompts }: Streams, question: string): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = readline.createInterface({ input, output: nowhere, terminal: true })
  lines.once('SIGINT', () => lines.close())
  // Only now: before this the terminal would show the typed text.
  prompts.write(question)
  try {
    return await lineOf(lines, 'No password was entered')
  } finally {
    prompts.write('\n')
  }
}

const lineOf = (lines: readline.Interface, without: string): Promise<string> =>
  new Promise((resolve, reject) => {
    lines.once('line', line => {
      resolve(line)
      lines.close()
    })
    lines.once('close', () => reject(new NoPassword(without)))
  })
