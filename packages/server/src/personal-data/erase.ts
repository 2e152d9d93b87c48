import { fold } from '@parley/core/rules/fold'
import { Refusal } from '@parley/core/errors'
import { canonicalPhone } from '@parley/core/rules/phone'
import { type Selectable, sql } from 'kysely'
import { withdrawOffer } from '../assignments/offer.ts'
import { removeUnnamed } from '../attachments/file-lock.ts'
import type { FileStore } from '../attachments/store.ts'
import { type Doer, record } from '../audit/record.ts'
import { notSnoozed } from '../conversations/snooze.ts'
import type { CustomersTable } from '../db/database.ts'
import { tellOfNote } from '../customer-notes/tell.ts'
import { noName } from '../customers/naming.ts'
import { type Emit, type Tx, type Writer, write } from '../db/write.ts'
import { tellOf } from '../merges/tell.ts'
import { forgetDraftsIn } from '../messages/drafts/forget-drafts.ts'
import { seeAll } from '../messages/see-all.ts'
import { erasedName, eraseFiles, eraseRows } from './erase-rows.ts'
import { forgetViews } from './forget-views.ts'
import { forgetWebhooks } from './forget-webhooks.ts'

export interface EraseDeps {
  readonly writer: Writer
  /** Without a limit of time: a long life is erased in one transaction. */
  readonly unhurried: Writer['db']
  readonly store: FileStore
  /** Resolves after so many milliseconds. */
  readonly wait: (ms: number) => Promise<unknown>
}

/** What whoever erases has typed. */
export interface Erasure {
  /** The customer's phone number, in any spelling; the customer's id where there is no number. */
  readonly confirm: string
  readonly reason: string
}

type Customer = Selectable<CustomersTable>

/** A message on its way to WhatsApp is waited for this often, for so many milliseconds: longer than a call may take. */
const waits = { times: 30, ms: 500 } as const

/**
 * Erases a customer: content, files and identity go everywhere, the rows that figures count stay. What waits to be sent is
 * not sent any more, what is on its way is waited for. The next message from the same number is a new customer's.
 * @throws Refusal customer.not-found, customer.erased, customer.sending, input.invalid
 */
export async function eraseCustomer(
  deps: EraseDeps,
  customerId: number,
  erasure: Erasure,
  by: Doer,
): Promise<void> {
  const { writer, unhurried, store, wait } = deps
  const slow: Writer = { ...writer, db: unhurried }
  for (let time = 0; time < waits.times; time += 1) {
    const files = await write(slow, (tx, emit) => eraseNow(tx, emit, customerId, erasure, by, writer.now()))
    if (files !== null) {
      await removeUnnamed(writer.db, store, files)
      return
    }
    await wait(waits.ms)
  }
  throw new Refusal('customer.sending')
}

