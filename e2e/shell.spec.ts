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

test('the letters have the forms of the design, in every weight', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  const widths = await page.evaluate(async () => {
    const line = document.createElement('span')
    line.textContent = 'aaaaaaaaaaaaaaaaaaaa'
    // Where widths are rounded to pixels, letters of the text's size are alike.
    line.style.fontSize = '100px'
    document.querySelector('main')?.append(line)
    // A weight that nothing shows yet is not fetched by itself.
    const { fontFamily } = getComputedStyle(line)
    for (const weight of ['400', '500', '600']) await document.fonts.load(`${weight} 100px ${fontFamily}`)
    const widthWith = (weight: string, features: string) => {
      Object.assign(line.style, { fontWeight: weight, fontFeatureSettings: features })
      return line.getBoundingClientRect().width
    }
    return ['400', '500', '600'].map(weight => [widthWith(weight, ''), widthWith(weight, 'normal')])
  })
  for (const [shown, plain] of widths) expect(shown).not.toBe(plain)
  const set = await page
    .getByRole('button', { name: 'Sign in' })
    .evaluate(button => getComputedStyle(button).fontFeatureSettings)
  expect(set).toContain('cv11')
})
