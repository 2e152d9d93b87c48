import { type Doer, record } from '../audit/record.ts'
import type { OneTimeTokens } from '../auth/one-time.ts'
import { makeReset } from '../auth/reset.ts'
import { type Writer, write } from '../db/write.ts'
import type { SendMail } from '../mail/mailer.ts'
import { agentByEmail } from './queries.ts'
import { resetLifetimeMs } from './start-reset.ts'

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
  const link = await write(writer, async tx => {
    const now = writer.now()
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
    const by: Doer = { agentId: null, address }
    await record(tx, by, { action: 'password.reset-asked', noun: 'agent', objectId: agent.id }, now)
    return makeReset(tx, links, agent.id, { now, lifetimeMs: resetLifetimeMs })
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
