import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DirectoryNotPrivate, keepPrivate } from './private-directory.ts'

let parent: string
let umask: number
beforeEach(() => {
  parent = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-private-'))
  umask = process.umask(0o022)
})
afterEach(() => {
  vi.restoreAllMocks()
  process.umask(umask)
  fs.rmSync(parent, { recursive: true })
})

const modeOf = (place: string) => (fs.statSync(place).mode & 0o777).toString(8)

test('a new data directory is its owner’s alone, and so is what is made in it', () => {
  const dir = path.join(parent, 'data')
  keepPrivate(dir)
  fs.writeFileSync(path.join(dir, 'file'), 'x')
  fs.mkdirSync(path.join(dir, 'folder'))
  expect([modeOf(dir), modeOf(path.join(dir, 'file')), modeOf(path.join(dir, 'folder'))]).toEqual([
    '700',
    '600',
    '700',
  ])
})

test('one that was open is closed with everything in it; what a link points at is left', () => {
  const dir = path.join(parent, 'data')
  const outside = path.join(parent, 'outside')
  fs.mkdirSync(path.join(dir, 'db', 'pg'), { recursive: true })
  const files = ['secret', 'db/lock', 'db/pg/1'].map(name => path.join(dir, name))
  for (const file of [...files, outside]) {
    fs.writeFileSync(file, 'x')
    fs.chmodSync(file, 0o666)
  }
  fs.symlinkSync(outside, path.join(dir, 'link'))
  for (const place of [dir, path.join(dir, 'db'), path.join(dir, 'db', 'pg')]) fs.chmodSync(place, 0o755)
  keepPrivate(dir)
  expect(files.map(modeOf)).toEqual(['600', '600', '600'])
  expect([dir, path.join(dir, 'db'), path.join(dir, 'db', 'pg')].map(modeOf)).toEqual(['700', '700', '700'])
  expect(modeOf(outside)).toBe('666')
})

test('one that cannot be closed is refused, with its name and what to do', () => {
  const dir = path.join(parent, 'data')
  fs.mkdirSync(dir)
  fs.chmodSync(dir, 0o755)
  const chmod = vi.spyOn(fs, 'chmodSync')
  chmod.mockImplementation(() => {
    throw Object.assign(new Error('not yours'), { code: 'EPERM' })
  })
  expect(() => keepPrivate(dir)).toThrow(DirectoryNotPrivate)
  expect(() => keepPrivate(dir)).toThrow(`DATA_DIR: ${dir} holds customers' messages`)
  chmod.mockImplementation(() => undefined)
  expect(() => keepPrivate(dir)).toThrow('its disk does not keep modes')
})
