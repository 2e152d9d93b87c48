import type { Role } from '@parley/core/access/policies'
import type { Doer } from '../audit/record.ts'
import type { OneTimeTokens } from '../auth/one-time.ts'
import { makeReset, type ResetLink } from '../auth/reset.ts'
import { type Writer, write } from '../db/write.ts'
import { addAgent } from './add.ts'

/** The lifetime of an invitation. */
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
 * @throws Refusal input.invalid naming email, agent.email-taken
 */
export async function invite(
  writer: Writer,
  links: OneTimeTokens,
  { email, name, role, department, max_capacity, takes_conversations }: Invitation,
  by: Doer,
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
  const link = await write(writer, tx =>
    makeReset(tx, links, id, { now: writer.now(), lifetimeMs: inviteLifetimeMs }),
  )
  return { id, link }
}
