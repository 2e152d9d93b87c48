import type { Page } from '@playwright/test'
import { expectAccessible } from './harness/accessible.ts'
import { newCustomer, openThread } from './harness/conversation.ts'
import { signIn } from './harness/sign-in.ts'
import { ownClock, skip } from './harness/times.ts'
import { expect, testAlone as test } from './harness.ts'

const account = (page: Page) =>
  page.getByRole('complementary', { name: 'Sidebar' }).locator('[aria-haspopup=menu]')
const topBar = (page: Page) => page.getByRole('banner')
const back = (page: Page) => topBar(page).getByRole('button', { name: 'Back to Available' })
const entry = (page: Page, name: RegExp) => page.getByRole('menuitem', { name })

async function choose(page: Page, status: string): Promise<void> {
  await account(page).click()
  await page.getByRole('menuitem', { name: status }).click()
}

test('[Q-235] a break with its reason stands everywhere at once, over a reload and on two devices, and ends by a press', async ({
  openAs,
  browser,
  parley,
}) => {
  const brian = await openAs('brian', '/conversations')
  const amina = await openAs('agent')
  const { id } = await newCustomer(parley, amina, ['Who looks after me?'])
  await openThread(amina, id)
  const context = await browser.newContext({ baseURL: parley.url })
  const second = await context.newPage()
  await signIn(second, 'brian', '/')
  await expect(account(second)).toContainText('Available')

  await choose(brian, 'On a break…')
  const dialog = brian.getByRole('dialog', { name: 'On a break' })
  await expect(dialog).toContainText('What you have stays yours')
  await expectAccessible(brian)
  await dialog.getByRole('button', { name: 'Lunch' }).click()
  await expect(dialog.getByLabel('Reason (visible to your team)')).toHaveValue('Lunch')
  await dialog.getByRole('radio', { name: 'For 30 minutes' }).check()
  await dialog.getByRole('button', { name: 'Set status' }).click()
  await expect(dialog).toHaveCount(0)
  for (const page of [brian, second]) {
    await expect(topBar(page).getByRole('status').filter({ hasText: /./ })).toHaveText('You are on a break')
    await expect(topBar(page)).toContainText(/Lunch, (29|30) min left/)
    await expect(account(page)).toContainText('On a break')
  }
  await expectAccessible(brian)
  await second.reload()
  await expect(topBar(second)).toContainText(/Lunch, (29|30) min left/)
  await expect(second.getByRole('region', { name: 'Your Status' })).toContainText(
    'You are on a break: no new conversations are offered to you',
  )

  // A colleague who would give them something is told before.
  await amina.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(entry(amina, /^Brian.*Lunch, (29|30) min left.*On a break(?!.*Available)/)).toBeVisible()
  await expectAccessible(amina)
  await entry(amina, /^Brian/).click()
  const modal = amina.getByRole('dialog', { name: 'New Assignment' })
  await expect(modal).toContainText(
    /Brian Odongo is On a break · Lunch, (29|30) min left\. The customer may wait/,
  )
  await modal.getByRole('button', { name: 'Cancel' }).click()

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

test('[Q-235] the palette sets it too, with words of one’s own; a supervisor sees why; a failure says so', async ({
  openAs,
  pageErrors,
}) => {
  pageErrors.allow(/500/)
  const [brian, carol] = [await openAs('brian', '/conversations'), await openAs('carol')]
  await ownClock(carol)
  await carol.goto('/people')
  const palette = async (words: string) => {
    const list = brian.getByRole('dialog', { name: 'Search or jump to' })
    // The code that hears keys comes a moment after the page.
    await expect(async () => {
      await brian.keyboard.press('Control+k')
      await expect(list).toBeVisible({ timeout: 1_000 })
    }).toPass()
    await list.getByRole('combobox').fill(words)
    await list.getByRole('option', { name: `Status: ${words}` }).click()
  }
  await palette('Busy')
  const dialog = brian.getByRole('dialog', { name: 'Busy' })
  await dialog.getByLabel('Reason (visible to your team)').fill('Monthly figures for the trustees')
  await brian.route('**/account/status', route => route.fulfill({ status: 500, body: '' }))
  await dialog.getByRole('button', { name: 'Set status' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Failed to set your status')
  await expect(dialog.getByLabel('Reason (visible to your team)')).toHaveValue(
    'Monthly figures for the trustees',
  )
  await brian.unroute('**/account/status')
  await dialog.getByRole('button', { name: 'Set status' }).click()
  await expect(topBar(brian).getByRole('status').filter({ hasText: /./ })).toHaveText('You are busy')

  const row = carol.getByRole('row').filter({ hasText: 'brian@parley.example' })
  // Accounts are asked for again every 15 s.
  await skip(carol, 15_000)
  await expect(row).toContainText(/Busy.*Monthly figures for the trustees, (just now|for)/s)
  await expectAccessible(carol)

  await brian.route('**/account/status', route => route.fulfill({ status: 500, body: '' }))
  await back(brian).click()
  await expect(brian.getByText(/Failed to set your status/)).toBeVisible()
  await expect(back(brian)).toBeVisible()
  await brian.unroute('**/account/status')
  await brian.setViewportSize({ width: 390, height: 844 })
  await expect(back(brian)).toBeVisible()
  expect(await brian.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await expectAccessible(brian)
  await brian.setViewportSize({ width: 1366, height: 768 })
  await palette('Available')
  await expect(back(brian)).toHaveCount(0)
  await expect(account(brian)).toContainText('Available')
})
