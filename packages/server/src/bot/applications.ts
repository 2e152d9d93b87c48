import { type ApplicationStatus } from '@parley/core/api/applications'
import type { World } from '@parley/bot/step'
import { sql } from 'kysely'
import type { Tx } from '../db/write.ts'

/** As customers are told; a draft is theirs to finish. */
const words: Readonly<Record<ApplicationStatus, string>> = {
  DRAFT: 'not finished yet',
  SUBMITTED: 'received',
  PENDING_DOCUMENTS: 'waiting for your documents',
  UNDER_REVIEW: 'being reviewed',
  APPROVED: 'approved',
  REJECTED: 'not accepted',
}
const mostTold = 5

/** A customer's applications, newest first, with where they stand. */
export async function applicationsOf(tx: Tx, customerId: number): Promise<World['applications']> {
  const { rows } = await sql<{ number: string; status: ApplicationStatus }>`
    select upper(kind) || '-' || id as number, status from applications
    where customer_id = ${customerId} order by id desc limit ${mostTold}`.execute(tx)
  return rows.map(({ number, status }) => ({ number, status: words[status] }))
}
