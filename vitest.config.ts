import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { plugins } from './packages/web/plugins.ts'
import { inRoot } from './tools/steps/root.mjs'
import { browserFlags, findBrowser } from './tools/steps/browser.mjs'

const web = 'packages/web/**/*.test.{ts,tsx}'
/** Tests of screens and their parts in a browser, over a server made from the contract (packages/web/test). */
const inBrowser = 'packages/web/**/*.browser.test.tsx'
const isLong = process.env['PARLEY_LONG'] === '1'
const viewport = { width: 1366, height: 768 }
const executablePath = findBrowser()

/** What is built calls no development runtime, which React for production lacks. */
const builtJsx = { oxc: { jsx: { development: false } } } as const

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
      {
        extends: true,
        ...builtJsx,
        test: { name: 'web', include: [web], exclude: [inBrowser], pool: 'threads' },
      },
      {
        extends: true,
        root: 'packages/web',
        // The React that people get, which is a quarter faster. The long run has the one that warns: a warning fails its test.
        ...(!isLong && {
          mode: 'production',
          define: { 'process.env.NODE_ENV': '"production"' },
          ...builtJsx,
        }),
        plugins,
        // A dependency that is found only while tests run would have the page loaded anew under them.
        optimizeDeps: { include: ['axe-core'] },
        test: {
          name: 'screens',
          include: ['src/**/*.browser.test.tsx'],
          // One page for all files: loading the console's modules takes seconds. Each test leaves it as it was (test/console.tsx).
          isolate: false,
          testTimeout: 60_000,
          expect: { poll: { timeout: 20_000 } },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { ...(executablePath !== undefined && { executablePath }), args: browserFlags },
              contextOptions: { locale: 'en-GB', timezoneId: 'Africa/Kampala', reducedMotion: 'reduce' },
            }),
            instances: [
              { browser: 'chromium', name: 'browser', viewport },
              {
                browser: 'chromium',
                name: 'language',
                viewport,
                include: ['test/texts.browser.test.tsx'],
                setupFiles: [inRoot('packages/web/test/pseudo-language.ts')],
              },
            ],
          },
        },
      },
    ],
  },
})
