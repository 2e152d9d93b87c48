import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestDatabase } from '../../test/database.ts'
import { unique } from '../../test/server.ts'
import type { OpenDatabase } from '../db/open.ts'
import { agreeOnFiles, OtherFiles } from './store.ts'

let database: OpenDatabase
let dir: string
beforeEach(async () => {
  database = await openTestDatabase()
  dir = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-files-'))
})
afterEach(async () => {
  await database.close()
  fs.rmSync(dir, { recursive: true })
})

const made = (name: string) => {
  const place = path.join(dir, name)
  fs.mkdirSync(path.join(place, 'staging'), { recursive: true })
  return place
}
const agree = (place: string) => agreeOnFiles(database.db, place, unique)

test('[Q-335] servers that share their files start, also at the same time', async () => {
  const place = made('shared')
  await Promise.all([agree(place), agree(place), agree(place)])
  await (await agree(place)).probe()
  expect(fs.readdirSync(place).toSorted()).toEqual(['id', 'staging'])
  expect(fs.readdirSync(path.join(place, 'staging'))).toEqual([])
})

test.each([
  ['new', null],
  ['of another database', 'another'],
])('[Q-335] a server whose directory is %s refuses to start, and says what to do', async (_, id) => {
  await agree(made('theirs'))
  const theirs = fs.readFileSync(path.join(dir, 'theirs', 'id'), 'utf8').trim()
  const place = made('own')
  if (id !== null) fs.writeFileSync(path.join(place, 'id'), id)
  const refused = agree(place)
  await expect(refused).rejects.toThrow(OtherFiles)
  await expect(refused).rejects.toThrow(theirs)
  await expect(refused).rejects.toThrow(`are not in ${place}`)
  await expect(refused).rejects.toThrow('set DATA_DIR to a directory that they share')
  expect(fs.existsSync(path.join(place, 'id'))).toBe(id !== null)
  // The remedy in the message works.
  fs.writeFileSync(path.join(place, 'id'), `${theirs}\n`)
  await agree(place)
})

test('[Q-335] a database that does not know yet, as after a restore, takes the directory that there is', async () => {
  const place = made('kept')
  fs.writeFileSync(path.join(place, 'id'), 'kept\n')
  await agree(place)
  expect(await database.db.selectFrom('files_place').select('id').execute()).toEqual([{ id: 'kept' }])
})
