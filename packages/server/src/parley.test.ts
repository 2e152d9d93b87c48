import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockDirectory } from './db/embedded-lock.ts'

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'parley-cli-'))
})
afterAll(() => rm(dir, { recursive: true }))

/** Runs the program as a person at the shell would, with this on its standard input. */
const parley = (args: readonly string[], input = '', env: Readonly<Record<string, string>> = {}) =>
  new Promise<{ code: number | null; out: string; err: string }>(resolve => {
    const program = fileURLToPath(new URL('parley.ts', import.meta.url))
    const child = execFile(
      process.execPath,
      ['--import', 'tsx', program, ...args],
      { env: { PATH: process.env['PATH'], DATA_DIR: dir, ...env }, timeout: 200_000 },
      (_error, out, err) => resolve({ code: child.exitCode, out, err }),
    )
    child.stdin?.end(input)
  })

test('without a command that exists it prints the usage, exit code 2', async () => {
  const { code, out, err } = await parley(['agent', 'dance'])
  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(err).toMatch(/^Usage:\n {2}parley agent add EMAIL/)
})

test('a wrong setting is named, exit code 1', async () => {
  const { code, err } = await parley(['agent', 'list'], '', { DATABASE_URL: 'mysql://x' })
  expect(code).toBe(1)
  expect(err).toMatch(/^DATABASE_URL: /)
})

test('an agent is added to a new database, the password from standard input, and no server setting is needed', async () => {
  expect(
    await parley(['agent', 'add', 'ann@example.com', '--name', 'Ann Abbo'], 'plums and 7 pears\nrest\n'),
  ).toEqual({
    code: 0,
    out: 'ann@example.com can sign in\n',
    err: '',
  })
  expect(await parley(['agent', 'add', 'bob@example.com'], 'short\n')).toEqual({
    code: 1,
    out: '',
    err: 'The password must have at least 10 characters\n',
  })
  expect((await parley(['agent', 'list'])).out).toBe('ann@example.com\tAnn Abbo\n')
}, 400_000)

test('while a server holds the database it says so in one line and does nothing', async () => {
  await mkdir(path.join(dir, 'db'), { recursive: true })
  const release = lockDirectory(path.join(dir, 'db'))
  const { code, out, err } = await parley(['agent', 'list'])
  release()
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err).toMatch(/^The database in .* is in use by another Parley server\..*\n$/)
})
