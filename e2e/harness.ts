import {
  type Browser,
  type BrowserContext,
  test as base,
  expect,
  type Page,
  type WorkerFixture,
} from '@playwright/test'
import { PageErrors } from './harness/page-errors.ts'
import { type Parley, startParley } from './harness/parley.ts'
import { type Account, reuseSessionsOf } from './harness/sessions.ts'
import { signIn } from './harness/sign-in.ts'

interface TestFixtures {
  /** Fails the test when a page logs or throws an error; `pageErrors.allow(/…/)` expects one. */
  pageErrors: PageErrors
  /** Signs an agent in, in a browser of their own, and opens the page at `path`; without a path, an empty page. */
  openAs: (account: Account, path?: string) => Promise<Page>
}

interface WorkerFixtures {
  /** One product for all tests of a worker: leave it running and usable, or start another with startParley. */
  parley: Parley
}

/** The built product, for the tests of a worker. */
// oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures are needed
const parley: WorkerFixture<Parley, object> = async ({}, provide) => {
  const started = await startParley()
  reuseSessionsOf(started.url)
  await provide(started)
  reuseSessionsOf(undefined)
  await started.stop()
}

/** Opens a page of a product that the test started. Errors on the page fail the test. */
export async function newPage(browser: Browser, { url }: Parley, pageErrors: PageErrors): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1366, height: 768 } })
  pageErrors.watch(context)
  return context.newPage()
}

/** Playwright's test with a running product; relative URLs are those of the console. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  parley: [parley, { scope: 'worker', timeout: 300_000 }],

  baseURL: async ({ parley }, provide) => provide(parley.url),

  pageErrors: [
    async ({ context }, provide) => {
      const errors = new PageErrors()
      errors.watch(context)
      await provide(errors)
      expect(errors.unexpected, 'errors on the page').toEqual([])
    },
    { auto: true },
  ],

  page: async ({ page }, provide) => {
    await provide(page)
    await endRoutes(page)
  },

  openAs: async ({ browser, pageErrors, baseURL, viewport }, provide) => {
    const contexts: BrowserContext[] = []
    await provide(async (account, path) => {
      const context = await browser.newContext({ baseURL: baseURL ?? '', viewport })
      contexts.push(context)
      pageErrors.watch(context)
      const page = await context.newPage()
      await signIn(page, account, path)
      return page
    })
    for (const context of contexts) {
      await Promise.all(context.pages().map(endRoutes))
      await context.close()
    }
  },
})

/** For files whose tests change the behaviour of the whole product: each has its own product. */
export const testAlone = test.extend<object, WorkerFixtures>({
  parley: [parley, { scope: 'worker', timeout: 300_000 }],
})

/** Ignores the responses that a test was still changing when it ended. */
const endRoutes = (page: Page): Promise<void> => page.unrouteAll({ behavior: 'ignoreErrors' })

export { accounts } from './harness/sessions.ts'
export { signIn, signInByHand } from './harness/sign-in.ts'
export { expect }
