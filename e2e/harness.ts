import { test as base, expect, type Page } from '@playwright/test'
import { PageErrors } from './harness/page-errors.ts'
import { type Parley, startParley } from './harness/parley.ts'

/** The demo workspace's agents. */
export const accounts = {
  agent: { username: 'agent@parley.example', password: 'parley-demo' },
  brian: { username: 'brian@parley.example', password: 'parley-demo' },
  carol: { username: 'carol@parley.example', password: 'parley-demo' },
} as const

interface TestFixtures {
  /** Fails the test when a page logs or throws an error; `pageErrors.allow(/…/)` expects one. */
  pageErrors: PageErrors
  /** Signs an agent in, in a browser of their own, and gives the page at "/". */
  openAs: (account: keyof typeof accounts) => Promise<Page>
}

interface WorkerFixtures {
  /** One product for all tests of a worker: leave it running and usable, or start your own with startParley. */
  parley: Parley
}

/** Playwright's test, with the product running: relative URLs are the console's. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  parley: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures are needed
    async ({}, provide) => {
      const parley = await startParley()
      await provide(parley)
      await parley.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],

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

  openAs: async ({ browser, pageErrors, baseURL, viewport }, provide) => {
    const contexts: { close: () => Promise<void> }[] = []
    await provide(async account => {
      const context = await browser.newContext({ baseURL: baseURL ?? '', viewport })
      contexts.push(context)
      pageErrors.watch(context)
      const page = await context.newPage()
      await signIn(page, account)
      return page
    })
    for (const context of contexts) await context.close()
  },
})

/** Signs in through the screen, as a person does, and waits for "/". */
export async function signIn(page: Page, account: keyof typeof accounts = 'agent'): Promise<void> {
  await page.goto('/login')
  const form = page.getByRole('form', { name: 'Sign in' })
  // The demo account is filled in by an answer that may come in the middle of typing.
  await expect(form.getByLabel('Username')).not.toHaveValue('')
  await form.getByLabel('Username').fill(accounts[account].username)
  await form.getByLabel('Password', { exact: true }).fill(accounts[account].password)
  await form.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(url => url.pathname === '/')
}

export { expect }
