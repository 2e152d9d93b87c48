import { defineConfig } from '@playwright/test'
import { browserFlags, findBrowser } from './tools/steps/browser.mjs'

const executablePath = findBrowser()
if (executablePath === undefined) throw new Error('No Chromium was found: install one or set CHROMIUM_PATH.')

/** Tests that need a server or a browser of their own. Playwright puts them last, where one worker would run them all. */
const alone = ['assist', 'crash', 'form-crash', 'own-status', 'routing', 'shift', 'voice'].map(
  name => `**/${name}.spec.ts`,
)

const isLong = process.env['PARLEY_LONG'] === '1'

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/seed-once.ts',
  outputDir: 'test-results/e2e',
  reporter: [['list'], ['json', { outputFile: 'test-results/playwright.json' }]],
  // As many as there are processors on the smallest machine: what a page does in time is tested beside its neighbours.
  workers: 2,
  // Tests that take minutes by nature run alone with PARLEY_LONG=1; each has a short form among the others.
  ...(isLong ? { grep: /@long\b/ } : { grepInvert: /@long\b/ }),
  // Only CI allows a second try, and lists what needed it as flaky.
  retries: process.env['CI'] && !isLong ? 1 : 0,
  fullyParallel: false,
  // In this order, which Playwright keeps for what waits for a worker.
  projects: [
    { name: 'alone', testMatch: alone },
    { name: 'shared', testIgnore: alone },
  ],
  forbidOnly: true,
  // Nothing waits for these times but what fails: they are for a machine that is several times slower, and busy.
  timeout: 240_000,
  globalTimeout: 70 * 60_000,
  expect: { timeout: 30_000 },
  use: {
    browserName: 'chromium',
    // Far less than a test's time, so that what is not there is named.
    actionTimeout: 60_000,
    launchOptions: { executablePath, args: browserFlags },
    viewport: { width: 1366, height: 768 },
    locale: 'en-GB',
    timezoneId: 'Africa/Kampala',
    // Fades cost time at every click. A test about motion asks for it.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'off',
    screenshot: 'only-on-failure',
  },
})
