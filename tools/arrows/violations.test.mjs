import { describe, expect, test } from 'vitest'
import { violations } from './violations.mjs'

const dependencies = { core: ['zod'], server: ['fastify'], web: ['react'], simulator: [], whatsapp: ['zod'] }

/** @param {Record<string, string>} files */
const found = files =>
  violations(
    Object.entries(files).map(([path, text]) => ({ path, text })),
    dependencies,
  )

describe('a wrong import is found', () => {
  test.each([
    [
      'core never imports back from api',
      'core/src/api/messages.ts',
      "import { x } from '../rules/thread.ts'",
    ],
    ['the console loads no schemas', 'web/src/client/client.ts', "import { api } from '@parley/core/api'"],
    ['nor do the rules', 'core/src/rules/ticket.ts', "import { x } from '../api/tickets.ts'"],
    ['core takes nothing but zod', 'core/src/rules/phone.ts', "import parse from 'libphonenumber-js'"],
    ['core has no Node.js', 'core/src/rules/phone.ts', "import path from 'node:path'"],
    ['web imports core alone', 'web/src/client/client.ts', "import { send } from '@parley/whatsapp/client'"],
    [
      'a channel’s words stay in channel/',
      'server/src/messages/send.ts',
      "import type { SendBody } from '@parley/whatsapp/send'",
    ],
    ['nobody imports the server', 'web/src/client/client.ts', "import type { Db } from '@parley/server/db'"],
    ['not by a path either', 'web/src/client/client.ts', "export * from '../../../server/src/config.ts'"],
    ['nor in a type', 'simulator/src/app.ts', "type X = import('@parley/core/api').Message"],
    ['nor lazily', 'simulator/src/app.ts', "await import('@parley/server/main')"],
    ['a path instead of the name', 'server/src/app.ts', "import { x } from '../../core/src/errors.ts'"],
    ['nouns in order', 'server/src/conversations/open.ts', "import { x } from '../messages/send.ts'"],
    ['types count too', 'server/src/db/write.ts', "import type { X } from '../auth/sign-in.ts'"],
    ['nobody uses reports', 'server/src/channel/receive.ts', "import { x } from '../reports/queries.ts'"],
    [
      'routes are for app.ts',
      'server/src/messages/send.ts',
      "import { x } from '../conversations/routes.ts'",
    ],
    ['the hub is above nouns', 'server/src/messages/send.ts', "import { hub } from '../live/hub.ts'"],
    ['a noun without a place', 'server/src/gadgets/queries.ts', "import { x } from '../db/write.ts'"],
    [
      'features apart',
      'web/src/features/messages/Thread.tsx',
      "import { Row } from '../conversations/Row.tsx'",
    ],
    ['ui below all', 'web/src/ui/Badge.tsx', "import { useSession } from '../data/session/session.ts'"],
    ['sync knows no noun', 'web/src/sync/feed.ts', "import { x } from '../data/tickets/queries.ts'"],
    ['the client knows no cache', 'web/src/client/caller.ts', "import { x } from '../sync/load.ts'"],
    ['data nouns in order', 'web/src/data/issues/source.ts', "import { x } from '../messages/thread.ts'"],
    [
      'a data noun without a place',
      'web/src/data/gadgets/queries.ts',
      "import { x } from '../../sync/load.ts'",
    ],
    [
      'data below features',
      'web/src/data/session/session.ts',
      "import { x } from '../../features/session/form.ts'",
    ],
    ['pages below app', 'web/src/pages/HomePage.tsx', "import { x } from '../app/theme.ts'"],
    ['undeclared dependency', 'web/src/data/session/session.ts', "import { x } from 'idb-keyval'"],
    ['test code in the product', 'server/src/messages/send.ts', "import { x } from './send.fixture.ts'"],
  ])('%s', (_, path, text) => {
    expect(found({ [`packages/${path}`]: text })).toEqual([
      expect.stringContaining(`packages/${path} imports `),
    ])
  })

  test('the end-to-end tests and the bench speak HTTP only', () => {
    expect(found({ 'e2e/send.spec.ts': "import { x } from '@parley/core/errors'" })).toHaveLength(1)
    expect(found({ 'bench/list.ts': "import { x } from '../packages/server/src/app.ts'" })).toHaveLength(1)
    expect(found({ 'e2e/send.spec.ts': "import type { X } from '@parley/core/api'" })).toEqual([])
  })

  test('the server’s tests may run the simulator, the server may not', () => {
    const text = "import { simulatorApp } from '@parley/simulator/app'"
    expect(found({ 'packages/server/test/server.ts': text })).toEqual([])
    expect(found({ 'packages/server/src/server.ts': text })).toHaveLength(1)
  })

  test('only the server’s main may load the demo, and only lazily', () => {
    const lazily = "const { seedDemo } = await import('@parley/demo/workspace')"
    const atOnce = "import { seedDemo } from '@parley/demo/workspace'"
    expect(found({ 'packages/server/src/main.ts': lazily })).toEqual([])
    expect(found({ 'packages/server/src/main.ts': atOnce })).toEqual([
      expect.stringContaining('load it by import()'),
    ])
    expect(found({ 'packages/server/src/app.ts': lazily })).toHaveLength(1)
    expect(found({ 'packages/simulator/src/main.ts': lazily })).toHaveLength(1)
    expect(found({ 'packages/server/src/main.ts': "import '../../demo/src/workspace.ts'" })).toHaveLength(1)
  })

  test('the demo takes the server’s database and nouns, and nothing above them', () => {
    const from = (/** @type {string} */ module) => ({
      'packages/demo/src/seed.ts': `import { x } from '@parley/server/${module}'`,
    })
    expect(found(from('db/write'))).toEqual([])
    expect(found(from('reports/state'))).toEqual([])
    for (const above of ['app', 'server', 'config', 'live/hub', 'http/mount', 'auth/routes', 'test/clock']) {
      expect(found(from(above)), above).toHaveLength(1)
    }
  })

  test('nouns on one line do not import each other in a circle', () => {
    const one = { 'packages/server/src/auth/sign-in.ts': "import { a } from '../agents/queries.ts'" }
    const other = { 'packages/server/src/agents/queries.ts': "import { b } from '../auth/password.ts'" }
    expect(found(one)).toEqual([])
    expect(found({ ...one, ...other })).toEqual([expect.stringContaining('"agents" and "auth"')])
  })

  test('files in a circle, in any package, told once as the way round', () => {
    const way = {
      'packages/core/src/rules/a.ts': "import { b } from './b.ts'",
      'packages/core/src/rules/b.ts': "import type { C } from './c.ts'",
      'packages/core/src/rules/c.ts': "import { a } from './a.ts'",
    }
    expect(found(way)).toEqual([
      expect.stringMatching(
        /^packages\/core\/src\/rules\/a\.ts → .*b\.ts → .*c\.ts → .*a\.ts: files in a circle/,
      ),
    ])
    expect(found({ ...way, 'packages/core/src/rules/c.ts': '' })).toEqual([])
  })

  test('in the server a name is exported once, and a file is named by its verb', () => {
    const one = { 'packages/server/src/tickets/edit.ts': 'export const setStatus = () => 1' }
    const other = { 'packages/server/src/agents/set-status.ts': 'export function setStatus() {}' }
    expect(found({ ...one, ...other })).toEqual([expect.stringContaining('"setStatus"')])
    const types = { 'packages/server/src/agents/set-status.ts': 'export interface setStatus {}' }
    expect(found({ ...one, ...types })).toEqual([])
    expect(found({ 'packages/server/src/agents/actions.ts': '' })).toHaveLength(1)
    expect(found({ 'packages/web/src/data/actions.ts': '' })).toEqual([])
  })

  test('a barrel, except the contract, and a folder that says nothing', () => {
    const barrel = "/** All of it. */\nexport * from './send.ts'\n"
    expect(found({ 'packages/server/src/messages/index.ts': barrel })).toHaveLength(1)
    expect(found({ 'packages/core/src/api/index.ts': barrel })).toEqual([])
    expect(found({ 'packages/web/src/ui/utils/dates.ts': 'export {}' })).toHaveLength(1)
  })
})

