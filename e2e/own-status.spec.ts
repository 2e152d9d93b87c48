import type { Page } from '@playwright/test'
import { expectAccessible } from './harness/accessible.ts'
import { signIn } from './harness/sign-in.ts'
import { expect, testAlone as test } from './harness.ts'

const account = (page: Page) =>
  page.getByRole('complementary', { name: 'Sidebar' }).locator('[aria-haspopup=menu]')
const topBar = (page: Page) => page.getByRole('banner')
const back = (page: Page) => topBar(page).getByRole('button', { name: 'Back to Available' })

test('[Q-235] a break with its reason stands on two devices at once, over a reload and for a supervisor, and ends by a press', async ({
  openAs,
  browser,
  parley,
}) => {
  const brian = await openAs('brian', '/conversations')
  const carol = await openAs('carol')
  const context = await browser.newContext({ baseURL: parley.url })
  const second = await context.newPage()
  await signIn(second, 'brian', '/')
  await expect(account(second)).toContainText('Available')

  await account(brian).click()
  await brian.getByRole('menuitem', { name: 'On a break…' }).click()
  const dialog = brian.getByRole('dialog', { name: 'On a break' })
  await dialog.getByLabel('Reason (visible to your team)').fill('Lunch')
  await dialog.getByRole('radio', { name: 'For 30 minutes' }).check()
  await dialog.getByRole('button', { name: 'Set status' }).click()
  for (const page of [brian, second]) {
    await expect(topBar(page)).toContainText(/You are on a break.*Lunch, (29|30) min left/s)
    await expect(account(page)).toContainText('On a break')
  }
  await second.reload()
  await expect(topBar(second)).toContainText(/Lunch, (29|30) min left/)
  await carol.goto('/people')
  const row = carol.getByRole('row').filter({ hasText: 'brian@parley.example' })
  await expect(row).toContainText(/On a break.*Lunch, (29|30) min left/s)
  await expectAccessible(carol)

  // On one of the two the time is over by then, which is told there alone.
  const over = (page: Page) => page.getByText('You are available again')
  await brian.clock.setSystemTime(Date.now() + 31 * 60_000)
  await Promise.all([expect(over(brian)).toBeVisible(), back(second).click()])
  for (const page of [brian, second]) {
    await expect(back(page)).toHaveCount(0)
    await expect(account(page)).toContainText('Available')
  }
  await expect(over(second)).toHaveCount(0)
  await context.close()
})