/** Answers the keys of the files to be removed, or null while a message is on its way. */
async function eraseNow(
  tx: Tx,
  emit: Emit,
  customerId: number,
  erasure: Erasure,
  by: Doer,
  now: Date,
): Promise<readonly string[] | null> {
  const customer = await tx
    .selectFrom('customers')
    .selectAll()
    .where('id', '=', customerId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (customer === undefined) throw new Refusal('customer.not-found', { id: customerId })
  if (customer.erased_at !== null) throw new Refusal('customer.erased')
  const aliases = await tx
    .selectFrom('customer_aliases')
    .select('address')
    .where('customer_id', '=', customerId)
    .execute()
  const marks = marksOf(
    customer,
    aliases.map(alias => alias.address),
  )
  refuseUnconfirmed(customer, erasure, marks)
  const conversations = await tx
    .selectFrom('conversations')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const ids = conversations.map(one => one.id)
  if (await isBeingSent(tx, emit, ids)) return null
  for (const id of ids) await withdrawOffer(tx, emit, id, now)
  await seeAll(tx, emit, ids)
  await eraseRows(tx, customerId, now)
  const phones = marks.map(mark => `+${mark}`)
  for (const name of new Set([customer.name, customer.profile_name]))
    await forgetViews(tx, emit, { name, phones, customerNumber: customer.customer_number })
  await forgetDraftsIn(tx, emit, ids)
  const files = await eraseFiles(tx, customerId)
  await eraseNotices(tx, emit, ids, marks, now)
  await forgetWebhooks(tx, marks)
  await tx
    .updateTable('conversations')
    .set({
      status: 'ARCHIVED',
      tags: [],
      human_wait_started_at: null,
      with_bot: false,
      bot_from: null,
      erased_at: now,
      updated_at: now,
    })
    .set({ customer_wrote_at: null, window_refused_at: null, unreachable: null, unreachable_at: null })
    .set({ closing_soon: false, ...notSnoozed })
    .set({ peer: sql<string | null>`case when peer is not null then '' end` })
    .set({ version: sql<number>`version + 1` })
    .where('customer_id', '=', customerId)
    .execute()
  await tx
    .updateTable('customers')
    .set({
      wa_id: null,
      wa_user_id: null,
      phone: null,
      ...noName,
      name: erasedName,
      account_type: null,
      customer_number: null,
      marketing_opt_out_at: null,
      marketing_told_at: null,
      erased_at: now,
      erased_by: by.agentId,
    })
    .where('id', '=', customerId)
    .execute()
  await tellOf(tx, emit, customerId)
  await tellOfNote(tx, emit, customerId)
  for (const { assignee_id: id } of conversations)
    if (id !== null) emit({ noun: 'agent', id, kind: 'changed' })
  const erased = { action: 'customer.erased', noun: 'customer', objectId: customerId } as const
  await record(tx, by, { ...erased, after: { reason: erasure.reason } }, now)
  return files
}

/** By what the customer is known: to WhatsApp, and in what agents are told. */
const marksOf = ({ wa_id, wa_user_id, phone }: Customer, aliases: readonly string[]): readonly string[] => [
  ...new Set([wa_id, wa_user_id, phone?.replace('+', '') ?? null, ...aliases].filter(mark => mark !== null)),
]

/** The reason stays on record, so it must not say what is to be forgotten. */
function refuseUnconfirmed(
  { id, phone, name, profile_name: profileName }: Customer,
  { confirm, reason }: Erasure,
  marks: readonly string[],
): void {
  const isConfirmed =
    phone === null ? confirm.trim() === String(id) : canonicalPhone(confirm) === canonicalPhone(phone)
  if (!isConfirmed) {
    const wanted =
      phone === null ? "customer's id, since no phone number is known" : "customer's phone number"
    throw Refusal.field('confirm', `is not the ${wanted}`)
  }
  const digits = reason.replace(/[\s().-]/g, '')
  const isNamed = [name, profileName].some(one => one !== null && fold(reason).includes(fold(one)))
  if (isNamed || marks.some(mark => digits.includes(mark))) {
    throw Refusal.field(
      'reason',
      'names the customer, and stays on record: say why without the name and the number',
    )
  }
}

/** Read only while a message before it is still on its way. */
const stoppedHere = {
  code: 'erased',
  sentence: "It was not sent, since this customer's data are being erased.",
  remedy: 'Nothing is left to do.',
}

/** Nothing more is sent: what waits fails. Whether something is on its way all the same. */
async function isBeingSent(tx: Tx, emit: Emit, conversations: readonly number[]): Promise<boolean> {
  if (conversations.length === 0) return false
  const stopped = await tx
    .updateTable('messages')
    .set({ status: 'failed', next_try_at: null, failure: JSON.stringify(stoppedHere) })
    .where('conversation_id', 'in', conversations)
    .where('status', '=', 'queued')
    .returning('id')
    .execute()
  for (const { id } of stopped) emit({ noun: 'message', id, kind: 'changed' })
  const sending = await tx
    .selectFrom('attempts')
    .select('id')
    .where('conversation_id', 'in', conversations)
    .where('state', '=', 'sending')
    .limit(1)
    .executeTakeFirst()
  return sending !== undefined
}

/** What agents were told of the customer, by whatever way, is told no more. */
async function eraseNotices(
  tx: Tx,
  emit: Emit,
  conversations: readonly number[],
  marks: readonly string[],
  now: Date,
): Promise<void> {
  const { rows } = await sql<{ id: number; agent_id: number }>`
    update notifications set title = ${erasedName}, message = '', updated_at = ${now},
      dismissed_at = coalesce(dismissed_at, ${now})
    where conversation_id = any(${conversations}::bigint[])
      or ticket_id in (select id from tickets where conversation_id = any(${conversations}::bigint[]))
      or exists (select 1 from unnest(${marks}::text[]) k where position(k in title || ' ' || message) > 0)
    returning id, agent_id`.execute(tx)
  for (const { id, agent_id: agentId } of rows) emit({ noun: 'notification', id, kind: 'changed', agentId })
}
