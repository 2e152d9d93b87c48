import type { Role } from '@parley/core/access/policies'
import { ApiError } from '@parley/core/errors'
import { atTheServer, type Actor, record } from '../audit/record.ts'
import { hashPassword, makeReset, replacePassword, type ResetLink, voidResets } from '../auth/password.ts'
import { endSessionsOf } from '../auth/sessions.ts'
import type { OneTimeTokens } from '../auth/tokens.ts'
import { weakness } from '../auth/weak-password.ts'
import { write, type Writer } from '../db/write.ts'
import type { SendMail } from '../mail/mailer.ts'
import { addAgent } from './accounts.ts'
import { agentByEmail, agentOfEmail } from './queries.ts'

export const inviteLifetimeMs = 48 * 60 * 60_000

export interface Invitation {
  readonly email: string
  readonly name?: string | undefined
  readonly role: Role
  readonly department?: string | null | undefined
  readonly max_capacity?: number | undefined
  readonly takes_conversations?: boolean | undefined
}

/**
 * Creates an account without a usable password, and a link that sets the first one.
 * @throws ApiError input.invalid naming email, agent.email-taken
 */
export async function invite(
  writer: Writer,
  links: OneTimeTokens,
  { email, name, role, department, max_capacity, takes_conversations }: Invitation,
  by: Actor,
): Promise<{ readonly id: number; readonly link: ResetLink }> {
  // An unknown random password.
  const password = links.make().token
  const account = {
    email,
    password,
    role,
    department,
    maxCapacity: max_capacity,
    takesConversations: takes_conversations,
    invited: true,
  }
  const id = await addAgent(writer, { ...account, ...(name !== undefined && { name }) }, by)
  const link = await write(writer, context => makeReset(context, links, id, inviteLifetimeMs))
  return { id, link }
}

export const resetLifetimeMs = 60 * 60_000

/**
 * Creates a link that sets a new password, and voids earlier ones. An open invitation gets its full time again.
 * @throws ApiError agent.not-found, agent.disabled
 */
export const startReset = (writer: Writer, links: OneTimeTokens, id: number, by: Actor): Promise<ResetLink> =>
  write(writer, async context => {
    const agent = await context.tx
      .selectFrom('agents')
      .select(['name', 'disabled_at', 'invited_at'])
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (agent === undefined) throw new ApiError('agent.not-found', { id })
    if (agent.disabled_at !== null) throw new ApiError('agent.disabled', { name: agent.name })
    await voidResets(context, id)
    await record(context, by, 'password.reset-asked', id)
    const lifetimeMs = agent.invited_at === null ? resetLifetimeMs : inviteLifetimeMs
    return makeReset(context, links, id, lifetimeMs)
  })

/** The least time between two mails to one address, since a stranger may ask. */
const restMs = 5 * 60_000

export interface ResetMail {
  readonly writer: Writer
  readonly links: OneTimeTokens
  readonly sendMail: SendMail
  /** The console's public address, without a trailing slash. */
  readonly consoleUrl: string
}

/**
 * Mails a password link to an enabled account's address. Earlier links stay valid: a stranger's request must not void
 * the owner's. Returns whether a mail was sent.
 */
export async function mailReset(
  { writer, links, sendMail, consoleUrl }: ResetMail,
  email: string,
  address: string,
): Promise<boolean> {
  const agent = await agentByEmail(writer.db, email.trim())
  if (agent === undefined || agent.disabled) return false
  const link = await write(writer, async context => {
    const { tx, now } = context
    // Lock, so that two simultaneous requests send one mail.
    await tx.selectFrom('agents').select('id').where('id', '=', agent.id).forNoKeyUpdate().execute()
    const recent = await tx
      .selectFrom('password_resets')
      .select('token_hash')
      .where('agent_id', '=', agent.id)
      // Used links count too; invitations, which last longer, do not.
      .where('expires_at', '>', new Date(now.getTime() + resetLifetimeMs - restMs))
      .where('expires_at', '<=', new Date(now.getTime() + resetLifetimeMs))
      .limit(1)
      .executeTakeFirst()
    if (recent !== undefined) return null
    const by: Actor = { agentId: null, address }
    await record(context, by, 'password.reset-asked', agent.id)
    return makeReset(context, links, agent.id, resetLifetimeMs)
  })
  if (link === null) return false
  await sendMail({
    to: agent.email,
    subject: 'Set a new password for Parley',
    text: [
      `Hello ${agent.name},`,
      '',
      'Somebody asked for a new password for your Parley account. This link sets it, once, within an hour:',
      '',
      `${consoleUrl}/login?reset=${link.token}`,
      '',
      'If it was not you, do nothing: your password stays as it is.',
      '',
    ].join('\n'),
  })
  return true
}

/**
 * Sets an agent's password from the command line, on record, and ends every session. Returns the agent's id.
 * @throws ApiError input.invalid naming email or password
 */
export async function setPassword(writer: Writer, email: string, password: string): Promise<number> {
  const agent = await agentOfEmail(writer.db, email)
  const weak = await weakness(password, agent)
  if (weak !== null) throw ApiError.field('password', weak)
  const hash = await hashPassword(password)
  await write(writer, async context => {
    await replacePassword(context, agent.id, hash, 'password-set')
    await endSessionsOf(context, agent.id, 'password')
    await record(context, atTheServer, 'password.changed', agent.id)
  })
  return agent.id
}
