import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sniff } from './sniff.ts'

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'parley-sniff-'))
})
afterAll(() => rm(dir, { recursive: true }))

const oldOffice = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(1024)])

test.each<[string, Buffer, string]>([
  ['a.pdf', Buffer.from('%PDF-1.7\n%…\n'), 'application/pdf'],
  ['a.txt', Buffer.from('Oli otya? Ñandú\n'), 'text/plain'],
  ['a.html', Buffer.from('<!doctype html><script>alert(1)</script>'), 'text/plain'],
  ['picture.png', Buffer.from('not a picture'), 'text/plain'],
  ['a.svg', Buffer.from('<svg onload="alert(1)">'), 'text/plain'],
  ['long.txt', Buffer.from(`a${'é'.repeat(64 * 1024)}`), 'text/plain'],
  ['a.doc', oldOffice, 'application/msword'],
  ['A.XLS', oldOffice, 'application/vnd.ms-excel'],
  ['a.bin', oldOffice, 'application/x-cfb'],
  ['a.bin', Buffer.from([1, 2, 3, 0, 255]), 'application/octet-stream'],
  ['latin.txt', Buffer.from([0x61, 0xe9, 0x62]), 'application/octet-stream'],
])('%s is found out by its bytes', async (name, bytes, type) => {
  const file = path.join(dir, 'file')
  await writeFile(file, bytes)
  expect(await sniff(file, name)).toBe(type)
})
