import { chromium, type Page } from '@playwright/test'
import { browserFlags, findBrowser } from '../tools/steps/browser.mjs'
import type { Product } from './product.ts'

/** Measures in a browser of its own. */
export async function inBrowser<T>(baseURL: string, measure: (page: Page) => Promise<T>): Promise<T> {
  const executablePath = findBrowser()
  if (executablePath === undefined) throw new Error('No Chromium was found: install one or set CHROMIUM_PATH')
  const browser = await chromium.launch({ executablePath, args: browserFlags })
  try {
    return await measure(await browser.newPage({ baseURL, viewport: { width: 1366, height: 768 } }))
  } finally {
    await browser.close()
  }
}

/** Signs in as the demo's agent, whose name and password the form has filled in. */
export async function signInByForm(page: Page): Promise<void> {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(url => url.pathname !== '/login')
}

/** Measures with a signed-in console. */
export const signedIn = <T>(product: Product, measure: (page: Page) => Promise<T>): Promise<T> =>
  inBrowser(product.url, async page => {
    await signInByForm(page)
    return measure(page)
  })
