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
import type { Change, Publish, Tx } from './db/write.ts'
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
 * Every resource. An erasure, a merge and retention go through them in this order: what notifies agents stands before
 * notifications, which an erasure blanks.
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

/** The same, for what needs nothing of their routes. */
export const descriptors: readonly Descriptor<never>[] = resources

/** By the names in a merge's record. */
export const carries = descriptors.flatMap(({ carry = {} }) => Object.entries(carry))
export const joins = descriptors.flatMap(({ join = {} }) => Object.entries(join))

/** Every screen that shows anything of a customer shows it as it is now. */
export async function publishCustomer(tx: Tx, publish: Publish, customerId: number): Promise<void> {
  const places = placesOf(customerId)
  const shown = descriptors.flatMap(({ shows }) =>
    shows === undefined ? [] : [sql`select ${shows.noun}::text as noun, id from ${shows.ids(places)} r`],
  )
  const { rows } = await sql<Pick<Change, 'noun' | 'id'>>`${sql.join(shown, sql` union all `)}`.execute(tx)
  for (const { noun, id } of rows) publish({ noun, id, kind: 'changed' })
}
