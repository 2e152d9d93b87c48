import type { Page } from '@playwright/test'

/** As a server without the call for all that stands around a thread: each part has to be asked for by its own. */
export async function askApart(page: Page): Promise<void> {
  await page.route('**/api/v1/conversations/*/work?*', route =>
    route.fulfill({ status: 404, json: { detail: 'Not found', code: 'route.not-found' } }),
  )
}
