import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['packages/**/*.test.{ts,tsx}', 'bench/**/*.test.ts', 'tools/**/*.test.mjs'],
    globalSetup: 'tools/vitest-setup.mjs',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    allowOnly: false,
  },
})
