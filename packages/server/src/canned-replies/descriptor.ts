import { sql } from 'kysely'
import type { FileStore } from '../attachments/store.ts'
import type { Writer } from '../db/write.ts'
import type { Descriptor } from '../descriptor.ts'
import { cannedReplyRoutes } from './routes.ts'

export const cannedReplyResource: Descriptor<{ readonly writer: Writer; readonly store: FileStore }> = {
  routes: (http, { writer, store }) => cannedReplyRoutes(http, writer, store),
  audit: { 'canned-reply': id => sql`(select c.title from canned_replies c where c.id = ${id})` },
}
