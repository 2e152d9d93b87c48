import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { globalSetup, settings } from '../../vitest.config.ts'

/** The sandbox's root: this file is copied there with all others. */
const root = path.resolve(import.meta.dirname, '../..')

/** The tests of one part. Imports of our packages stay in the sandbox; node_modules would lead to the code as it is. */
export default defineConfig({
  resolve: {
    alias: [
      { find: /^@parley\/core\/api$/, replacement: path.join(root, 'packages/core/src/api/index.ts') },
      { find: '@parley/core', replacement: path.join(root, 'packages/core/src') },
      { find: '@parley/whatsapp', replacement: path.join(root, 'packages/whatsapp/src') },
    ],
  },
  test: { ...settings, globalSetup, include: process.env['MUTATION_TESTS']?.split(' ') ?? [] },
})
