import type { Page } from '@playwright/test'
import { expect, signIn, test } from './harness.ts'

interface Row {
  readonly user: { readonly name: string | null; readonly phone_number: string }
  readonly last_message: { readonly content: string } | null
}

const grid = (page: Page) => page.getByRole('grid', { name: 'Conversations' })
const rows = (page: Page) => grid(page).locator('[role=row][data-index]')
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search conversations' })

/** What the server says, asked with the page's own session. */
function served(page: Page, query = ''): Promise<{ rows: Row[]; counts: Record<string, number> }> {
  return page.evaluate(async asked => {
    const answer = await fetch(`/api/v1/messages/admin/conversations?limit=500${asked}`, {
      headers: { authorization: `Bearer ${localStorage.getItem('token')}` },
    })
    return { rows: await answer.json(), counts: JSON.parse(answer.headers.get('Parley-Counts') ?? '{}') }
  }, query)
}

test.beforeEach(async ({ page }) => {
  await signIn(page)
  await page.goto('/conversations')
})

test('[CLIST-20 CLIST-21 Q-102] search finds names and words without case, and numbers; the caret stays', async ({
  page,
}) => {
  await expect(rows(page).first()).toBeVisible()
  const one = (await served(page)).rows.find(
    row => row.user.name !== null && (row.last_message?.content.length ?? 0) > 12,
  )
  const words = one?.last_message?.content.slice(0, 12) ?? ''
  const name = one?.user.name ?? ''
  for (const typed of [
    name.toUpperCase(),
    name.toLowerCase(),
    words.toUpperCase(),
    one?.user.phone_number.slice(-6) ?? '',
  ]) {
    await search(page).fill('')
    await search(page).pressSequentially(typed, { delay: 5 })
    await expect(rows(page).filter({ hasText: name }).first()).toBeVisible()
    const { counts } = await served(page, `&search=${encodeURIComponent(typed)}`)
    const found = Object.values(counts).reduce((sum, count) => sum + count, 0)
    await expect(grid(page)).toHaveAttribute('aria-rowcount', String(found + 1))
    await expect(search(page)).toBeFocused()
  }
})

test('[CLIST-04 ERR-03 ERR-22 Q-001] when the list never came, samples stand in: marked, not counted, not openable', async ({
  page,
}) => {
  await page.route('**/messages/**', route => route.abort())
  await page.reload()
  const banner = page.getByRole('alert')
  await expect(banner).toContainText('Failed to fetch conversations')
  await expect(banner).toContainText('Showing sample conversations, not real customers')
  for (const row of await rows(page).all()) await expect(row).toContainText('Sample')
  await expect(page.getByRole('tab').first()).toHaveText('All')
  await expect(rows(page).first().getByRole('link')).toHaveCount(0)
  await rows(page).first().getByRole('gridcell').nth(1).click({ force: true })
  await expect(page).toHaveURL(/\/conversations$/)
  await page.unroute('**/messages/**')
  await banner.getByRole('button', { name: 'Try again' }).click()
  await expect(banner).toHaveCount(0)
  await expect(page.getByText('Sample', { exact: true })).toHaveCount(0)
})
