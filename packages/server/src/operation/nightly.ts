import { sql } from 'kysely'
import type { Db } from '../db/open.ts'
import { gatherStatistics } from '../db/statistics.ts'
import { type Retained, type RetentionDeps, retain } from '../personal-data/retention.ts'
import type { WorkspaceDays } from '../reports/days.ts'

/** The night's work begins this long after midnight of the workspace, in milliseconds. */
const afterMidnightMs = 2 * 60 * 60_000

export interface NightlyDeps extends RetentionDeps {
  readonly days: WorkspaceDays
  /** The same database, where what is done may take long. */
  readonly longRunningDb: Db
  /** Hears what a night's run did. */
  readonly onRetained: (done: Retained) => void
}

/**
 * Does the night's work, once a night however many servers there are and however often it is called: at two in the morning
 * of the workspace, or as soon as one runs after that.
 */
export async function nightly(deps: NightlyDeps, closing?: AbortSignal): Promise<void> {
  const { writer, longRunningDb, days, onRetained } = deps
  const tonight = days.of(new Date(writer.now().getTime() - afterMidnightMs))
  const { numAffectedRows } = await sql`
    update retention_state set ran_on = ${tonight} where ran_on < ${tonight}`.execute(writer.db)
  if (numAffectedRows === 0n) return
  try {
    onRetained(await retain(deps, closing))
    await gatherStatistics(longRunningDb)
  } catch (error) {
    // The queue tries the same night again.
    await sql`update retention_state set ran_on = ${tonight - 1} where ran_on = ${tonight}`.execute(writer.db)
    throw error
  }
}
