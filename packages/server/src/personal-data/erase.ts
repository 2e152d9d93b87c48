import { ApiError } from '@parley/core/errors'
import { fold } from '@parley/core/text/fold'
import { canonicalPhone } from '@parley/core/customers/rules'
import { type Selectable, sql } from 'kysely'
import { deleteUncarried, removeUnnamed } from '../attachments/queries.ts'
import type { FileStore } from '../attachments/store.ts'
import { type Actor, record } from '../audit/record.ts'
import type { CustomersTable } from '../db/database.ts'
import { type TxContext, write, type Writer } from '../db/write.ts'
import { type Erased, placesOf } from '../descriptor.ts'
import { descriptors, publishCustomer } from '../resources.ts'

export interface EraseDeps {
  readonly writer: Writer
  /** Without a statement timeout: a long history is erased in one transaction. */
  readonly longRunningDb: Writer['db']
  readonly store: FileStore
  readonly wait: (ms: number) => Promise<unknown>
}

interface Erasure {
  /** The customer's phone number in any spelling; without a number, the customer's id. */
  readonly confirm: string
  readonly reason: string
}

type Customer = Selectable<CustomersTable>

/** The wait for a message that is being sent: longer than a call to WhatsApp may take. */
const waits = { times: 30, ms: 500 } as const

/**
 * Erases a customer's content, files and identity; rows that figures count stay. Queued messages fail, and messages that
 * are being sent are awaited. The next message from the same number makes a new customer.
 * @throws ApiError customer.not-found, customer.erased, customer.sending, input.invalid
 */
export async function eraseCustomer(
  deps: EraseDeps,
  customerId: number,
  erasure: Erasure,
  by: Actor,
): Promise<void> {
  const { writer, longRunningDb, store, wait } = deps
  const slow: Writer = { ...writer, db: longRunningDb }
  for (let time = 0; time < waits.times; time += 1) {
    const files = await write(slow, context => eraseNow(context, customerId, erasure, by))
    if (files !== null) {
      await removeUnnamed(writer.db, store, files)
      return
    }
    await wait(waits.ms)
  }
  throw new ApiError('customer.sending')
}

/** Answers the keys of the files to be removed; null while a message is being sent. */
async function eraseNow(
  context: TxContext,
  customerId: number,
  erasure: Erasure,
  by: Actor,
): Promise<readonly string[] | null> {
  const { tx, now } = context
  const customer = await tx
    .selectFrom('customers')
    .selectAll()
    .where('id', '=', customerId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (customer === undefined) throw new ApiError('customer.not-found', { id: customerId })
  if (customer.erased_at !== null) throw new ApiError('customer.erased')
  const { rows: aliases } = await sql<{ address: string }>`
    select address from customer_aliases where customer_id = ${customerId}`.execute(tx)
  const marks = marksOf(
    customer,
    aliases.map(alias => alias.address),
  )
  refuseUnconfirmed(customer, erasure, marks)
  const { rows: conversations } = await sql<{ id: number }>`
    select id from conversations where customer_id = ${customerId} order by id for no key update`.execute(tx)
  const files = await eraseRows(context, {
    ...placesOf(customerId),
    conversationIds: conversations.map(({ id }) => id),
    marks,
    names: [...new Set([customer.name, customer.profile_name])],
    customerNumber: customer.customer_number,
    byId: by.agentId,
    now,
  })
  if (files === null) return null
  await publishCustomer(context, customerId)
  await record(context, by, 'customer.erased', customerId, { after: { reason: erasure.reason } })
  return files
}

/** Erases every resource's rows. Answers the keys of unreferenced files; null: not yet. */
async function eraseRows(context: TxContext, of: Erased): Promise<readonly string[] | null> {
  const { tx } = context
  const erases = descriptors.flatMap(({ erase }) => erase ?? [])
  for (const { isReady } of erases) if ((await isReady?.(context, of)) === false) return null
  const files: number[] = []
  for (const { first } of erases) files.push(...((await first?.(context, of)) ?? []))
  for (const { onWordsGone } of descriptors) await onWordsGone?.(tx, of.messages)
  const losses = erases.flatMap(({ tables }) =>
    Object.entries(tables).flatMap(([table, loss]) => (typeof loss === 'string' ? [] : [{ table, ...loss }])),
  )
  for (const { table, where, set } of losses)
    if (set === undefined) await sql`delete from ${sql.table(table)} where ${where(of)}`.execute(tx)
  for (const { table, where, set } of losses)
    if (set !== undefined) await sql`update ${sql.table(table)} set ${set(of)} where ${where(of)}`.execute(tx)
  return deleteUncarried(tx, files)
}

/** The customer's addresses, as WhatsApp and texts name them. */
const marksOf = ({ wa_id, wa_user_id, phone }: Customer, aliases: readonly string[]): readonly string[] => [
  ...new Set([wa_id, wa_user_id, phone?.replace('+', '') ?? null, ...aliases].filter(mark => mark !== null)),
]

/** The reason stays on record, so it must not name the customer. */
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
    throw ApiError.field('confirm', `is not the ${wanted}`)
  }
  const digits = reason.replace(/[\s().-]/g, '')
  const isNamed = [name, profileName].some(one => one !== null && fold(reason).includes(fold(one)))
  if (isNamed || marks.some(mark => digits.includes(mark))) {
    throw ApiError.field(
      'reason',
      'names the customer, and stays on record: say why without the name and the number',
    )
  }
}
