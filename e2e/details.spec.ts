import type { Locator, Page } from '@playwright/test'
import { newCustomer, openThread } from './harness/conversation.ts'
import { expect, test } from './harness.ts'

const status = (page: Page): Locator => page.getByRole('button', { name: /^Status: / })
const statusIs = (page: Page, word: string) => expect(status(page)).toHaveAccessibleName(`Status: ${word}`)

test('[CDET-03 Q-017] the badge opens the four statuses; the choice is stored, and colleagues see it', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { id } = await newCustomer(parley, page, ['About my status'])
  await openThread(page, id)
  const colleague = await openAs('brian')
  await openThread(colleague, id)

  await status(page).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitemradio')).toHaveText(['Active', 'Resolved', 'Dormant', 'Archived'])
  await expect(page.getByRole('menuitemradio', { name: 'Active' })).toBeChecked()
  const put = page.waitForRequest(request => request.method() === 'PUT')
  await expect(page.locator('[role=menu]:focus-within')).toBeVisible()
  // Letters with too long a pause between them are searched for one by one.
  await expect(async () => {
    await page.keyboard.type('Dor')
    const highlighted = page.getByRole('menu').locator('[data-highlighted]')
    await expect(highlighted).toHaveText('Dormant', { timeout: 1_000 })
  }).toPass()
  await page.keyboard.press('Enter')
  expect((await put).postDataJSON()).toEqual({ status: 'DORMANT', version: expect.any(Number) })
  await statusIs(page, 'Dormant')
  await expect(status(page)).toBeFocused()
  await expect(page.getByText('Sample data')).toHaveCount(0)
  await statusIs(colleague, 'Dormant')
  await page.reload()
  await statusIs(page, 'Dormant')
})
