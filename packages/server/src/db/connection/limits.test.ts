import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { openPostgresDatabase } from '../open.ts'

/** The first limit is also that for a new connection and for making a table. */
const patience = { statement: 1_000, answer: 5_000, connection: 5_000, sign: 5_000 }
const longer = 2.5

const open = () => openPostgresDatabase(inject('postgresUrl'), 2, patience)

test('what takes longer is given up where somebody waits, and goes on to its end where nobody does', async () => {
  const database = await open()
  const work = (db: typeof database.db) =>
    db.transaction().execute(async tx => {
      await sql`select pg_sleep(${longer})`.execute(tx)
      return (await sql<{ done: boolean }>`select true as done`.execute(tx)).rows
    })
  await expect(work(database.db)).rejects.toThrow()
  expect(await work(database.longRunningDb)).toEqual([{ done: true }])
  await database.close()
})

test('a transaction that stays silent is rolled back at its limit, and the next one gets its turn', async () => {
  const database = await open()
  const name = `silent_${process.pid}`
  await sql`create table ${sql.table(name)} (id int primary key)`.execute(database.db)
  const insert = (db: typeof database.db) => sql`insert into ${sql.table(name)} values (1)`.execute(db)
  let speak: () => void = () => undefined
  const silence = new Promise<void>(resolve => {
    speak = resolve
  })
  const silent = database.db.transaction().execute(async tx => {
    await insert(tx)
    await silence
    await sql`select 1`.execute(tx)
  })
  const refused = expect(silent).rejects.toThrow()
  // The transaction holds the row until its limit.
  await sql`select pg_sleep(${longer / 2})`.execute(database.longRunningDb)
  await insert(database.db)
  speak()
  await refused
  await sql`drop table ${sql.table(name)}`.execute(database.db)
  await database.close()
})
