import { webhookCalls } from '@parley/core/api/webhooks'
import type { Writer } from '../db/write.ts'
import { type Http, mount } from '../http/mount.ts'
import { webhookLedger } from './ledger.ts'

const day = 24 * 60 * 60_000

/** @param timeZone IANA: the workspace's, whose hours and days the counts go by */
export function ledgerRoutes(http: Http, { db, now }: Pick<Writer, 'db' | 'now'>, timeZone: string): void {
  mount(
    http,
    webhookCalls,
  )({
    webhookLedger: ({ query }) => {
      // Up to now, and with what was done this very moment.
      const until = query.until === undefined ? new Date(now().getTime() + 1) : new Date(query.until)
      const from = query.from === undefined ? new Date(until.getTime() - day) : new Date(query.from)
      return webhookLedger(db, { from, until, by: query.by, timeZone }, query)
    },
  })
}
