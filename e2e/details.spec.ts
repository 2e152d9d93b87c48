import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './harness/accessible.ts'
import { messageOf, newCustomer, openThread } from './harness/conversation.ts'
import { expect, test } from './harness.ts'

const status = (page: Page): Locator => page.getByRole('button', { name: /^Status: / })
const statusIs = (page: Page, word: string) => expect(status(page)).toHaveAccessibleName(`Status: ${word}`)

const tagEditor = (page: Page): Locator => page.getByRole('form', { name: 'Edit tags' })
/** Beside a queue they stand in the customer's panel. */
const tagsOf = (page: Page) => page.getByRole('region', { name: 'Tags' })
const newTag = (page: Page): Locator => tagEditor(page).getByRole('combobox', { name: 'New tag' })

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

test('[CDET-04] tags are added and taken away, by keyboard too, and colleagues see them', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  await page.goto('/conversations')
  const { id } = await newCustomer(parley, page, ['About my tags'])
  await page.getByRole('grid').getByText('About my tags').click()
  await expect(messageOf(page, 'About my tags')).toBeVisible()
  const colleague = await openAs('brian')
  await openThread(colleague, id)

  const opener = page.getByRole('button', { name: 'Edit tags' })
  await opener.focus()
  await page.keyboard.press('Enter')
  await expect(newTag(page)).toBeFocused()
  // Tags of the loaded list are offered.
  await expect(tagEditor(page).locator('option', { hasText: /^payments$/ })).toHaveCount(1)
  for (const tag of ['late claim', 'follow up', 'third']) {
    await page.keyboard.type(tag)
    await page.keyboard.press('Enter')
  }
  await expect(tagsOf(colleague)).toContainText(/late claim\s*follow up\s*third/)
  await page.keyboard.press('Backspace')
  await expect(tagsOf(colleague).getByText('third')).toHaveCount(0)
  await tagEditor(page).getByRole('button', { name: 'Remove tag late claim' }).click()
  await expect(tagsOf(colleague).getByText('late claim')).toHaveCount(0)
  await expect(newTag(page)).toBeFocused()

  await newTag(page).fill('follow up')
  await expect(page.getByRole('alert')).toHaveText('"follow up" is on this conversation already')
  await newTag(page).fill('x'.repeat(41))
  await expect(page.getByRole('alert')).toHaveText('A tag has at most 40 characters; this has 41. Shorten it')
  await page.keyboard.press('Enter')
  await expect(newTag(page)).toHaveValue('x'.repeat(41))
  await expectAccessible(page)
  await newTag(page).fill('')
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
  await expect(tagsOf(page).getByText('follow up', { exact: true })).toBeVisible()
})
