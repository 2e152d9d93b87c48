import { expect, test } from 'vitest'
import { bundle, demoEntries, serverEntries } from './bundle.mjs'

const packagesIn = (/** @type {string[]} */ files) => new Set(files.map(file => file.split('/')[1]))

test('the server’s bundle holds nothing of the demo, and the demo’s holds the demo', async () => {
  const server = await bundle('dist/server', serverEntries, { write: false })
  expect(server).toContain('packages/server/src/app.ts')
  expect(packagesIn(server)).toEqual(new Set(['bot', 'core', 'intents', 'server', 'whatsapp']))
  const demo = await bundle('dist/demo', demoEntries, { write: false })
  expect(demo).toContain('packages/demo/src/seed.ts')
  expect(demo).not.toContain('packages/server/src/app.ts')
})
