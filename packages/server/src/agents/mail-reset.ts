import { type Doer, record } from '../audit/record.ts'
import type { OneTimeTokens } from '../auth/one-time.ts'
import { makeReset } from '../auth/reset.ts'
import { type Writer, write } from '../db/write.ts'
import type { SendMail } from '../mail/mailer.ts'
import { agentByEmail } from './queries.ts'
import { resetLifetimeMs } from './start-reset.ts'

/** Whoever knows an address can ask: its owner gets no more mails than one in so many milliseconds. */
const restMs = 5 * 60_000

export interface ResetMail {
  readonly writer: Writer
  readonly links: OneTimeTokens
  readonly sendMail: SendMail
  /** Where browsers reach the console, without a slash at the end. */
  readonly consoleUrl: string
}

/**
 * Mails the owner of an address a link that sets a new password, if there is such an account and it is not disabled. Links
 * that were made before go on working: a stranger who asks must not void what the owner was given. Answers whether a mail
 * went out.
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
    // Locked, so that of two who ask at once one rests.
    await tx.selectFrom('agents').select('id').where('id', '=', agent.id).forNoKeyUpdate().execute()
    const recent = await tx
      .selectFrom('password_resets')
      .select('token_hash')
      .where('agent_id', '=', agent.id)
      // Used ones too. An invitation's lasts longer, and does not count.
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
      'Somebody asked for a new password for your account in Parley. With this link you set it, once, within an hour:',
      '',
      `${consoleUrl}/login?reset=${link.token}`,
      '',
      'If it was not you, do nothing: your password stays as it is.',
      '',
    ].join('\n'),
  })
  return true
}
