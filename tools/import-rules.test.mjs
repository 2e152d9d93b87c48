import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inRoot } from './steps/root.mjs'

/** @type {[name: string, file: string, text: string][]} */
const wrong = [
  ['a resource of core knows no cache', 'core/src/tickets/a.ts', "import { x } from '../live/thread.ts'"],
  [
    'the console loads no declarations of calls',
    'web/src/client/a.ts',
    "import { api } from '@parley/core/calls'",
  ],
  ['core has no Node.js', 'core/src/tickets/b.ts', "import path from 'node:path'"],
  ['web imports core alone', 'web/src/client/b.ts', "import { send } from '@parley/whatsapp/client'"],
  [
    'WhatsApp is spoken in channel',
    'server/src/messages/a.ts',
    "import type { S } from '@parley/whatsapp/send'",
  ],
  ['nobody imports the server', 'web/src/client/c.ts', "import type { Db } from '@parley/server/db'"],
  ['not by a path either', 'web/src/client/d.ts', "export * from '../../../server/src/config.ts'"],
  ['nor lazily', 'simulator/src/a.ts', "export const x = await import('@parley/server/main')"],
  ['a path in place of the name', 'server/src/app.ts', "import { x } from '../../core/src/errors.ts'"],
  ['resources in order', 'server/src/conversations/a.ts', "import { x } from '../messages/send.ts'"],
  [
    'from deeper folders too',
    'server/src/conversations/deep/a.ts',
    "import { x } from '../../messages/send.ts'",
  ],
  ['no resource without a place', 'server/src/work/a.ts', "import { x } from '../saved-views/queries.ts'"],
  ['types count too', 'server/src/db/a.ts', "import type { X } from '../auth/sign-in.ts'"],
  ['files beside the folders too', 'server/src/thread.ts', "import { x } from './auth/sign-in.ts'"],
  ['nobody uses reports', 'server/src/channels/a.ts', "import { x } from '../reports/queries.ts'"],
  ['routes are for app.ts', 'server/src/messages/b.ts', "import { x } from '../conversations/routes.ts'"],
  ['the hub is above resources', 'server/src/messages/c.ts', "import { hub } from '../live/hub.ts'"],
  ['the log is below the hub', 'server/src/live/log.ts', "import { hub } from './hub.ts'"],
  ['features apart', 'web/src/features/notes/A.tsx', "import { Row } from '../tickets/Row.tsx'"],
  ['features in order', 'web/src/features/conversation/A.tsx', "import { Row } from '../inbox/rows/Row.tsx'"],
  ['ui below all', 'web/src/ui/A.tsx', "import { useSession } from '../data/session/session.ts'"],
  ['sync knows no resource', 'web/src/sync/a.ts', "import { x } from '../data/tickets/queries.ts'"],
  ['the client knows no cache', 'web/src/client/e.ts', "import { x } from '../sync/load.ts'"],
  ['data in order', 'web/src/data/issues/a.ts', "import { x } from '../messages/thread.ts'"],
  ['data below features', 'web/src/data/session/a.ts', "import { x } from '../../features/session/form.ts'"],
  ['pages below app', 'web/src/pages/A.tsx', "import { x } from '../app/theme.ts'"],
  ['no test code in the product', 'server/src/messages/d.ts', "import { x } from './send.fixture.ts'"],
  [
    'the demo is for main alone',
    'server/src/loops.ts',
    "export const x = await import('@parley/demo/workspace')",
  ],
  ['the demo takes no hub', 'demo/src/a.ts', "import { x } from '@parley/server/live/hub'"],
  ['nor routes', 'demo/src/b.ts', "import { x } from '@parley/server/auth/routes'"],
  ['a circle', 'core/src/tickets/one.ts', "import type { B } from './two.ts'\nexport type A = B"],
  ['a barrel', 'server/src/messages/index.ts', "export * from './e.ts'"],
]
/** @type {[file: string, text: string][]} */
const right = [
  ['core/src/tickets/two.ts', "import type { A } from './one.ts'\nexport type B = A"],
  ['server/src/app/a.ts', "import { routes } from '../messages/routes.ts'"],
  ['server/src/messages/e.ts', "import { lock } from '../conversations/lock.ts'\nimport '../live/log.ts'"],
  ['server/src/saved-views/a.ts', "import { x } from '../work/next-up.ts'"],
  ['whatsapp/src/a.ts', "import type { DetailsEntity } from '@parley/core/messages/details'"],
  ['server/src/search/a.ts', "import { x } from './messages.ts'"],
  ['server/src/channels/b.ts', "import { readWebhook } from '@parley/whatsapp/webhook'"],
  ['server/src/main.ts', "export const x = await import('@parley/demo/workspace')"],
  [
    'server/src/messages/a.test.ts',
    "import { simulatorApp } from '@parley/simulator/app'\nimport '../channels/a.ts'",
  ],
  ['web/src/pages/B.tsx', "import { List } from '../features/inbox/List.tsx'"],
  ['web/src/features/inbox/queue/B.tsx', "import { View } from '../../conversation/View.tsx'"],
  ['web/src/features/conversation/B.tsx', "import { Thread } from '../messages/Thread.tsx'"],
  [
    'web/src/features/messages/B.tsx',
    "import { useCommand } from '../../commands/live.ts'\nimport './Row.tsx'",
  ],
  ['web/src/data/messages/a.ts', "import { load } from '../../sync/load.ts'\nimport '../issues/queries.ts'"],
  ['core/src/tickets/c.ts', "import type { Message } from '../messages/api.ts'"],
  ['whatsapp/src/a.ts', "import { createHmac } from 'node:crypto'"],
  ['demo/src/c.ts', "import { x } from '@parley/server/db/write'"],
]

const config = 'oxlint.config.mjs'
const watched = /no-restricted-imports|no-nodejs-modules|no-cycle|no-barrel-file/

/** @type {Set<string>} */
let found
/** @type {string} */
let place
beforeAll(async () => {
  place = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-imports-'))
  fs.writeFileSync(path.join(place, config), `export { default } from ${JSON.stringify(inRoot(config))}`)
  for (const [file, text] of [...wrong.map(([, ...one]) => one), ...right]) {
    fs.mkdirSync(path.dirname(path.join(place, 'packages', file)), { recursive: true })
    fs.writeFileSync(path.join(place, 'packages', file), `${text}\n`)
  }
  const oxlint = inRoot('node_modules/oxlint/bin/oxlint')
  const ran = promisify(execFile)(process.execPath, [oxlint, '-c', config, '-f', 'json', '.'], { cwd: place })
  // Its exit code is 1 when it finds something.
  const { stdout } = await ran.catch(error => error)
  const { diagnostics } = JSON.parse(stdout)
  found = new Set(
    diagnostics
      .filter((/** @type {{ code: string }} */ { code }) => watched.test(code))
      .map((/** @type {{ filename: string }} */ { filename }) => filename.replace(/^packages\//, '')),
  )
})
afterAll(() => fs.rmSync(place, { recursive: true }))

test.each(wrong)('a wrong import is found: %s', (_, file) => {
  expect(found).toContain(file)
})

test.each(right)('a right import passes: %s', file => {
  // oxlint reports both ends of a circle.
  if (file !== 'core/src/tickets/two.ts') expect(found).not.toContain(file)
})
