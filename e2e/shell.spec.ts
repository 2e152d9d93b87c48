import type { Page } from '@playwright/test'
import { expect, signIn, test } from './harness.ts'

const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Sidebar' })
const widthOf = async (page: Page) => (await sidebar(page).boundingBox())?.width

test('[SHELL-01 SHELL-02 SHELL-03 SHELL-04 SHELL-05 SHELL-06 SHELL-07 AUTH-05 AUTH-06 ROUTE-04 Q-062] the sidebar shows who is signed in, is 216 px or 56 px over a reload too, leads to the screens that the top bar names, and out', async ({
  page,
}) => {
  await signIn(page, 'agent', '/')
  await expect(sidebar(page).getByText('agent', { exact: true })).toBeVisible()
  await expect(sidebar(page).getByText('A', { exact: true })).toBeVisible()
  await expect(page.getByText(/supervisor|administrator|\bAGENT\b/)).toHaveCount(0)

  expect(await widthOf(page)).toBe(216)
  await page.getByRole('button', { name: 'Collapse sidebar' }).click()
  await expect.poll(() => widthOf(page)).toBe(56)
  await page.reload()
  await expect.poll(() => widthOf(page)).toBe(56)
  await page.getByRole('button', { name: 'Expand sidebar' }).click()
  await expect.poll(() => widthOf(page)).toBe(216)

  const title = page.getByRole('banner').getByRole('heading', { level: 1 })
  await sidebar(page)
    .getByRole('link', { name: /^Conversations/ })
    .click()
  await expect(page).toHaveURL('/conversations')
  await expect(title).toHaveText('Conversations')
  await sidebar(page).getByRole('link', { name: 'Dashboard' }).click()
  await expect(page).toHaveURL('/')
  await expect(title).toHaveText('Dashboard')

  await sidebar(page).getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
})

test('a chosen theme holds from the first paint on, and nothing but the session is in local storage', async ({
  page,
}) => {
  await signIn(page, 'agent', '/applications')
  const theme = () => page.evaluate(() => document.documentElement.dataset['theme'])
  expect(await theme()).toBe('light')
  await sidebar(page).getByRole('button', { name: 'agent' }).click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  expect(await theme()).toBe('dark')
  await page.reload({ waitUntil: 'commit' })
  await expect.poll(theme).toBe('dark')
  expect(await page.evaluate(() => Object.keys(localStorage).toSorted())).toEqual([
    'refreshToken',
    'token',
    'user',
  ])
})

test('a phone has the same links at the bottom, and Logout in the account menu', async ({ page }) => {
  await signIn(page, 'agent', '/applications')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(sidebar(page)).toHaveCount(0)
  const nav = page.getByRole('navigation', { name: 'Main' })
  await nav.getByRole('link', { name: /^Conversations/ }).click()
  await expect(page).toHaveURL('/conversations')
  await nav.getByRole('button', { name: 'agent' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
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

test('[ROUTE-11 ROUTE-12] an unknown path reads "Page Not Found" and leads to the dashboard', async ({
  page,
}) => {
  await signIn(page)
  await page.goto('/no/such/page')
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  await expect(sidebar(page).getByRole('link', { name: /^Conversations/ })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Notifications/ })).toBeVisible()
  await expect(page).toHaveTitle(/Page Not Found · Parley$/)
  await page.getByRole('link', { name: 'Return to Dashboard' }).click()
  await expect(page).toHaveURL('/')
})

test('[ROUTE-11 ROUTE-12 Q-056] "Page Not Found" is open to all; its link leads on to "/login"', async ({
  page,
}) => {
  await page.goto('/no/such/page')
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  await page.getByRole('link', { name: 'Return to Dashboard' }).click()
  await expect(page).toHaveURL('/login')
})
