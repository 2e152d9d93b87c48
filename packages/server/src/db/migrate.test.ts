import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TestClock } from '../../test/clock.ts'
import { engines } from '../../test/database.ts'
import { migrate } from './migrate.ts'
import type { Migration } from './migration-files.ts'
import { readMigrations } from './migration-files.ts'
import type { OpenDatabase } from './open.ts'

describe.each(engines)('migrations outside of a transaction on $name', ({ open }) => {
  const clock = new TestClock()
  let database: OpenDatabase
  beforeAll(async () => {
    database = await open(clock)
    await sql`create table many (id int, n int)`.execute(database.db)
    await sql`insert into many select n, n % 10 from generate_series(1, 2000) n`.execute(database.db)
  })
  afterAll(() => database.close())

  const run = (fresh: readonly Migration[], at?: (step: string) => void) =>
    migrate(database.unhurried, clock.now(), {
      files: [...readMigrations(), ...fresh],
      ...(at && { at }),
    })
  const indexes = async () =>
    (
      await sql<{ name: string; valid: boolean }>`
        select c.relname as name, i.indisvalid as valid from pg_index i join pg_class c on c.oid = i.indexrelid
        where i.indrelid = 'many'::regclass order by 1`.execute(database.db)
    ).rows

  const before = { name: '9001-before.sql', text: 'alter table many add column later text;' }
  const making = {
    name: '9002-indexes.sql',
    text: `-- concurrently
      create index concurrently many_id on many (id);
      create index concurrently many_later on many (later);`,
  }
  const after = { name: '9003-after.sql', text: 'update many set n = n + 1;' }
  const unique = {
    name: '9004-unique.sql',
    text: '-- concurrently\ncreate index concurrently many_n on many (n);\ncreate unique index concurrently many_one on many (id);',
  }

  test('run in their order between the others, say what they are at, and by several starters at once only once', async () => {
    const said: string[] = []
    const ran = await Promise.all([
      run([before, making, after], step => said.push(step)),
      ...[1, 2].map(() => run([before, making, after])),
    ])
    expect(ran.filter(names => names.length > 0)).toEqual([
      ['9001-before.sql', '9002-indexes.sql', '9003-after.sql'],
    ])
    expect(await indexes()).toEqual([
      { name: 'many_id', valid: true },
      { name: 'many_later', valid: true },
    ])
    const { rows } = await sql`select max(n) as n from many`.execute(database.db)
    expect(rows).toEqual([{ n: 10 }])
    if (ran[0]?.length === 3) expect(said).toContain('Migrating the database: 9002-indexes.sql, 2 of 3')
  })

  test('an index that a cut left invalid is made anew, and one that is whole stays', async () => {
    await sql`insert into many values (1, 0)`.execute(database.db)
    await expect(run([before, making, after, unique])).rejects.toMatchObject({ code: '23505' })
    expect(await indexes()).toContainEqual({ name: 'many_one', valid: false })
    const oid = async () => (await sql`select 'many_n'::regclass::oid as oid`.execute(database.db)).rows
    const whole = await oid()
    await sql`delete from many where n = 0`.execute(database.db)
    expect(await run([before, making, after, unique])).toEqual(['9004-unique.sql'])
    expect(await indexes()).toContainEqual({ name: 'many_one', valid: true })
    expect(await oid()).toEqual(whole)
  })

  test('what could not be run a second time is refused with the reason and the next step', async () => {
    const wrong = { name: '9005-wrong.sql', text: '-- concurrently\nupdate many set n = n + 1;' }
    await expect(run([before, making, after, unique, wrong])).rejects.toThrow(
      /9005-wrong\.sql .*Move this to a file of its own: update many/,
    )
  })
})
