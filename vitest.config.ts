import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['packages/**/*.test.{ts,tsx}', 'bench/**/*.test.ts', 'tools/**/*.test.mjs'],
    globalSetup: 'tools/vitest-setup.mjs',
    maxWorkers: 2,
    // For what hangs: on busy processors what is well takes several times as long as usual.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    allowOnly: false,
  },
})
