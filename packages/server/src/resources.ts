import { sql } from 'kysely'
import { agents } from './agents/descriptor.ts'
import { applications } from './applications/descriptor.ts'
import { assignments } from './assignments/descriptor.ts'
import { assistRoutes } from './assist/routes.ts'
import { attachments } from './attachments/descriptor.ts'
import { audit } from './audit/descriptor.ts'
import { bot } from './bot/descriptor.ts'
import { bulkRoutes } from './bulk/routes.ts'
import { businessHoursRoutes } from './business-hours/routes.ts'
import { cannedReplies } from './canned-replies/descriptor.ts'
import { channel } from './channel/descriptor.ts'
import { conversations } from './conversations/descriptor.ts'
import { customerNotes } from './customer-notes/descriptor.ts'
import { customers } from './customers/descriptor.ts'
import type { Change, Emit, Tx } from './db/write.ts'
import { type Descriptor, placesOf } from './descriptor.ts'
import { intentRoutes } from './intent/routes.ts'
import { issues } from './issues/descriptor.ts'
import { knowledge } from './knowledge/descriptor.ts'
import { merges } from './merges/descriptor.ts'
import { messages } from './messages/descriptor.ts'
import { notes } from './notes/descriptor.ts'
import { notifications } from './notifications/descriptor.ts'
import { ratings } from './ratings/descriptor.ts'
import { reminders } from './reminders/descriptor.ts'
import { routingRoutes } from './routing/routes.ts'
import { savedViews } from './saved-views/descriptor.ts'
import { search } from './search/descriptor.ts'
import { templateRoutes } from './templates/routes.ts'
import { tickets } from './tickets/descriptor.ts'
import { workRoutes } from './work/routes.ts'

/**
 * Every resource. An erasure, a merge and retention go through them in this order: what notifies agents stands before
 * notifications, which an erasure blanks.
 */
export const resources = [
  agents,
  attachments,
  conversations,
  messages,
  { routes: templateRoutes },
  cannedReplies,
  savedViews,
  { routes: assistRoutes, erase: { tables: { assist_uses: 'figures' } } },
  assignments,
  notes,
  customerNotes,
  reminders,
  tickets,
  issues,
  applications,
  notifications,
  ratings,
  { routes: intentRoutes },
  bot,
  knowledge,
  { routes: businessHoursRoutes },
  { routes: routingRoutes },
  { routes: bulkRoutes },
  { routes: workRoutes },
  search,
  channel,
  merges,
  customers,
  audit,
] as const

/** The same, for what needs nothing of their routes. */
export const descriptors: readonly Descriptor<never>[] = resources

/** By the names in a merge's record. */
export const carries = descriptors.flatMap(({ carry = {} }) => Object.entries(carry))
export const joins = descriptors.flatMap(({ join = {} }) => Object.entries(join))

/** Every screen that shows anything of a customer shows it as it is now. */
export async function publishCustomer(tx: Tx, emit: Emit, customerId: number): Promise<void> {
  const places = placesOf(customerId)
  const shown = descriptors.flatMap(({ shows }) =>
    shows === undefined ? [] : [sql`select ${shows.noun}::text as noun, id from ${shows.ids(places)} r`],
  )
  const { rows } = await sql<Pick<Change, 'noun' | 'id'>>`${sql.join(shown, sql` union all `)}`.execute(tx)
  for (const { noun, id } of rows) emit({ noun, id, kind: 'changed' })
}
