import { type RawBuilder, sql } from 'kysely'
import { forgottenAfterMs } from '@parley/core/account/rules'
import type { Settings } from '@parley/core/settings/api'
import type { Database } from '../db/database.ts'
import type { Writer } from '../db/write.ts'
import { pruneLog } from '../live/log.ts'
import { erasedIdsKeptMs } from '../personal-data/erased-ids.ts'
import { neededUpTo } from '../reports/state.ts'
import { followedUpTo } from '../search/word-index.ts'
import { workspaceSettings } from '../settings/queries.ts'

const day = 24 * 60 * 60_000

/** The most rows that one statement deletes, so that none takes long and blocks others. */
export const mostAtOnce = 1_000

/** Rows to delete: a table, the milliseconds for which its rows are kept, and the condition of expired rows. */
export interface Forgotten {
  readonly table: keyof Database
  readonly keptMs: number
  readonly isOver: (before: Date) => RawBuilder<boolean>
}

/** Whether a raw webhook has a rejected item of ours, which an administrator may fix and retry. */
const holdsRefused = sql<boolean>`exists (select 1 from webhook_items i
  where i.event_id = webhook_events.id and i.ended = 'refused' and i.code is distinct from 'foreign_number')`

/** Raw webhooks whose time is over: all but those with a rejected item, or those alone. */
export const oldWebhooks = (before: Date, isRefused: boolean): RawBuilder<boolean> =>
  sql`done_at < ${before} and ${isRefused ? holdsRefused : sql`not ${holdsRefused}`}`

export const forgotten: readonly Forgotten[] = [
  {
    // Raw webhooks contain customers' words. Once all items are stored, the webhooks are kept only for tracing faults.
    table: 'webhook_events',
    keptMs: 7 * day,
    isOver: before => oldWebhooks(before, false),
  },
  // Statuses of messages that were never ours. Their ids contain phone numbers.
  { table: 'early_statuses', keptMs: 7 * day, isOver: before => sql`at < ${before}` },
  // The same for customers' changes to messages that never came.
  {
    table: 'message_folds',
    keptMs: 7 * day,
    isOver: before => sql`message_id is null and arrived_at < ${before}`,
  },
  { table: 'erased_message_ids', keptMs: erasedIdsKeptMs, isOver: before => sql`erased_at < ${before}` },
  // A token of an ended session is refused in any case. The rows are kept to show who was signed in.
  {
    table: 'sessions',
    keptMs: 30 * day,
    isOver: before => sql`(ended_at < ${before} or expires_at < ${before})`,
  },
  {
    table: 'password_resets',
    keptMs: day,
    isOver: before => sql`(used_at < ${before} or expires_at < ${before})`,
  },
  { table: 'socket_tickets', keptMs: 0, isOver: before => sql`expires_at < ${before}` },
  // A count this old starts again anyway.
  { table: 'sign_in_tries', keptMs: forgottenAfterMs, isOver: before => sql`last_at < ${before}` },
  // No write is delayed this long.
  {
    table: 'message_drafts',
    keptMs: day,
    isOver: before => sql`updated_at < ${before} and text = '' and quoted_id is null`,
  },
  {
    table: 'message_drafts',
    keptMs: 30 * day,
    isOver: before => sql`agent_id in (select id from agents where disabled_at < ${before})`,
  },
  { table: 'notifications', keptMs: 30 * day, isOver: before => sql`dismissed_at < ${before}` },
  // A disabled agent never dismisses these.
  {
    table: 'notifications',
    keptMs: 30 * day,
    isOver: before =>
      sql`dismissed_at is null and agent_id in (select id from agents where disabled_at < ${before})`,
  },
]

/** A workspace may set how long raw webhooks are kept, and those with a rejected item. */
const asDecided = ({
  keep_events_days: events,
  keep_refused_days: refused,
}: Settings): readonly Forgotten[] => [
  ...forgotten.map(kind =>
    kind.table === 'webhook_events' && events !== null ? { ...kind, keptMs: events * day } : kind,
  ),
  ...(refused === null
    ? []
    : [
        {
          table: 'webhook_events',
          keptMs: refused * day,
          isOver: before => oldWebhooks(before, true),
        } as const satisfies Forgotten,
      ]),
]

export const forgetting = ({ table, keptMs, isOver }: Forgotten, now: Date): RawBuilder<unknown> => {
  const over = isOver(new Date(now.getTime() - keptMs))
  return sql`delete from ${sql.table(table)} where ctid = any(array(
    select ctid from ${sql.table(table)} where ${over} limit ${mostAtOnce}))`
}

/** Deletes expired rows until none are left, or until it is closed. */
export async function tidy(writer: Writer, closing?: AbortSignal): Promise<void> {
  const { db, now } = writer
  const again = async (forget: () => Promise<number>): Promise<void> => {
    while (closing?.aborted !== true) if ((await forget()) < mostAtOnce) return
  }
  const followers = [await neededUpTo(db), await followedUpTo(db)].filter(seq => seq !== null)
  const needed = followers.length === 0 ? null : Math.min(...followers)
  await again(() => pruneLog(db, now(), { needed, most: mostAtOnce }))
  const { settings } = await workspaceSettings(db)
  for (const kind of asDecided(settings)) {
    await again(async () => Number((await forgetting(kind, now()).execute(db)).numAffectedRows ?? 0))
  }
}
