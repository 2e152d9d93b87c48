import type { ApplicationKind, ApplicationStatus } from '@parley/core/applications/application'
import { Refusal } from '@parley/core/errors'
import { applicationNotFound } from '@parley/core/applications/rules'
import type { Selectable } from 'kysely'
import type { ApplicationsTable } from '../db/database.ts'
import type { Tx } from '../db/write.ts'
import type { Caller } from '../http/caller.ts'
import { applicationsById } from './queries.ts'

/** Which application, and who edits it. */
export interface ApplicationEdit {
  readonly kind: ApplicationKind
  readonly id: number
  readonly caller: Caller
}

export type LockedApplication = Selectable<ApplicationsTable> & { readonly status: ApplicationStatus }

/**
 * Locks an application, which puts its edits into one order. No other lock is taken under it but the clock row's.
 * @throws Refusal application.not-found, also for one of the other kind; customer.erased
 */
export async function lockApplication(tx: Tx, kind: ApplicationKind, id: number): Promise<LockedApplication> {
  const row = await tx
    .selectFrom('applications')
    .selectAll()
    .where('id', '=', id)
    .where('kind', '=', kind)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (row === undefined) throw applicationNotFound(kind)
  const customer = await tx
    .selectFrom('customers')
    .select('erased_at')
    .where('id', '=', row.customer_id)
    .executeTakeFirst()
  if (customer?.erased_at !== null) throw new Refusal('customer.erased')
  return { ...row, status: row.status as ApplicationStatus }
}

/**
 * Refuses an edit that is based on an older version; without a version it is based on whatever there is.
 * @throws Refusal application.stale with `current`
 */
export async function refuseStale(
  tx: Tx,
  { id, version }: LockedApplication,
  based: number | undefined,
): Promise<void> {
  if (based === undefined || based === version) return
  throw new Refusal('application.stale', {}, undefined, {
    current: (await applicationsById(tx, [id])).get(id),
  })
}

/** The client id of this name stands for another click already. */
export const sameClientId = (name: string) => (): Refusal =>
  new Refusal('application.same-client-id', { name })
