import { auditCalls } from '@parley/core/audit/api'
import type { Reader } from '../db/write.ts'
import { idOf } from '../http/ids.ts'
import { type Http, mount } from '../http/mount.ts'
import { auditEntries } from './queries.ts'

/** Text that is no id stands for an id that does not exist. */
const wantedId = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : (idOf(text) ?? 0)

const wantedTime = (text: string | undefined): Date | undefined =>
  text === undefined ? undefined : new Date(text)

export function auditRoutes(http: Http, reader: Reader): void {
  mount(http, auditCalls, {
    audit: ({ query }) =>
      auditEntries(
        reader,
        {
          actions: query.action?.split(',').map(one => one.trim()),
          byId: wantedId(query.by),
          onId: wantedId(query.on),
          from: wantedTime(query.from),
          until: wantedTime(query.until),
        },
        { limit: query.limit, after: wantedId(query.after) },
      ),
  })
}
