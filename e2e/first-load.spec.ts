import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { expect, signIn, test } from './harness.ts'

const mostScripts = 8
/** Notices what grows by accident: what a person feels is the time until the screen is usable. */
const mostKb = 195

/** Which scripts a page fetches until something is on its screen, and what they weigh. */
async function scriptsUntil(page: Page, shown: () => Promise<unknown>) {
  const bodies: Promise<Buffer>[] = []
  // What is fetched ahead a second after a screen stands is no part of it; on a busy machine its rows come later than that.
  await page.addInitScript(() => {
    const later = window.setTimeout.bind(window)
    window.setTimeout = ((run: TimerHandler, ms?: number, ...more: unknown[]) =>
      ms === 1_000 ? 0 : later(run, ms, ...more)) as typeof window.setTimeout
  })
  page.on('response', response => {
    if (response.request().resourceType() === 'script') bodies.push(response.body())
  })
  await shown()
  const kb = (await Promise.all(bodies)).reduce(
    (sum, body) => sum + gzipSync(body, { level: 9 }).length / 1024,
    0,
  )
  return { scripts: bodies.length, kb }
}

test('the sign-in form stands after few scripts, all of them small enough for a slow line', async ({
  page,
}) => {
  const { scripts, kb } = await scriptsUntil(page, async () => {
    await page.goto('/login')
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  })
  expect(scripts).toBeGreaterThan(0)
  expect(scripts).toBeLessThanOrEqual(mostScripts)
  expect(kb).toBeLessThan(mostKb)
})

test('so does the list of conversations', async ({ page }) => {
  await signIn(page)
  const { scripts, kb } = await scriptsUntil(page, async () => {
    await page.goto('/conversations')
    await expect(page.locator('[role=row][data-index]').first()).toBeVisible()
  })
  expect(scripts).toBeGreaterThan(0)
  expect(scripts).toBeLessThanOrEqual(mostScripts)
  expect(kb).toBeLessThan(mostKb)
})
