import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { globalSetup, settings } from '../../vitest.config.ts'

/** The sandbox's root: this file is copied there with all others. */
const root = path.resolve(import.meta.dirname, '../..')

/** The tests of one part. Imports of our packages stay in the sandbox; node_modules would lead to the code as it is. */
export default defineConfig({
  resolve: {
    alias: {
      '@parley/core/api': path.join(root, 'packages/core/src/api/index.ts'),
      '@parley/core': path.join(root, 'packages/core/src'),
      '@parley/whatsapp': path.join(root, 'packages/whatsapp/src'),
    },
  },
  test: { ...settings, globalSetup, include: process.env['MUTATION_TESTS']?.split(' ') ?? [] },
})
