import type { Page } from '@playwright/test'
import { newCustomer, openThread } from './harness/conversation.ts'
import { expect, test } from './harness.ts'

const grid = (page: Page) => page.getByRole('grid', { name: 'Conversations' })
const row = (page: Page, id: string) =>
  grid(page).locator('[role=row]', { has: page.locator(`a[href="/conversations/${id}"]`) })
const top = async (page: Page, id: string) => (await row(page, id).boundingBox())?.y ?? Number.NaN

/** The list as if so many conversations more stood behind those that the server has. */
async function longer(page: Page, count: number): Promise<void> {
  await page.route('**/messages/admin/conversations?*limit=100*', async route => {
    const response = await route.fetch()
    const rows = (await response.json()) as { last_activity: string }[]
    const last = rows.at(-1)
    const oldest = Date.parse(last?.last_activity ?? '')
    const more = Array.from({ length: count }, (_, n) => ({
      ...last,
      id: String(9_000_000 - n),
      last_activity: new Date(oldest - (n + 1) * 1_000).toISOString(),
    }))
    await route.fulfill({ response, json: [...rows, ...more].slice(0, 100) })
  })
}

test('[Q-102 Q-145] a next page that cannot be fetched is asked for once, says so, and comes with Retry', async ({
  openAs,
}) => {
  const page = await openAs('agent')
  await longer(page, 100)
  let asked = 0
  let isBroken = true
  await page.route('**/messages/admin/conversations?*after=*', route => {
    asked += 1
    return isBroken
      ? route.fulfill({ status: 400, json: { detail: 'Not this page' } })
      : route.fulfill({ json: [] })
  })
  await page.goto('/conversations')
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '101')
  await grid(page).locator('[role=row][data-index]').first().focus()
  await page.keyboard.press('End')
  const failed = grid(page).getByRole('alert')
  await expect(failed).toContainText('Failed to fetch conversations')
  // Every move in the list draws it again.
  for (const key of ['PageUp', 'End', 'PageUp', 'PageUp', 'End']) await page.keyboard.press(key)
  await expect(grid(page).locator('[role=row][data-index="99"]')).toBeFocused()
  await expect(failed).toBeVisible()
  expect(asked).toBe(1)

  await failed.getByRole('button', { name: 'Retry' }).click()
  await expect.poll(() => asked).toBe(2)
  await expect(failed).toBeVisible()
  await expect(page).toHaveURL('/conversations')
  isBroken = false
  await failed.getByRole('button', { name: 'Retry' }).click()
  await expect(failed).toHaveCount(0)
  await expect.poll(() => asked).toBe(3)
})

test('[CLIST-13 Q-144] rows stay under a resting pointer while others come in: a click opens the one aimed at', async ({
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
  await expect.poll(async () => (await top(page, high.id)) - (await top(page, fresh.id))).toBeLessThan(0)
  await openThread(page, high.id)
})
