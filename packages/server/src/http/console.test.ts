import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { consoleRoutes } from './console.ts'
import { refuseInOneShape } from './errors.ts'

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-console-'))
fs.mkdirSync(path.join(root, 'assets'))
fs.writeFileSync(path.join(root, 'index.html'), '<title>Parley</title>')
fs.writeFileSync(path.join(root, 'assets/a-1b2c.js'), 'x')
fs.writeFileSync(path.join(root, 'theme.js'), 'x')
afterAll(() => fs.rmSync(root, { recursive: true, force: true }))

const page = [200, 'text/html; charset=utf-8', 'no-cache', '<title>Parley</title>']
const unknown = [
  404,
  'application/json; charset=utf-8',
  'no-store',
  expect.stringContaining('route.not-found'),
]

test.each([
  ['/', page],
  ['/conversations/12?status=x.y', page],
  ['/index.html', page],
  [
    '/assets/a-1b2c.js',
    [200, expect.stringContaining('javascript'), expect.stringContaining('immutable'), 'x'],
  ],
  [
    '/theme.js',
    [200, expect.stringContaining('javascript'), expect.stringContaining('stale-while-revalidate'), 'x'],
  ],
  ['/robots.txt', [200, 'text/plain; charset=utf-8', 'no-store', 'User-agent: *\nDisallow: /\n']],
  ['/ads.txt', unknown],
  ['/.env', unknown],
  ['/.git/config', unknown],
  ['/.well-known/security.txt', unknown],
  ['/assets/gone-1b2c.js', unknown],
  ['/wp-login.php?x=1', unknown],
  ['/api/v1/nothing', unknown],
])('[Q-299] %s is the console’s page, a file, or unknown', async (url, expected) => {
  const app = fastify()
  refuseInOneShape(app)
  app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
  await consoleRoutes(app, root)
  const { statusCode, headers, body } = await app.inject({ url })
  expect([statusCode, headers['content-type'], headers['cache-control'], body]).toEqual(expected)
  await app.close()
})
