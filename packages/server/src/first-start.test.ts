import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, inject, test } from 'vitest'
import { openEmbeddedDatabase } from './db/open.ts'

const busyMs = 15_000
const conversations = 20

/** Keeps one processor busy, for so long and no longer. */
const busy = (): ChildProcess =>
  spawn(process.execPath, ['-e', `const end = Date.now() + ${busyMs}; while (Date.now() < end);`], {
    stdio: 'ignore',
  })

test('a first start on a machine that has no time for it takes longer, says so, and succeeds', {
  timeout: 400_000,
}, async () => {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-test-'))
  const pg = path.join(dir, 'db', 'pg')
  // As the first boot leaves it: what is tried here begins with the migrations.
  fs.mkdirSync(pg, { recursive: true, mode: 0o700 })
  execFileSync('tar', ['-xf', inject('embeddedImage'), '-C', pg])
  const server = spawn(
    'nice',
    ['-n', '19', process.execPath, '--import', 'tsx', new URL('./main.ts', import.meta.url).pathname],
    {
      env: {
        ...process.env,
        PARLEY_MODE: 'demo',
        PORT: '0',
        DATA_DIR: dir,
        DEMO_CONVERSATIONS: String(conversations),
      },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    },
  )
  let log = ''
  server.stdout?.on('data', chunk => {
    log += String(chunk)
  })
  const said: string[] = []
  const ready = new Promise<void>((resolve, reject) => {
    server.on('message', message => {
      const { starting, listening } = message as { starting?: string; listening?: number }
      if (starting !== undefined) said.push(starting)
      if (listening !== undefined) resolve()
    })
    server.once('exit', code => reject(new Error(`It ended with ${code}:\n${log}`)))
  })
  const begun = new Promise<void>(resolve => {
    const look = setInterval(() => {
      if (!fs.existsSync(path.join(pg, 'postmaster.pid'))) return
      clearInterval(look)
      resolve()
    }, 10)
    ready.finally(() => clearInterval(look)).catch(() => undefined)
  })
  await Promise.race([begun, ready])
  const both = [busy(), busy()]
  await ready
  expect(said.join('\n')).toMatch(/Migrating the database: \d{4}-/)
  const gone = once(server, 'exit')
  server.kill('SIGTERM')
  await Promise.all([gone, ...both.filter(one => one.exitCode === null).map(one => once(one, 'exit'))])
  const database = await openEmbeddedDatabase(path.join(dir, 'db'))
  const rows = await database.db.selectFrom('conversations').select('id').execute()
  expect(rows).toHaveLength(conversations)
  await database.close()
  fs.rmSync(dir, { recursive: true })
})
