import { defineConfig } from 'vitest/config'

const web = 'packages/web/**/*.test.{ts,tsx}'

/** What every run of ours has in common. */
export const settings = {
  maxWorkers: 2,
  // For what hangs: on busy processors what is well takes several times as long as usual.
  testTimeout: 180_000,
  hookTimeout: 240_000,
  allowOnly: false,
}

/** The databases that tests begin with. */
export const globalSetup = 'tools/vitest-setup.mjs'

export default defineConfig({
  test: {
    ...settings,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['packages/**/*.test.ts', 'bench/**/*.test.ts', 'tools/**/*.test.mjs'],
          exclude: [web],
          globalSetup,
          // One process for many files: what it has compiled, our code and the embedded database, serves them all.
          isolate: false,
        },
      },
      // The console's modules hold what one page holds, so each file has them for itself: in a thread, a fifth cheaper than a
      // process.
      { extends: true, test: { name: 'web', include: [web], pool: 'threads' } },
    ],
  },
})
