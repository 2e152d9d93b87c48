import { startParley } from './harness/parley.ts'
import { expect, signIn, test } from './harness.ts'

/** With little more than one page of rows it runs among the short tests. */
const forms = [
  { count: 130, tag: [] },
  { count: 1_100, tag: ['@long'] },
]

for (const { count, tag } of forms)
  test(`[CLIST-07 Q-102] all of ${count} conversations are reached by scrolling, with at most 60 rows in the page`, {
    tag,
  }, async ({ browser, pageErrors }) => {
    const parley = await startParley({ env: { DEMO_CONVERSATIONS: String(count) } })
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
        await expect(grid).toHaveAttribute('aria-rowcount', String(count + 1), { timeout: 1000 })
      }).toPass()
      await page.keyboard.press('End')
      await expect(grid.locator(`[data-index="${count - 1}"]`)).toBeFocused()
      expect(await rows.count()).toBeLessThanOrEqual(60)
      const idsOnTheWay = () =>
        page.evaluate(async () => {
          const seen = new Set<string>()
          const box = document.querySelector('[role=grid]')
          for (let top = 0; box !== null && top < box.scrollHeight; top += 400) {
            box.scrollTop = top
            await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))
            for (const link of box.querySelectorAll('a')) seen.add(link.pathname)
          }
          return seen.size
        })
      // Rows may be drawn later than two frames after the scroll.
      await expect.poll(idsOnTheWay).toBe(count)
      await context.close()
    } finally {
      await parley.stop()
    }
  })
