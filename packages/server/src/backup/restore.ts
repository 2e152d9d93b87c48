import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { sql } from 'kysely'
import * as z from 'zod'
import type { Role } from '@parley/core/access/policies'
import type { FileStore } from '../attachments/store.ts'
import { atTheServer, record } from '../audit/record.ts'
import { holdingTransaction } from '../db/guard.ts'
import { migrate, type Migration, readMigrations } from '../db/migrate.ts'
import type { OpenDatabase } from '../db/open.ts'
import { markAsUnfinished, takeMarkAway } from '../db/marks.ts'
import { gatherStatistics } from '../db/statistics.ts'
import { type Tx, type TxContext, write } from '../db/write.ts'
import { leaveUnsent } from '../delivery/unsent.ts'
import { renewLog } from '../live/log.ts'
import { BackupRefused, checkBackup, contentOf, filesIn, type Head, type Tail } from './contents.ts'
import { addRows, type Table, tablesOf, writeExactly } from './tables.ts'

const expand = promisify(gunzip)

/** The place of a restored backup. */
export interface Target {
  readonly database: OpenDatabase
  readonly store: FileStore
  readonly now: () => Date
  /** Called with each step. */
  readonly at: (step: string) => void
  /** The migrations; by default the product's. */
  readonly files?: readonly Migration[]
}

/**
 * Skips ids that the original may have used since the backup. Reuse would lead an old link to another conversation, and
 * give WhatsApp's status of one attempt to another.
 */
const idsLeftOut = 10_000_000

/** A restored backup, and the number of its messages that the original may have sent since. */
export interface Restored {
  readonly head: Head
  readonly tail: Tail
  readonly unsent: number
  readonly accounts: readonly RestoredAccount[]
}

/**
 * Restores a backup into an empty database: files, then all rows in one transaction on their own schema, then newer migrations.
 * Until the end the database is marked as unfinished, and no server starts on it. Agents decide about unsent messages, old access
 * is closed (`closeAccess`), and the audit log records the restore. A new log id makes consoles fetch everything again.
 * @throws BackupRefused before any change
 */
export async function restoreBackup(place: string, target: Target): Promise<Restored> {
  const { store, now, at, files = readMigrations() } = target
  const { longRunningDb } = target.database
  await refuseUsed(target.database)
  at('Checking the backup')
  const backup = await checkBackup(place)
  refuseOtherSchema(place, backup.head, files)

  await markAsUnfinished(longRunningDb)
  at('Restoring files')
  await restoreFiles(place, store)
  await migrate(longRunningDb, {
    at,
    files: files.slice(0, backup.head.migrations.length),
    isRestoring: true,
  })
  at('Restoring rows')
  await longRunningDb.transaction().execute(tx => holdingTransaction(() => restoreRows(tx, place, backup)))
  await migrate(longRunningDb, { at, files, isRestoring: true })
  await gatherStatistics(longRunningDb)
  return write({ db: longRunningDb, now, notify: () => undefined }, async context => {
    const { tx } = context
    const unsent = await leaveUnsent(context)
    const accounts = await closeAccess(context)
    const after = { made_at: backup.head.made_at, unsent_messages: unsent }
    await record(context, atTheServer, 'backup.restored', null, { after })
    await sql`select setval('ids', (select last_value from ids) + ${idsLeftOut}::bigint)`.execute(tx)
    await renewLog(tx)
    // The files have moved: the next start records their place.
    await tx.deleteFrom('files_place').execute()
    await takeMarkAway(tx)
    return { ...backup, unsent, accounts }
  })
}

/** The backup's migrations must be the first of ours. */
function refuseOtherSchema(place: string, { migrations }: Head, files: readonly Migration[]): void {
  const unknown = migrations.find(({ name }, no) => files[no]?.name !== name)
  if (unknown === undefined) return
  throw new BackupRefused(
    `${place} was made by a version of Parley with the migration ${unknown.name}: restore it with that version`,
  )
}

async function refuseUsed({ db, isEmbedded }: OpenDatabase): Promise<void> {
  const tables = await tablesOf(db)
  if (tables.length === 0) return
  throw new BackupRefused(
    `The database is not empty (it has ${tables.length} tables). Restore into a new one: ` +
      (isEmbedded
        ? 'set DATA_DIR to a new directory, or move DATA_DIR/postgres away'
        : 'make one with createdb and set DATABASE_URL to it'),
  )
}

const largestFile = Number.MAX_SAFE_INTEGER

