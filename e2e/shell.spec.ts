import type { Page } from '@playwright/test'
import { expect, signIn, test } from './harness.ts'

const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Sidebar' })
const widthOf = async (page: Page) => (await sidebar(page).boundingBox())?.width

test('[SHELL-01] the sidebar is as narrow after a reload as it was left', async ({ page }) => {
  await signIn(page, 'agent', '/')
  await expect.poll(() => widthOf(page)).toBe(216)
  await page.getByRole('button', { name: 'Collapse sidebar' }).click()
  await expect.poll(() => widthOf(page)).toBe(56)
  await page.reload()
  await expect.poll(() => widthOf(page)).toBe(56)
  await page.getByRole('button', { name: 'Expand sidebar' }).click()
  await expect.poll(() => widthOf(page)).toBe(216)
})

test('a chosen theme holds from the first paint on, and nothing but the session is in local storage', async ({
  page,
}) => {
  await signIn(page, 'agent', '/applications')
  const html = page.locator('html')
  await expect(html).toHaveAttribute('data-theme', 'light')
  await sidebar(page).getByRole('button', { name: 'agent' }).click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await expect(html).toHaveAttribute('data-theme', 'dark')
  await page.reload({ waitUntil: 'commit' })
  await expect(html).toHaveAttribute('data-theme', 'dark')
  expect(await page.evaluate(() => Object.keys(localStorage).toSorted())).toEqual([
    'refreshToken',
    'token',
    'user',
  ])
})

test('[ROUTE-14 ROUTE-15 ROUTE-16] a screen that fails is replaced by "Something went wrong", and reloads', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(/./)
  await signIn(page)
  // A browser that breaks down in the middle of drawing, until it is mended.
  await page.addInitScript(() => {
    if (sessionStorage.getItem('mended') !== null) return
    window.ResizeObserver = function () {
      throw new Error('No sizes are known')
    } as unknown as typeof ResizeObserver
  })
  await page.goto('/conversations')
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  await page.getByText('Details', { exact: true }).click()
  await expect(page.getByText(/Reference [0-9a-f]{8}/)).toBeVisible()
  await expect(sidebar(page)).toBeVisible()
  await page.evaluate(() => sessionStorage.setItem('mended', 'yes'))
  await page.getByRole('button', { name: 'Reload page' }).click()
  await expect(page.getByRole('grid', { name: 'Conversations' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toHaveCount(0)
})
