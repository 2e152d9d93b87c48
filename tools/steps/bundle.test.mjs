import { expect, test } from 'vitest'
import { bundle, demoEntries, serverEntries } from './bundle.mjs'

const packagesIn = (/** @type {string[]} */ files) =>
  new Set(files.filter(file => file.startsWith('packages/')).map(file => file.split('/')[1]))

test('the server’s bundle holds nothing of the demo, and the demo’s holds the demo', async () => {
  const server = await bundle('dist/server', serverEntries, { write: false })
  expect(server).toContain('packages/server/src/app.ts')
  expect(packagesIn(server)).toEqual(new Set(['bot', 'core', 'intents', 'server', 'whatsapp']))
  // Installed packages stay outside, but for those of many small files.
  expect(server.some(file => file.startsWith('node_modules/kysely/'))).toBe(true)
  expect(server.filter(file => /^node_modules\/(fastify|pg|sharp|argon2)\//.test(file))).toEqual([])
  const demo = await bundle('dist/demo', demoEntries, { write: false })
  expect(demo).toContain('packages/demo/src/seed.ts')
  expect(demo).not.toContain('packages/server/src/app.ts')
})
