import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { DatabaseIsNewer, DatabaseIsTooOld, migrate, pendingMigrations, readMigrations } from './migrate.ts'
import { type OpenDatabase, openPostgresDatabase } from './open.ts'
import { markAsUnfinished, RestoreUnfinished } from './marks.ts'

const files = readMigrations()
const names = files.map(file => file.name)
const next = { name: '9001-next.sql', text: 'create table next (n int); insert into next values (1);' }

let admin: OpenDatabase
let name: string
let database: OpenDatabase
beforeEach(async () => {
  admin = await openPostgresDatabase(inject('postgresUrl'), 1)
  name = `migrate_${randomBytes(8).toString('hex')}`
  await sql`create database ${sql.table(name)}`.execute(admin.db)
  const url = new URL(inject('postgresUrl'))
  url.pathname = `/${name}`
  database = await openPostgresDatabase(url.href, 6)
})
afterEach(async () => {
  await database.close()
  await sql`drop database ${sql.table(name)} with (force)`.execute(admin.db)
  await admin.close()
})

async function tables(): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(database.db)
  return rows.map(row => row.name)
}

describe('migrate', () => {
  test('runs what is pending, in order, and reports each file', async () => {
    const steps: string[] = []
    const last = { name: '9002-last.sql', text: 'update next set n = n + 1' }
    const all = [...files, next, last]
    const ran = await migrate(database.longRunningDb, { files: all, at: step => steps.push(step) })
    expect(ran).toEqual([...names, next.name, last.name])
    expect(steps.slice(-2)).toEqual([
      `Migrating the database: 9001-next.sql, ${files.length + 1} of ${all.length}`,
      `Migrating the database: 9002-last.sql, ${all.length} of ${all.length}`,
    ])
    expect((await sql`select n from next`.execute(database.db)).rows).toEqual([{ n: 2 }])
  })

  test('runs only what an earlier version did not run', async () => {
    await migrate(database.longRunningDb)
    expect(await pendingMigrations(database.db, [...files, next])).toEqual([next])
    expect(await migrate(database.longRunningDb, { files: [...files, next] })).toEqual([next.name])
    expect(await migrate(database.longRunningDb, { files: [...files, next] })).toEqual([])
  })

  test('servers that start together on an empty database migrate it once', async () => {
    const servers = await Promise.all([1, 2, 3, 4].map(() => openPostgresDatabase(database.url, 1)))
    const ran = await Promise.all(servers.map(({ longRunningDb }) => migrate(longRunningDb)))
    await Promise.all(servers.map(server => server.close()))
    expect(ran.filter(some => some.length > 0)).toEqual([names])
    expect(await migrate(database.db)).toEqual([])
  })

  test('leaves nothing behind of a run that fails', async () => {
    await migrate(database.longRunningDb)
    const wrong = { name: '9002-wrong.sql', text: 'select 1; select 1 / 0' }
    const failed = migrate(database.longRunningDb, { files: [...files, next, wrong] })
    await expect(failed).rejects.toMatchObject({ code: '22012' })
    expect(await tables()).not.toContain('next')
    expect(await migrate(database.longRunningDb, { files: [...files, next] })).toEqual([next.name])
  })

  test('refuses a database that a newer version migrated, names the unknown migration, and changes nothing', async () => {
    await migrate(database.longRunningDb, { files: [...files, next] })
    const before = await tables()
    const other = { name: '9000-other.sql', text: 'create table other ()' }
    const refused = migrate(database.longRunningDb, { files: [...files, other] })
    await expect(refused).rejects.toThrow(DatabaseIsNewer)
    await expect(refused).rejects.toThrow(
      "A newer Parley was here: this one does not know the database's migration 9001-next.sql. Start the version that has it, or a newer one",
    )
    expect(await tables()).toEqual(before)
  })

  test('refuses a database from before the baseline with the next step, and changes nothing', async () => {
    await sql`create table migrations (name text primary key)`.execute(database.db)
    const refused = migrate(database.longRunningDb)
    await expect(refused).rejects.toThrow(DatabaseIsTooOld)
    await expect(refused).rejects.toThrow(/Set DATABASE_URL to a new database, or remove DATA_DIR\/postgres$/)
    expect(await tables()).toEqual(['migrations'])
  })

  test('refuses a database whose restore did not end, except for that restore itself', async () => {
    await markAsUnfinished(database.db)
    await expect(migrate(database.longRunningDb)).rejects.toThrow(RestoreUnfinished)
    expect(await tables()).toEqual(['unfinished_restore'])
    expect(await migrate(database.longRunningDb, { isRestoring: true })).toEqual(names)
  })
})
