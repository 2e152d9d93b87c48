import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { embeddedDirectory } from '../../test/embedded-directory.ts'
import { DirectoryCopy } from './directory-copy.ts'
import { openEmbeddedDatabase } from './open.ts'

let dir: string
beforeEach(() => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-copy-'))
})
afterEach(() => fs.rmSync(dir, { recursive: true }))

const from = (...names: readonly string[]) => path.join(dir, 'from', ...names)
const to = (...names: readonly string[]) => path.join(dir, 'to', ...names)
/** Writes a file that was left alone since. */
function put(name: string, content: string): void {
  fs.writeFileSync(from(name), content)
  fs.utimesSync(from(name), 1_700_000_000, 1_700_000_000)
}
const filesOf = (place: string) =>
  Object.fromEntries(
    fs
      .readdirSync(place, { recursive: true, withFileTypes: true })
      .map(entry => path.join(entry.parentPath, entry.name))
      .map(file => [
        path.relative(place, file),
        fs.statSync(file).isFile() ? fs.readFileSync(file, 'utf8') : null,
      ]),
  )

test('each turn brings what changed, came or went since the one before, and nothing else', async () => {
  fs.mkdirSync(from('base', 'empty'), { recursive: true })
  fs.mkdirSync(to())
  for (const name of ['base/1', 'base/2', 'base/3', 'top']) put(name, `first ${name}`)
  const copy = new DirectoryCopy(from(), to())
  expect(await copy.bring()).toBe(4)
  expect(filesOf(to())).toEqual(filesOf(from()))
  expect(await copy.bring()).toBe(0)

  fs.writeFileSync(from('base/1'), 'other base/1')
  fs.rmSync(from('base/2'))
  fs.mkdirSync(from('late'))
  fs.writeFileSync(from('late', 'new'), 'new')
  fs.appendFileSync(from('top'), ' and more')
  fs.utimesSync(from('top'), 1_700_000_000, 1_700_000_000)
  expect(await copy.bring()).toBe(3)
  expect(filesOf(to())).toEqual(filesOf(from()))
})

test('a file that was written just before it was copied is brought again: a second write may bear the same time', async () => {
  fs.mkdirSync(from())
  fs.mkdirSync(to())
  const now = new Date()
  const write = (content: string) => {
    fs.writeFileSync(from('hot'), content)
    fs.utimesSync(from('hot'), now, now)
  }
  write('one')
  const copy = new DirectoryCopy(from(), to())
  await copy.bring()
  write('two')
  expect(await copy.bring()).toBe(1)
  expect(fs.readFileSync(to('hot'), 'utf8')).toBe('two')
})

test('a moment of a database on disk, taken while others write, holds all that was acknowledged before, and fits together', async () => {
  const place = embeddedDirectory()
  const original = await openEmbeddedDatabase(place)
  try {
    let written = 0
    let isWriting = true
    const writing = (async () => {
      while (isWriting) {
        await sql`insert into customers (wa_id, created_at) values (${String(256_700_000_000 + written)}, now())`.execute(
          original.db,
        )
        written += 1
      }
    })()
    while (written < 50) await new Promise(resolve => setTimeout(resolve, 1))
    const acknowledged = written
    const moment = await original.moment()
    isWriting = false
    await writing
    // By the table, and by each of two indexes.
    const { rows } = await sql<{ table: number; number: number; id: number }>`
      select (select count(*)::int from customers) as table,
        (select count(*)::int from (select wa_id from customers where wa_id > '0' order by wa_id offset 0) n) as number,
        (select count(*)::int from (select id from customers where id > 0 order by id offset 0) i) as id`.execute(
      moment.tx,
    )
    await moment.end()
    const [held] = rows
    expect(held?.table).toBeGreaterThanOrEqual(acknowledged)
    expect(held).toEqual({ table: held?.table, number: held?.table, id: held?.table })
  } finally {
    await original.close()
    fs.rmSync(place, { recursive: true })
  }
})
