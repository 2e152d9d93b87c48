import type { Page } from '@playwright/test'

/** How many rows a console that was left open for long is measured with. */
export const heldRows = 10_000

/** Turns the list's pages until it holds so many rows, then goes back to its top. */
export async function holdRows(page: Page): Promise<void> {
  const grid = page.getByRole('grid', { name: 'Conversations' })
  await grid.locator('[role=row][data-index]').first().waitFor()
  for (let turn = 0; turn < 400; turn += 1) {
    const held = Number(await grid.getAttribute('aria-rowcount')) - 1
    if (held >= heldRows) {
      await grid.evaluate(element => element.scrollTo(0, 0))
      return
    }
    await grid.evaluate(element => element.scrollTo(0, element.scrollHeight))
    await page.waitForTimeout(100)
  }
  throw new Error(`The list does not come to hold ${heldRows} rows`)
}
