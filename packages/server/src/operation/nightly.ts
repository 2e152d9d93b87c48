import { sql } from 'kysely'
import type { Db } from '../db/open.ts'
import { gatherStatistics } from '../db/statistics.ts'
import { type Retained, type RetentionDeps, retain } from '../personal-data/retention.ts'
import type { WorkspaceDays } from '../reports/days.ts'

/** Milliseconds from midnight of the workspace to the start of the night's work. */
const afterMidnightMs = 2 * 60 * 60_000

export interface NightlyDeps extends RetentionDeps {
  readonly days: WorkspaceDays
  /** The same database without a time limit. */
  readonly longRunningDb: Db
  /** Called with the results of a night's run. */
  readonly onRetained: (done: Retained) => void
}

/**
 * Does the night's work once a night, however many servers call it and how often. It runs at two in the morning of the workspace,
 * or at the next call after that.
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
    // The queue retries the same night.
    await sql`update retention_state set ran_on = ${tonight - 1} where ran_on = ${tonight}`.execute(writer.db)
    throw error
  }
}
