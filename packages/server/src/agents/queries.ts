import { Refusal } from '@parley/core/errors'
import type { Role } from '@parley/core/access/policies'
import { sql } from 'kysely'
import type { Reader } from '../db/write.ts'

export interface Agent {
  readonly id: number
  readonly email: string
  readonly name: string
  readonly role: Role
  readonly disabled: boolean
}

const agents = (reader: Reader) =>
  reader
    .selectFrom('agents')
    .select([
      'id',
      'email',
      'name',
      sql<Role>`role`.as('role'),
      sql<boolean>`disabled_at is not null`.as('disabled'),
    ])

/** The agent of an e-mail address, compared without case. */
export const agentByEmail = (reader: Reader, email: string): Promise<Agent | undefined> =>
  agents(reader).where(sql`lower(email)`, '=', sql`lower(${email})`).executeTakeFirst()

/** Every agent, disabled ones too, by e-mail. */
export const listAgents = (reader: Reader): Promise<Agent[]> =>
  agents(reader).orderBy(sql`lower(email)`).execute()

/** The agent of a typed address. @throws Refusal input.invalid naming email */
export async function agentOfEmail(reader: Reader, email: string): Promise<Agent> {
  const agent = await agentByEmail(reader, email.trim())
  if (agent === undefined) throw Refusal.field('email', 'has no account')
  return agent
}