async function restoreFiles(place: string, store: FileStore): Promise<void> {
  let thumbnail: { readonly key: string; readonly content: Buffer } | null = null
  for await (const file of filesIn(place)) {
    const [, key, isThumbnail] = /^files\/([0-9a-f]{64})(\.thumbnail)?$/.exec(file.name) ?? []
    if (key === undefined) continue
    if (isThumbnail !== undefined) {
      thumbnail = { key, content: await contentOf(file) }
      continue
    }
    const staged = await store.stage(Readable.from(file.bytes, { objectMode: false }), largestFile)
    if (staged.sha256 !== key) {
      // A missing file is better than wrong bytes. The backup lists it as damaged.
      await store.discard(staged)
    } else {
      await store.keep(staged, thumbnail?.key === key ? thumbnail.content : null)
    }
    thumbnail = null
  }
}

const Row = z.array(z.string().nullable())

async function restoreRows(tx: Tx, place: string, { head, tail }: { head: Head; tail: Tail }): Promise<void> {
  await writeExactly(tx)
  const known = new Map((await tablesOf(tx)).map(table => [table.name, table]))
  const tables = new Map(
    head.tables.map(({ name, columns }) => [name, sameColumns(place, known, name, columns)]),
  )
  const foreignKeys = await takeForeignKeys(tx)
  for (const name of tables.keys()) await sql`alter table ${sql.table(name)} disable trigger user`.execute(tx)
  // The migrations have inserted rows.
  await sql`truncate ${sql.join([...tables.keys()].map(name => sql.table(name)))}`.execute(tx)
  const counts = new Map<string, number>()
  for await (const file of filesIn(place)) {
    const [, name = ''] = /^tables\/([^/]+)\//.exec(file.name) ?? []
    const table = tables.get(name)
    if (table === undefined) continue
    const lines = (await expand(await contentOf(file))).toString('utf8').trimEnd().split('\n')
    const rows = lines.map(line => Row.parse(JSON.parse(line)))
    await addRows(tx, table, rows)
    counts.set(name, (counts.get(name) ?? 0) + rows.length)
  }
  for (const name of tables.keys()) {
    if ((counts.get(name) ?? 0) !== tail.rows[name])
      throw new BackupRefused(`${place} does not hold all rows of ${name}`)
    await sql`alter table ${sql.table(name)} enable trigger user`.execute(tx)
  }
  for (const { table, name, definition } of foreignKeys) {
    await sql`alter table ${sql.table(table)} add constraint ${sql.ref(name)} ${sql.raw(definition)}`.execute(
      tx,
    )
  }
  for (const { name, last_value, is_called } of tail.sequences) {
    await sql`select setval(${name}::regclass, ${last_value}::bigint, ${is_called})`.execute(tx)
  }
}

function sameColumns(
  place: string,
  known: ReadonlyMap<string, Table>,
  name: string,
  columns: readonly string[],
): Table {
  const table = known.get(name)
  const found = columns.map(column => table?.columns.find(one => one.name === column))
  if (found.length !== table?.columns.length || found.includes(undefined))
    throw new BackupRefused(`${place} holds the table ${name}, which differs from this schema's`)
  return { name, columns: found.flatMap(column => column ?? []) }
}

interface ForeignKey {
  readonly table: string
  readonly name: string
  readonly definition: string
}

/** Drops the foreign keys, since tables refer to each other in circles. They are added again, and checked, after all rows. */
async function takeForeignKeys(tx: Tx): Promise<readonly ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    select c.relname as "table", k.conname as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype = 'f' and k.connamespace = current_schema()::regnamespace and k.conparentid = 0`.execute(
    tx,
  )
  for (const { table, name } of rows) {
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(tx)
  }
  return rows
}

/** An account that can sign in after a restore, as it was when the backup was made. */
export interface RestoredAccount {
  readonly email: string
  readonly role: Role
  readonly secondFactor: boolean
}

/**
 * Ends every session, socket ticket, password link and recovery code of a backup: each may have been ended or used since. The
 * backup lacks later passwords, second factors, roles and disabled accounts. @returns the accounts that can sign in,
 * administrators first
 */
export async function closeAccess({ tx, now }: TxContext): Promise<readonly RestoredAccount[]> {
  await tx
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: 'restore' })
    .where('ended_at', 'is', null)
    .execute()
  await tx.deleteFrom('socket_tickets').execute()
  await tx.updateTable('password_resets').set({ used_at: now }).where('used_at', 'is', null).execute()
  await tx.deleteFrom('recovery_codes').execute()
  const { rows } = await sql<RestoredAccount>`
    select a.email, a.role, exists (
      select 1 from second_factors f where f.agent_id = a.id and f.confirmed_at is not null) as "secondFactor"
    from agents a where a.disabled_at is null
    order by array_position(array['ADMINISTRATOR', 'SUPERVISOR', 'AGENT'], a.role), lower(a.email)`.execute(
    tx,
  )
  return rows
}
