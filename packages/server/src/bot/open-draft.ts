import { migrateForm } from '@parley/bot/form/migrate'
import type { FormState } from '@parley/bot/form/state'
import { Refusal } from '@parley/core/errors'
import { type ApplicationEdit, type LockedApplication, lockApplication } from '../applications/lock.ts'
import type { Tx } from '../db/write.ts'
import { isOpen, type Place } from './draft.ts'

/** A form that still takes answers, with its application locked. */
export interface OpenDraft {
  readonly application: LockedApplication
  readonly form: FormState
  /** The conversation that it was begun in, and whose it is. */
  readonly place: Place
}

/**
 * Locks an application whose form the customer has neither sent in nor cancelled.
 * @throws Refusal application.not-found, application.takes-no-fields, customer.erased
 */
export async function lockDraft(
  tx: Tx,
  { kind, id }: Pick<ApplicationEdit, 'kind' | 'id'>,
  now: Date,
): Promise<OpenDraft> {
  const application = await lockApplication(tx, kind, id)
  // Read behind the lock: what a turn of the bot has just kept is in it.
  const draft = await tx
    .selectFrom('application_drafts')
    .select('state')
    .where('application_id', '=', id)
    .executeTakeFirst()
  const form = application.status === 'DRAFT' ? migrateForm(draft?.state, now) : null
  if (form === null || !isOpen(form)) throw new Refusal('application.takes-no-fields')
  const customer = await tx
    .selectFrom('customers')
    .select(['name', 'phone'])
    .where('id', '=', application.customer_id)
    .executeTakeFirstOrThrow()
  const place = {
    id: application.conversation_id,
    customer_id: application.customer_id,
    customer_name: customer.name,
    customer_phone: customer.phone,
  }
  return { application, form, place }
}
