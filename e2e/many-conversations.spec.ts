import { startParley } from './harness/parley.ts'
import { expect, signIn, test } from './harness.ts'

const COUNT = 1_100

test('[CLIST-07 Q-102] all of 1,100 conversations are reached by scrolling, with at most 60 rows in the page', async ({
  browser,
  pageErrors,
}) => {
  const parley = await startParley({ env: { DEMO_CONVERSATIONS: String(COUNT) } })
  try {
    const context = await browser.newContext({ baseURL: parley.url })
    pageErrors.watch(context)
    const page = await context.newPage()
    await signIn(page, 'agent', '/')
    await page.getByRole('link', { name: 'View All' }).click()
    const grid = page.getByRole('grid', { name: 'Conversations' })
    const rows = grid.locator('[role=row][data-index]')
    await expect(grid).toHaveAttribute('aria-rowcount', '101')
    await rows.first().focus()
    await expect(async () => {
      await page.keyboard.press('End')
      await expect(grid).toHaveAttribute('aria-rowcount', String(COUNT + 1), { timeout: 1000 })
    }).toPass()
    await page.keyboard.press('End')
    await expect(grid.locator(`[data-index="${COUNT - 1}"]`)).toBeFocused()
    expect(await rows.count()).toBeLessThanOrEqual(60)
    const ids = await page.evaluate(async () => {
      const seen = new Set<string>()
      const box = document.querySelector('[role=grid]')
      for (let top = 0; box !== null && top < box.scrollHeight; top += 400) {
        box.scrollTop = top
        await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))
        for (const link of box.querySelectorAll('a')) seen.add(link.pathname)
      }
      return seen.size
    })
    expect(ids).toBe(COUNT)
    await context.close()
  } finally {
    await parley.stop()
  }
})