test.each([
  ['server/src/app.ts', "import { routes } from './messages/routes.ts'\nimport fastify from 'fastify'"],
  ['server/src/messages/send.ts', "import { lock } from '../conversations/lock.ts'\nimport '../live/log.ts'"],
  ['server/src/channel/receive.ts', "import { readWebhook } from '@parley/whatsapp/webhook'"],
  ['server/src/messages/send.test.ts', "import { test } from 'vitest'\nimport '../channel/receive.ts'"],
  ['web/src/pages/HomePage.tsx', "import { List } from '../features/conversations/List.tsx'\nimport 'react'"],
  ['web/src/features/messages/Thread.tsx', "import './Thread.module.css'\nimport { Row } from './Row.tsx'"],
  [
    'web/src/data/messages/thread.ts',
    "import { load } from '../../sync/load.ts'\nimport '../issues/queries.ts'",
  ],
  ['core/src/rules/thread.ts', "import type { Message } from '../api/messages.ts'\nimport * as z from 'zod'"],
  ['whatsapp/src/signature.ts', "import { createHmac } from 'node:crypto'"],
  ['core/src/rules/words.ts', "export const example = \"import x from '@parley/server/app'\" // import 'pg'"],
])('a right import passes: %s', (path, text) => {
  expect(found({ [`packages/${path}`]: text })).toEqual([])
})
