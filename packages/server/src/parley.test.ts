import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { closedBySessionEnd } from '@parley/core/sockets/constants'
import { afterAll, beforeAll, expect, test } from 'vitest'
import WebSocket from 'ws'
import { eventually } from '../test/wait.ts'
import { freePort } from '../test/free-port.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const isBuilt = "import { ensureBuilt } from './tools/steps/sources.mjs'; await ensureBuilt()"

let dir: string
beforeAll(async () => {
  // What is shipped, which starts several times faster than the sources.
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', isBuilt], { cwd: root })
  dir = await mkdtemp(path.join(os.tmpdir(), 'parley-cli-'))
})
afterAll(() => rm(dir, { recursive: true }))

/** Milliseconds that a program may take, for one that hangs: starting a database takes long. */
const longestMs = 200_000

/** Runs the program as at a shell, with this text on its standard input. */
const parley = (args: readonly string[], input = '', env: Readonly<Record<string, string>> = {}) =>
  new Promise<{ code: number | null; out: string; err: string }>(resolve => {
    const child = execFile(
      process.execPath,
      [path.join(root, 'dist/server/parley.js'), ...args],
      { env: { PATH: process.env['PATH'], DATA_DIR: dir, ...env }, timeout: longestMs },
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
  expect((await parley(['agent', 'list'])).out).toBe('ann@example.com\tAnn Abbo\tadministrator\n')
}, 400_000)

test('the doctor looks at a set-up that is not there yet, and makes nothing', async () => {
  const nowhere = path.join(dir, 'nowhere')
  const { code, out } = await parley(['doctor'], '', { DATA_DIR: nowhere, PORT: 'x' })
  expect({ code, out }).toMatchObject({ code: 1, out: expect.stringMatching(/^bad {3}settings {6}PORT: /m) })
  const second = await parley(['doctor'], '', { DATA_DIR: nowhere })
  expect(second.code).toBe(1)
  expect(second.out).toMatch(/^bad {3}settings {6}AUTH_SECRET: is required in production mode$/m)
  expect(second.out).toMatch(/^warn {2}database {6}does not exist yet/m)
  await expect(access(nowhere)).rejects.toMatchObject({ code: 'ENOENT' })
})

/** Starts the server's own program on a data directory. */
async function startMain(dataDir: string, port: number): Promise<ChildProcess> {
  const env = {
    PATH: process.env['PATH'],
    DATA_DIR: dataDir,
    PORT: String(port),
    PARLEY_MODE: 'demo',
    DEMO_CONVERSATIONS: '0',
    LOG_LEVEL: 'fatal',
    // Time to see that it stops.
    DRAIN_DELAY: '5',
  }
  const child = spawn(process.execPath, [path.join(root, 'dist/server/main.js')], { env, stdio: 'ignore' })
  await eventually(
    'the server to listen',
    () =>
      fetch(`http://127.0.0.1:${port}/healthz`).then(
        answer => answer.ok,
        () => child.exitCode !== null && Promise.reject(new Error(`It ended (${child.exitCode})`)),
      ),
    longestMs,
  )
  return child
}

test('while the server runs its commands work, also after it was killed, and who is disabled is out at once', async () => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'parley-cli-'))
  const command = (args: readonly string[], input = '') =>
    parley(args, input, { DATA_DIR: dataDir, PARLEY_MODE: 'demo', WHATSAPP_API_URL: 'http://127.0.0.1:3' })
  const port = await freePort()
  const killed = await startMain(dataDir, port)
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  const server = await startMain(dataDir, port)
  try {
    expect(await command(['agent', 'add', 'eve@example.com'], 'short\n')).toEqual({
      code: 1,
      out: '',
      err: 'The password must have at least 10 characters\n',
    })
    const added = await command(['agent', 'add', 'eve@example.com', '--name', 'Eve'], 'plums and 7 pears\n')
    expect(added).toEqual({ code: 0, out: 'eve@example.com can sign in\n', err: '' })
    expect((await command(['agent', 'list'])).out).toContain('eve@example.com\tEve\tagent\n')

    const seen = await command(['doctor'])
    expect({ code: seen.code, err: seen.err }).toEqual({ code: 1, err: '' })
    expect(seen.out).toMatch(/^ok {4}database {6}the embedded PostgreSQL answers$/m)
    expect(seen.out).toMatch(/^bad {3}whatsapp .* cannot be reached/m)

    const file = path.join(dataDir, 'backup.tar')
    const copy = path.join(dataDir, 'copy')
    const made = await command(['backup', file])
    expect(made).toMatchObject({
      code: 0,
      // The file belongs to the demo's canned reply.
      out: expect.stringMatching(/^\d+ rows of \d+ tables, and 1 file\n/),
      err: '',
    })
    expect(await command(['backup', file])).toMatchObject({
      code: 1,
      err: expect.stringContaining('exists already'),
    })
    expect(await command(['restore', file])).toMatchObject({
      code: 1,
      err: expect.stringContaining('is in use by'),
    })
    const restored = await parley(['restore', file], '', { DATA_DIR: copy })
    expect(restored).toMatchObject({ code: 0, out: expect.stringContaining(made.out), err: '' })
    const list = await command(['agent', 'list'])
    expect(await parley(['agent', 'list'], '', { DATA_DIR: copy })).toEqual(list)

    const api = `127.0.0.1:${port}/api/v1`
    const signedIn = await fetch(`http://${api}/auth/token`, {
      method: 'POST',
      body: new URLSearchParams({ username: 'eve@example.com', password: 'plums and 7 pears' }),
    })
    const session = (await signedIn.json()) as { user_id: string; access_token: string }
    const socket = new WebSocket(
      `ws://${api}/ws/agent/${session.user_id}/conversations?token=${session.access_token}`,
    )
    await once(socket, 'message')
    const closed = once(socket, 'close')
    expect((await command(['agent', 'disable', 'eve@example.com'])).code).toBe(0)
    expect((await closed)[0]).toBe(closedBySessionEnd)
    const me = await fetch(`http://${api}/agent-profiles/available`, {
      headers: { authorization: `Bearer ${session.access_token}` },
    })
    expect(me.status).toBe(401)

    // It reports that it stops while it still replies, and ends by itself.
    const ended = once(server, 'exit')
    server.kill('SIGTERM')
    await eventually('no readiness', async () => {
      const { status } = await fetch(`http://127.0.0.1:${port}/readyz`)
      return status === 503
    })
    expect(await ended).toEqual([0, null])
  } finally {
    if (server.exitCode === null) {
      server.kill()
      await once(server, 'exit')
    }
    await rm(dataDir, { recursive: true })
  }
}, 400_000)
