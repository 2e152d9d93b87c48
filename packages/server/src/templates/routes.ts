import { templateCalls } from '@parley/core/api/templates'
import type { Reader } from '../db/write.ts'
import { type Http, mount } from '../http/mount.ts'
import { conversationId } from '../http/path-ids.ts'
import { templatesFor } from './queries.ts'

/** @param accountId the business account that our number belongs to; null: nobody said */
export function templateRoutes(http: Http, db: Reader, accountId: string | null): void {
  mount(
    http,
    templateCalls,
  )({
    templates: ({ params }) => templatesFor(db, accountId, conversationId(params.id)),
  })
}
