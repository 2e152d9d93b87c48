import type { Page } from '@playwright/test'
import { newCustomer, openThread } from './harness/conversation.ts'
import { startParley } from './harness/parley.ts'
import { expect, signIn, test } from './harness.ts'

const grid = (page: Page) => page.getByRole('grid', { name: 'Conversations' })
const row = (page: Page, id: string) =>
  grid(page).locator('[role=row]', { has: page.locator(`a[href="/conversations/${id}"]`) })
const top = async (page: Page, id: string) => (await row(page, id).boundingBox())?.y ?? Number.NaN

test('[Q-102] a next page that cannot be fetched is asked for once, says so, and comes with Retry', async ({
  browser,
  pageErrors,
}) => {
  test.setTimeout(180_000)
  const parley = await startParley({ env: { DEMO_CONVERSATIONS: '620' } })
  try {
    const context = await browser.newContext({ baseURL: parley.url })
    pageErrors.watch(context)
    const page = await context.newPage()
    await signIn(page, 'agent', '/conversations')
    await expect(grid(page)).toHaveAttribute('aria-rowcount', '501')
    let asked = 0
    const nextPage = '**/messages/admin/conversations?*after=*'
    await page.route(nextPage, route => {
      asked += 1
      return route.fulfill({ status: 400, json: { detail: 'Not this page' } })
    })
    await grid(page).locator('[data-index]').first().focus()
    await page.keyboard.press('End')
    const failed = grid(page).getByRole('alert')
    await expect(failed).toContainText('Failed to fetch conversations')
    // Every move in the list draws it again.
    for (const key of ['PageUp', 'End', 'PageUp', 'PageUp', 'End']) await page.keyboard.press(key)
    await expect(grid(page).locator('[data-index="499"]')).toBeFocused()
    await expect(failed).toBeVisible()
    expect(asked).toBe(1)

    await failed.getByRole('button', { name: 'Retry' }).click()
    await expect.poll(() => asked).toBe(2)
    await expect(failed).toBeVisible()
    await page.unroute(nextPage)
    await failed.getByRole('button', { name: 'Retry' }).click()
    await expect(failed).toHaveCount(0)
    await expect(grid(page)).toHaveAttribute('aria-rowcount', '621')
    await context.close()
  } finally {
    await parley.stop()
  }
})

test('[CLIST-07 CLIST-13] rows stay under a resting pointer while others come in: a click opens the one aimed at', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const low = await newCustomer(parley, page, ['I wrote first'])
  const aimed = await newCustomer(parley, page, ['I am aimed at'])
  const high = await newCustomer(parley, page, ['I wrote last'])
  await page.goto('/conversations')
  await row(page, aimed.id).hover()
  const before = await top(page, aimed.id)
  expect(await top(page, high.id)).toBeLessThan(before)
  expect(await top(page, low.id)).toBeGreaterThan(before)

  await low.phone.say('And again')
  const fresh = await newCustomer(parley, page, ['I am new'])
  const changed = page.getByRole('button', { name: 'Show changes' })
  await expect(changed).toBeVisible()
  // What a row says is new at once; where it stands is not.
  await expect(row(page, low.id)).toContainText('And again')
  expect(await top(page, aimed.id)).toBe(before)
  await page.mouse.down()
  await page.mouse.up()
  await expect(page).toHaveURL(`/conversations/${aimed.id}`)

  // Away from the list the newest order shows.
  await page.goto('/conversations')
  await row(page, aimed.id).hover()
  await high.phone.say('Now me')
  await expect(changed).toBeVisible()
  await page.getByRole('banner').hover()
  await expect(changed).toHaveCount(0)
  expect(await top(page, high.id)).toBeLessThan(await top(page, fresh.id))
  await openThread(page, high.id)
})
