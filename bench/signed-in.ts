import { chromium, type Page } from '@playwright/test'
import { browserFlags, findBrowser } from '../tools/steps/browser.mjs'
import type { Product } from './product.ts'

/** Measures with a signed-in console, in a browser of its own. */
export async function signedIn<T>(product: Product, measure: (page: Page) => Promise<T>): Promise<T> {
  const executablePath = findBrowser()
  if (executablePath === undefined) throw new Error('No Chromium was found: install one or set CHROMIUM_PATH')
  const browser = await chromium.launch({ executablePath, args: browserFlags })
  try {
    const page = await browser.newPage({ baseURL: product.url, viewport: { width: 1366, height: 768 } })
    await page.goto('/login')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(url => url.pathname === '/')
    return await measure(page)
  } finally {
    await browser.close()
  }
}
