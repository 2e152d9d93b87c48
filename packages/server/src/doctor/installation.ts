import fs from 'node:fs'
import { sql } from 'kysely'
import { type Config, ConfigError, readConfig } from '../config/config.ts'
import { isOpenToOthers } from '../config/private-directory.ts'
import { MadeByDemo, refuseDemo, refuseUnfinished, RestoreUnfinished } from '../db/marks.ts'
import { DatabaseIsNewer, DatabaseIsTooOld, pendingMigrations, readMigrations } from '../db/migrate.ts'
import type { OpenDatabase } from '../db/open.ts'
import { bad, type Finding, judgeClock, ok, warn } from './finding.ts'

/** Nearly as strong as the output of `openssl rand -base64 32`. */
const strong = { length: 32, letters: 16 }

/** The problems that a server would find in these settings; if there are none, the settings too. */
export function lookAtSettings(environment: Readonly<Record<string, string | undefined>>): {
  readonly config: Config | null
  readonly findings: readonly Finding[]
} {
  try {
    const config = readConfig(environment)
    return { config, findings: [ok('settings', `complete, in ${config.mode} mode`), ...secretOf(config)] }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return { config: null, findings: error.message.split('\n').map(line => bad('settings', line)) }
  }
}

function secretOf({ mode, authSecret }: Config): readonly Finding[] {
  if (authSecret === null || mode === 'demo') return []
  const isStrong = authSecret.length >= strong.length && new Set(authSecret).size >= strong.letters
  return [
    isStrong
      ? ok('secret', 'AUTH_SECRET is long and mixed')
      : warn(
          'secret',
          'AUTH_SECRET is short: make one with openssl rand -base64 32; all agents then sign in anew',
        ),
  ]
}

const gigabyte = 1e9

/** The access rights of DATA_DIR, and the free space on its disk. */
export function lookAtDisk(dataDir: string): readonly Finding[] {
  if (!fs.existsSync(dataDir))
    return [warn('data', `${dataDir} does not exist yet: the first start creates it`)]
  return [rightsOf(dataDir), roomOf(dataDir)]
}

function rightsOf(dataDir: string): Finding {
  const { mode, uid } = fs.statSync(dataDir)
  if (isOpenToOthers(mode)) {
    return bad(
      'data',
      `${dataDir} is open to other users of this machine (mode ${(mode & 0o777).toString(8)}): run chmod 700 on it`,
    )
  }
  try {
    fs.accessSync(dataDir, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK)
  } catch {
    return bad(
      'data',
      `${dataDir} belongs to user ${uid}, and this user cannot write it: chown it to the user that runs Parley`,
    )
  }
  return ok('data', `${dataDir} is open to this user only`)
}

function roomOf(dataDir: string): Finding {
  const { bavail, blocks, bsize } = fs.statfsSync(dataDir)
  return judgeRoom(bavail * bsize, blocks * bsize)
}

/** In bytes. A gigabyte may not hold a day's files; five, or a tenth of the disk, is a warning. */
export function judgeRoom(free: number, size: number): Finding {
  const said = `${(free / gigabyte).toFixed(1)} GB of ${(size / gigabyte).toFixed(1)} GB are free`
  if (free < gigabyte) return bad('disk', `${said}: make room now, before files and messages are refused`)
  if (free < 5 * gigabyte || free < size / 10) return warn('disk', `${said}: make room soon`)
  return ok('disk', said)
}

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
      : warn(
          'schema',
          `${pending.length} migrations are pending: make a backup, then start the server to run them`,
        )
  } catch (error) {
    if (error instanceof DatabaseIsNewer || error instanceof DatabaseIsTooOld)
      return bad('schema', error.message)
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
    if (error instanceof RestoreUnfinished || error instanceof MadeByDemo)
      return [bad('database', error.message)]
    throw error
  }
}
