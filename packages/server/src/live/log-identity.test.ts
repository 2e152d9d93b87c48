import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { migrate } from '../db/migrate.ts'
import { type OpenDatabase, openDatabase, openPostgresDatabase } from '../db/open.ts'
import { identifyLog, logPosition } from './log.ts'

const logOf = async (database: OpenDatabase) => (await logPosition(database.db)).log

/** Starts on the database as a server does. */
async function start(database: OpenDatabase): Promise<boolean> {
  await migrate(database.longRunningDb)
  return identifyLog(database)
}

/** The original keeps its id after a restart. The copy gets another one, which the daily aggregates follow. */
async function expectAnotherLog(original: OpenDatabase, copy: OpenDatabase): Promise<void> {
  expect(await start(original)).toBe(false)
  expect(await start(copy)).toBe(true)
  expect(await logOf(copy)).not.toBe(await logOf(original))
  const { rows } = await sql<{ log: string }>`select log from report_state`.execute(copy.db)
  expect(rows).toEqual([{ log: await logOf(copy) }])
  expect(await start(copy)).toBe(false)
}

const rollUpsFollow = (database: OpenDatabase) =>
  sql`update report_state set log = (select log from live_clock)`.execute(database.db)

test('on PostgreSQL a log that was restored elsewhere has another id, so that consoles fetch everything anew', async () => {
  const admin = await openPostgresDatabase(inject('postgresUrl'), 1)
  const names = ['original', 'copy'].map(name => `${name}_${process.pid}_${Date.now()}`)
  const [first = '', second = ''] = names
  const open = (name: string) => {
    const url = new URL(inject('postgresUrl'))
    url.pathname = `/${name}`
    return openPostgresDatabase(url.href, 2)
  }
  await sql`create database ${sql.raw(first)}`.execute(admin.db)
  const original = await open(first)
  await start(original)
  await rollUpsFollow(original)
  await original.close()
  await sql`create database ${sql.raw(second)} template ${sql.raw(first)}`.execute(admin.db)
  const [again, copy] = [await open(first), await open(second)]
  await expectAnotherLog(again, copy)
  await Promise.all([again.close(), copy.close()])
  for (const name of names) await sql`drop database ${sql.raw(name)} with (force)`.execute(admin.db)
  await admin.close()
})

test('an embedded database that was copied has another log id', async () => {
  const first = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-test-'))
  const second = `${first}-copy`
  const open = (dataDir: string) => openDatabase({ databaseUrl: null, dataDir })
  const original = await open(first)
  await start(original)
  await rollUpsFollow(original)
  await original.close()
  execFileSync('cp', ['-a', first, second])
  const [again, copy] = [await open(first), await open(second)]
  await expectAnotherLog(again, copy)
  await Promise.all([again.close(), copy.close()])
  for (const dir of [first, second]) fs.rmSync(dir, { recursive: true })
})
