import type { RowNoun } from '@parley/core/call'
import { sql } from 'kysely'
import { agentResource } from './agents/descriptor.ts'
import { applicationResource } from './applications/descriptor.ts'
import { assignmentResource } from './assignments/descriptor.ts'
import { assistRoutes } from './assist/routes.ts'
import { attachmentResource } from './attachments/descriptor.ts'
import { auditResource } from './audit/descriptor.ts'
import { botResource } from './bot/descriptor.ts'
import { bulkRoutes } from './bulk/routes.ts'
import { businessHoursRoutes } from './business-hours/routes.ts'
import { cannedReplyResource } from './canned-replies/descriptor.ts'
import { channelResource } from './ingest/descriptor.ts'
import { conversationResource } from './conversations/descriptor.ts'
import { customerNoteResource } from './customer-notes/descriptor.ts'
import { customerResource } from './customers/descriptor.ts'
import type { Database } from './db/database.ts'
import type { Change, TxContext } from './db/write.ts'
import { type Descriptor, placesOf } from './descriptor.ts'
import { intentRoutes } from './intent/routes.ts'
import { issueResource } from './issues/descriptor.ts'
import { knowledgeResource } from './knowledge/descriptor.ts'
import { mergeResource } from './merges/descriptor.ts'
import { messageResource } from './messages/descriptor.ts'
import { noteResource } from './notes/descriptor.ts'
import { notificationResource } from './notifications/descriptor.ts'
import { ratingResource } from './ratings/descriptor.ts'
import { reminderResource } from './reminders/descriptor.ts'
import { routingRoutes } from './routing/routes.ts'
import { savedViewResource } from './saved-views/descriptor.ts'
import { searchResource } from './search/descriptor.ts'
import { templateRoutes } from './templates/routes.ts'
import { ticketResource } from './tickets/descriptor.ts'
import { workRoutes } from './work/routes.ts'

/**
 * Every resource. An erasure, a merge and retention process them in this order. Resources that notify agents come before
 * notifications, because an erasure blanks those.
 */
export const resources = [
  agentResource,
  attachmentResource,
  conversationResource,
  messageResource,
  { routes: templateRoutes },
  cannedReplyResource,
  savedViewResource,
  { routes: assistRoutes, erase: { tables: { assist_uses: 'figures' } } },
  assignmentResource,
  noteResource,
  customerNoteResource,
  reminderResource,
  ticketResource,
  issueResource,
  applicationResource,
  notificationResource,
  ratingResource,
  { routes: intentRoutes },
  botResource,
  knowledgeResource,
  { routes: businessHoursRoutes },
  { routes: routingRoutes },
  { routes: bulkRoutes },
  { routes: workRoutes },
  searchResource,
  channelResource,
  mergeResource,
  customerResource,
  auditResource,
] as const

/** The same list for callers that do not need the routes' dependencies. */
export const descriptors: readonly Descriptor<never>[] = resources

/** By the name in the record of a merge. */
export const carries = descriptors.flatMap(({ carry = {} }) => Object.entries(carry))
export const joins = descriptors.flatMap(({ join = {} }) => Object.entries(join))

/** The table of a resource with one conversation for each row. */
export function tableOf(noun: RowNoun): keyof Database {
  const table = descriptors.find(({ shows }) => shows?.noun === noun)?.shows?.table
  if (table === undefined) throw new Error(`No descriptor has the table of "${noun}"`)
  return table
}

/** Publishes a customer's rows, so that every screen shows the current data. */
export async function publishCustomer({ tx, publish }: TxContext, customerId: number): Promise<void> {
  const places = placesOf(customerId)
  const shown = descriptors.flatMap(({ shows }) =>
    shows === undefined ? [] : [sql`select ${shows.noun}::text as noun, id from ${shows.ids(places)} r`],
  )
  const { rows } = await sql<Pick<Change, 'noun' | 'id'>>`${sql.join(shown, sql` union all `)}`.execute(tx)
  for (const { noun, id } of rows) publish({ noun, id, kind: 'changed' })
}
