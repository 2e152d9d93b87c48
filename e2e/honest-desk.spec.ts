import { openThread, rowsOf } from './harness/conversation.ts'
import { expectKept } from './harness/device.ts'
import { expect, test } from './harness.ts'

test('[Q-152] code of a screen that does not come fails no screen: a reload is offered, for a new version by that name', async ({
  openAs,
  pageErrors,
}) => {
  pageErrors.allow(/404|Failed to load resource/)
  const page = await openAs('agent')
  const [row] = await rowsOf(page, 'Nakato Prossy')
  const box = page.getByRole('textbox', { name: 'Message' })
  await openThread(page, row?.id ?? '')
  await box.fill('Half a sentence')
  await expectKept(page, 'Half a sentence')
  for (const words of ['A part of this page could not be loaded', 'A new version is ready']) {
    // Searched for: others who wrote meanwhile would push the row out of the window.
    await page.goto('/conversations?search=Nakato+Prossy')
    await expect(page.locator(`a[href="/conversations/${row?.id}"]`).first()).toBeVisible()
    await page.route('**/assets/**', route => route.fulfill({ status: 404, body: '' }))
    if (words.includes('new version')) {
      const body = '<script type="module" src="/assets/next.js"></script>'
      await page.route(
        url => url.pathname === '/',
        route => route.fulfill({ contentType: 'text/html', body }),
      )
    }
    await page.locator(`a[href="/conversations/${row?.id}"]`).first().click()
    await expect(page.getByText(`${words}. What you have written is kept`)).toBeVisible()
    await expect(page.getByText('Something went wrong')).toHaveCount(0)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.getByRole('button', { name: 'Reload' }).click()
    await expect(page.getByRole('heading', { name: 'Nakato Prossy' })).toBeVisible()
    await expect(page.getByText(words)).toHaveCount(0)
    await expect(box).toHaveValue('Half a sentence')
  }
})

test('[Q-152] a screen whose style does not come is shown once that is there', async ({
  openAs,
  pageErrors,
}) => {
  pageErrors.allow(/Failed to load resource|Unable to preload CSS/)
  const page = await openAs('agent')
  await page.goto('/dashboard')
  let refused = 0
  await page.route('**/assets/TicketsPage-*.css', route => {
    refused += 1
    return refused <= 2 ? route.fulfill({ status: 503, body: '' }) : route.continue()
  })
  await page.getByRole('link', { name: 'Tickets' }).click()
  await expect(page.getByRole('group', { name: 'Filters' })).toBeVisible()
  expect(refused).toBe(3)
  const sheets = await page.evaluate(() =>
    [...document.styleSheets].map(({ href }) => href ?? '').filter(href => href.includes('TicketsPage')),
  )
  expect(sheets).toHaveLength(1)
})
