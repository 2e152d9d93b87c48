import type { Page } from '@playwright/test'
import { expectAccessible } from './harness/accessible.ts'
import { newCustomer, openThread } from './harness/conversation.ts'
import { expect, test } from './harness.ts'

/** Does a command by its name, as who has no keys does. */
async function byPalette(page: Page, name: string): Promise<void> {
  const palette = page.getByRole('dialog', { name: 'Search or jump to' })
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(palette).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await palette.getByRole('combobox').fill(name)
  await palette.getByRole('option', { name: new RegExp(`${name}\\s*,\\s*\\w$`) }).click()
  await expect(palette).toHaveCount(0)
}

test('[Q-261] on a phone the palette assigns, raises a ticket and snoozes from the thread, with the details closed', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  await page.setViewportSize({ width: 390, height: 844 })
  const { id } = await newCustomer(parley, page, ['I write from the field'])
  await openThread(page, id)
  const details = page.getByRole('complementary', { name: 'Customer' })
  await expect(details).toHaveCount(0)

  await byPalette(page, 'Ticket')
  const ticket = page.getByRole('dialog', { name: /Ticket/ })
  await expect(ticket).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(ticket).toHaveCount(0)
  await expect(details).toHaveCount(0)

  await byPalette(page, 'Snooze')
  const snooze = page.getByRole('dialog', { name: /Snooze/ })
  await expect(snooze).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(snooze).toHaveCount(0)

  await byPalette(page, 'Assign')
  await expect(details).toBeVisible()
  const agents = page.getByRole('dialog', { name: 'Assign', exact: true })
  await expect(agents).toBeVisible()
  await expect(agents.getByRole('combobox')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(agents).toHaveCount(0)
  await expect(details.getByRole('button', { name: 'Assign' })).toBeFocused()
  // Asked for once: opened by hand they are the details and nothing else.
  await details.getByRole('button', { name: 'Close' }).click()
  await expect(details).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Show customer details' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(details).toBeVisible()
  await expect(agents).toHaveCount(0)
})
