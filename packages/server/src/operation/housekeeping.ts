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

/** One statement deletes no more than this, so that none takes long and nobody waits for it. */
export const mostAtOnce = 1_000

/** What is forgotten: a table, for how many milliseconds its rows are kept, and which go that are older than `before`. */
export interface Forgotten {
  readonly table: keyof Database
  readonly keptMs: number
  readonly isOver: (before: Date) => RawBuilder<boolean>
}

/** Whether something of ours was refused in a raw webhook, which somebody may mend and try again. */
const holdsRefused = sql<boolean>`exists (select 1 from webhook_items i
  where i.event_id = webhook_events.id and i.ended = 'refused' and i.code is distinct from 'foreign_number')`

export const forgotten: readonly Forgotten[] = [
  {
    // Raw webhooks hold customers' words; once everything in them is stored they are kept only for tracing a fault.
    table: 'webhook_events',
    keptMs: 7 * day,
    isOver: before => sql`done_at < ${before} and not ${holdsRefused}`,
  },
  // Statuses of messages that were never ours; their ids hold numbers.
  { table: 'early_statuses', keptMs: 7 * day, isOver: before => sql`at < ${before}` },
  // The same of what customers did to messages that never came.
  {
    table: 'message_folds',
    keptMs: 7 * day,
    isOver: before => sql`message_id is null and arrived_at < ${before}`,
  },
  { table: 'erased_message_ids', keptMs: erasedIdsKeptMs, isOver: before => sql`erased_at < ${before}` },
  // A token of one that is over is refused, known or not; until then it can be told who was signed in.
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
  // A count as old as this begins anew all the same.
  { table: 'sign_in_tries', keptMs: forgottenAfterMs, isOver: before => sql`last_at < ${before}` },
  // No write is that late.
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
  // Nobody will ever dismiss these.
  {
    table: 'notifications',
    keptMs: 30 * day,
    isOver: before =>
      sql`dismissed_at is null and agent_id in (select id from agents where disabled_at < ${before})`,
  },
]

/** A workspace may decide how long raw webhooks are kept, and how long those with something refused in them. */
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
          isOver: before => sql<boolean>`done_at < ${before} and ${holdsRefused}`,
        } as const satisfies Forgotten,
      ]),
]

/** Deletes at most `mostAtOnce` rows of one kind. */
export const forgetting = ({ table, keptMs, isOver }: Forgotten, now: Date): RawBuilder<unknown> => {
  const over = isOver(new Date(now.getTime() - keptMs))
  return sql`delete from ${sql.table(table)} where ctid = any(array(
    select ctid from ${sql.table(table)} where ${over} limit ${mostAtOnce}))`
}

/** Forgets what nobody needs any more, until it is done or called off. */
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
