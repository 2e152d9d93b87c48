import { sql } from 'kysely'
import { MadeByDemo, refuseDemo } from '../db/demo-mark.ts'
import { readMigrations } from '../db/migration-files.ts'
import type { OpenDatabase } from '../db/open.ts'
import { RestoreUnfinished, refuseUnfinished } from '../db/restore-mark.ts'
import { schemaState } from '../db/schema-state.ts'
import { judgeClock } from './clock.ts'
import { bad, type Finding, ok, warn } from './finding.ts'

const oldest = 15

/** What a server would find in its database. */
export async function lookAtDatabase(
  { db, isEmbedded }: OpenDatabase,
  mode: 'demo' | 'production',
  now: () => Date,
): Promise<readonly Finding[]> {
  const before = now().getTime()
  const { rows } = await sql<{ version: number; at: Date; migrated: boolean }>`
    select current_setting('server_version_num')::int / 10000 as version, clock_timestamp() as at,
      to_regclass('migrations') is not null as migrated`.execute(db)
  const [found] = rows
  if (found === undefined) return [bad('database', 'gave no answer')]
  const ours = new Date((before + now().getTime()) / 2)
  const name = isEmbedded ? 'the embedded one' : `PostgreSQL ${found.version}`
  const reached =
    found.version < oldest
      ? bad('database', `${name} is too old: version ${oldest} or newer is needed`)
      : ok('database', `${name} answers`)
  const clock = isEmbedded ? [] : [judgeClock('the database', ours, found.at)]
  return [reached, ...clock, ...(await schemaOf(db, found.migrated)), ...(await marksOf(db, found.migrated, mode))]
}

async function schemaOf(db: OpenDatabase['db'], isMigrated: boolean): Promise<readonly Finding[]> {
  if (!isMigrated) return [warn('schema', 'is not there yet: the first start makes it')]
  const files = readMigrations()
  const { unknown, changed, missing } = await schemaState(db, files)
  if (unknown !== null)
    return [bad('schema', `a newer Parley was here (${unknown}): install that version again, or a newer one`)]
  if (changed !== null) return [bad('schema', `${changed} is not the file that ran: install the release anew`)]
  return [
    missing.length === 0
      ? ok('schema', `all ${files.length} migrations ran`)
      : warn('schema', `${missing.length} migrations are to run: the next start does so; make a backup first`),
  ]
}

async function marksOf(
  db: OpenDatabase['db'],
  isMigrated: boolean,
  mode: 'demo' | 'production',
): Promise<readonly Finding[]> {
  try {
    await refuseUnfinished(db)
    if (isMigrated && mode === 'production') await refuseDemo(db)
    return []
  } catch (error) {
    if (error instanceof RestoreUnfinished || error instanceof MadeByDemo) return [bad('database', error.message)]
    throw error
  }
}
