import { sql } from 'kysely'
import type { Tx } from '../db/write.ts'

interface EventRow {
  readonly id: number
  readonly body: string
  readonly isDone: boolean
}

const atOnce = 500

/**
 * Removes a customer from the raw webhooks: processed webhooks are deleted, others lose the items that name the customer.
 * `marks`: the customer's numbers and ids at WhatsApp.
 */
export async function forgetWebhooks(tx: Tx, marks: readonly string[]): Promise<void> {
  let after = 0
  for (;;) {
    const { rows } = await sql<EventRow>`
      select e.id, e.body, e.done_at is not null
        and not exists (select 1 from webhook_items i where i.event_id = e.id and i.ended = 'refused') as "isDone"
      from webhook_events e
      where e.id > ${after} and exists (select 1 from unnest(${marks}::text[]) k where position(k in e.body) > 0)
      order by e.id limit ${atOnce}`.execute(tx)
    for (const row of rows) await forgetOne(tx, row, marks)
    const last = rows.at(-1)
    if (last === undefined || rows.length < atOnce) return
    after = last.id
  }
}

async function forgetOne(tx: Tx, { id, body, isDone }: EventRow, marks: readonly string[]): Promise<void> {
  const left = isDone ? null : without(JSON.parse(body), marks)
  const isClean = left !== null && !namesCustomer(left, marks)
  if (isClean)
    await sql`update webhook_events set body = ${JSON.stringify(left)} where id = ${id}`.execute(tx)
  else await sql`delete from webhook_events where id = ${id}`.execute(tx)
}

export const namesCustomer = (value: unknown, marks: readonly string[]): boolean => {
  const text = JSON.stringify(value)
  return marks.some(mark => text.includes(mark))
}

/** Removes the innermost list entries that name the customer: a message, a contact, a status. */
export function without(value: unknown, marks: readonly string[]): unknown {
  if (Array.isArray(value)) {
    return value.map((entry: unknown) => without(entry, marks)).filter(entry => !namesCustomer(entry, marks))
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, without(inner, marks)]))
}
