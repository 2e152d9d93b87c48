import { defineConfig } from '@playwright/test'
import { browserFlags, findBrowser } from './tools/steps/browser.mjs'

const executablePath = findBrowser()
if (executablePath === undefined) throw new Error('No Chromium was found: install one or set CHROMIUM_PATH.')

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/seed-once.ts',
  outputDir: 'test-results/e2e',
  reporter: [['list'], ['json', { outputFile: 'test-results/playwright.json' }]],
  // The unit tests run beside them: more pages at once would only make each slower.
  workers: 2,
  // What passes at the second try only is listed as flaky and counted by `npm test`, which bears few.
  retries: 1,
  fullyParallel: false,
  forbidOnly: true,
  // Nothing waits for these times but what fails: they are for a machine that is several times slower, and busy.
  timeout: 240_000,
  globalTimeout: 60 * 60_000,
  expect: { timeout: 30_000 },
  use: {
    browserName: 'chromium',
    // Far less than a test's time, so that what is not there is named.
    actionTimeout: 60_000,
    launchOptions: { executablePath, args: browserFlags },
    viewport: { width: 1366, height: 768 },
    locale: 'en-GB',
    timezoneId: 'Africa/Kampala',
    trace: 'off',
    screenshot: 'only-on-failure',
  },
})
