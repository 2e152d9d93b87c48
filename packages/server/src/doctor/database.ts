import { sql } from 'kysely'
import { MadeByDemo, refuseDemo, refuseUnfinished, RestoreUnfinished } from '../db/marks.ts'
import { DatabaseIsNewer, DatabaseIsTooOld, pendingMigrations, readMigrations } from '../db/migrate.ts'
import type { OpenDatabase } from '../db/open.ts'
import { judgeClock } from './clock.ts'
import { bad, type Finding, ok, warn } from './finding.ts'

const oldest = 15

/** The state in which a server would find its database. */
export async function lookAtDatabase(
  { db, isEmbedded }: OpenDatabase,
  mode: 'demo' | 'production',
  now: () => Date,
): Promise<readonly Finding[]> {
  const before = now().getTime()
  const { rows } = await sql<{ version: number; at: Date; has_marks: boolean }>`
    select current_setting('server_version_num')::int / 10000 as version, clock_timestamp() as at,
      to_regclass('demo_marks') is not null as has_marks`.execute(db)
  const [found] = rows
  if (found === undefined) return [bad('database', 'does not answer')]
  const ours = new Date((before + now().getTime()) / 2)
  const name = isEmbedded ? 'the embedded PostgreSQL' : `PostgreSQL ${found.version}`
  const reached =
    found.version < oldest
      ? bad('database', `${name} is too old: version ${oldest} or newer is needed`)
      : ok('database', `${name} answers`)
  const clock = isEmbedded ? [] : [judgeClock('the database', ours, found.at)]
  return [reached, ...clock, await schemaOf(db), ...(await marksOf(db, found.has_marks, mode))]
}

async function schemaOf(db: OpenDatabase['db']): Promise<Finding> {
  const files = readMigrations()
  try {
    const pending = await pendingMigrations(db, files)
    if (pending.length === 0) return ok('schema', `is current: ${files.length} migrations have run`)
    return pending.length === files.length
      ? warn('schema', 'does not exist yet: the first start creates it')
      : warn('schema', `${pending.length} migrations are pending: make a backup, then start the server to run them`)
  } catch (error) {
    if (error instanceof DatabaseIsNewer || error instanceof DatabaseIsTooOld) return bad('schema', error.message)
    throw error
  }
}

async function marksOf(
  db: OpenDatabase['db'],
  hasMarks: boolean,
  mode: 'demo' | 'production',
): Promise<readonly Finding[]> {
  try {
    await refuseUnfinished(db)
    if (hasMarks && mode === 'production') await refuseDemo(db)
    return []
  } catch (error) {
    if (error instanceof RestoreUnfinished || error instanceof MadeByDemo) return [bad('database', error.message)]
    throw error
  }
}
