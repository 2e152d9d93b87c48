import { type BrowserContext, chromium, type Page } from '@playwright/test'
import type { Parley } from '../e2e/harness/parley.ts'
import { browserFlags, findBrowser } from '../tools/steps/browser.mjs'

/** Measures with a console that is signed in, in a browser of its own. */
export async function signedIn<T>(
  parley: Parley,
  measure: (page: Page, context: BrowserContext) => Promise<T>,
): Promise<T> {
  const executablePath = findBrowser()
  if (executablePath === undefined) throw new Error('No Chromium was found: install one or set CHROMIUM_PATH')
  const browser = await chromium.launch({ executablePath, args: browserFlags })
  try {
    const context = await browser.newContext({ baseURL: parley.url, viewport: { width: 1366, height: 768 } })
    const page = await context.newPage()
    await page.goto('/login')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(url => url.pathname === '/')
    return await measure(page, context)
  } finally {
    await browser.close()
  }
}

/** The first row of a list, asked for as the page would. @throws Error when there is none */
export async function firstRow<Row>(page: Page, path: string): Promise<Row> {
  const rows = await page.evaluate(async url => {
    const answer = await fetch(url, { headers: { authorization: `Bearer ${localStorage.getItem('token')}` } })
    return (await answer.json()) as unknown[]
  }, `/api/v1/${path}?limit=1`)
  const [row] = rows
  if (row === undefined) throw new Error(`The workspace has nothing in ${path}`)
  return row as Row
}
