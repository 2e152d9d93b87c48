import { expect, type Locator, type Page } from '@playwright/test'

/** The selector above the thread. */
export const issueBar = (page: Page): Locator => page.getByRole('region', { name: 'Current issue' })

/** The button that opens the list of issues; its name contains the selected issue. */
export const issueSelector = (page: Page): Locator =>
  issueBar(page).getByRole('button', { name: /^Current issue: / })

/** Raises an issue from the selector with the keyboard alone. The new issue becomes the selected one. */
export async function raiseIssue(page: Page, title: string, category = 'Payments'): Promise<void> {
  await issueSelector(page).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitemradio', { name: 'No issue selected' })).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'New issue' })
  await dialog.getByLabel('Title').focus()
  await page.keyboard.type(title)
  await dialog.getByRole('combobox', { name: 'Category' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('listbox').locator(':focus')).toHaveRole('option')
  // Letters with too long a pause between them are searched for one by one.
  await expect(async () => {
    await page.keyboard.type(category.slice(0, 4))
    await expect(page.getByRole('listbox').locator(':focus')).toContainText(category, { timeout: 1_000 })
  }).toPass()
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Create issue' }).focus()
  await page.keyboard.press('Enter')
}
