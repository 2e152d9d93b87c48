import type { Page } from '@playwright/test'

/** Answers like a server without the combined call for a thread's context, so the page requests each part separately. */
export async function askApart(page: Page): Promise<void> {
  await page.route('**/api/v1/conversations/*/work?*', route =>
    route.fulfill({ status: 404, json: { detail: 'Not found', code: 'route.not-found' } }),
  )
}
