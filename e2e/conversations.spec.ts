import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './harness/accessible.ts'
import { expect, signIn, test } from './harness.ts'

interface Row {
  readonly id: string
  readonly user: { readonly name: string | null; readonly phone_number: string }
  readonly agent: { readonly id: string; readonly name: string } | null
  readonly status: string
  readonly last_message: { readonly content: string } | null
  readonly ticket: { readonly id: string; readonly ticket_number: string | null } | null
  readonly last_activity: string
  readonly unread_count: number
}

const listCall = '**/messages/admin/conversations?*'
const grid = (page: Page) => page.getByRole('grid', { name: 'Conversations' })
const rows = (page: Page) => grid(page).locator('[role=row][data-index]')
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search conversations' })
const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) })

/** What the server says, asked with the page's own session. */
function served(
  page: Page,
  query = '',
): Promise<{ rows: Row[]; counts: Record<string, number>; agentId: string }> {
  return page.evaluate(async asked => {
    const answer = await fetch(`/api/v1/messages/admin/conversations?limit=500${asked}`, {
      headers: { authorization: `Bearer ${localStorage.getItem('token')}` },
    })
    const user: { id: string } = JSON.parse(localStorage.getItem('user') ?? '{}')
    return {
      rows: await answer.json(),
      counts: JSON.parse(answer.headers.get('Parley-Counts') ?? '{}'),
      agentId: user.id,
    }
  }, query)
}

const cell = (row: Locator, column: number) => row.getByRole('gridcell').nth(column)
/** Of a list of so many that is not scrolled: the first page of them, and the header. */
const rowCountOf = (count: number) => String(Math.min(count, 100) + 1)
/** The day in the zone that the browser is set to. */
const dayOf = (at: Date) => at.toLocaleDateString('en-CA', { timeZone: 'Africa/Kampala' })
const nameOf = (row: Row) => row.user.name ?? `Customer (${row.user.phone_number})`
const digits = (text: string | null) => (text ?? '').replaceAll(/[^\d+]/g, '')

test.beforeEach(async ({ page }) => {
  await signIn(page)
  await page.goto('/conversations')
})

test('[CLIST-01 CLIST-02 CLIST-03 CLIST-05 CLIST-06 CLIST-07 CLIST-08 CLIST-09 CLIST-10 CLIST-11 CLIST-12 CLIST-13 CLIST-14 CLIST-15 CLIST-16 Q-061 Q-063 Q-101] the list is what the server holds: the unread total, the columns in their order, rows newest first, times by their age, tabs by status; Refresh fetches it again', async ({
  page,
}) => {
  await expect(rows(page).first()).toBeVisible()
  const { rows: truth, counts, agentId } = await served(page)
  const total = truth.reduce((sum, row) => sum + row.unread_count, 0)
  expect(total).toBeGreaterThan(0)
  await expect(page.getByRole('banner')).toContainText(total > 99 ? '99+' : String(total))
  await expect(page.getByRole('banner').getByRole('heading')).toHaveText('Conversations')

  await expect(grid(page).getByRole('columnheader')).toHaveText([
    'Customer',
    'Last Message',
    'Status',
    'Assigned',
    'Ticket No.',
    'Time',
    'Actions',
  ])

  for (const [index, one] of truth.slice(0, 8).entries()) {
    const row = rows(page).nth(index)
    await expect(cell(row, 0)).toContainText(nameOf(one))
    expect(digits(await cell(row, 0).innerText())).toContain(digits(one.user.phone_number))
    if (one.unread_count > 0) await expect(cell(row, 0)).toContainText(`${one.unread_count} unread messages`)
    if (one.last_message === null) await expect(cell(row, 1)).toHaveText('No messages yet')
    else await expect(cell(row, 1)).toContainText(one.last_message.content.split(/\s+/)[0] ?? '')
    await expect(cell(row, 2)).toHaveText(new RegExp(`^${one.status}$`, 'i'))
    const holder = one.agent?.id === agentId ? 'you' : one.agent?.name
    await expect(cell(row, 3)).toHaveText(one.agent === null ? 'Unassigned' : `Assigned${holder}`)
    const ticket = one.ticket === null ? 'None' : (one.ticket.ticket_number ?? `T-${one.ticket.id}`)
    await expect(cell(row, 4)).toHaveText(ticket)
    const view = row.getByRole('link', { name: 'View' })
    await expect(view).toHaveText('View')
    await expect(view).toHaveAttribute('href', `/conversations/${one.id}`)
  }

  const now = Date.now()
  const seen = new Set<string>()
  for (const [index, one] of truth.slice(0, 10).entries()) {
    const at = new Date(one.last_activity)
    const today = dayOf(at) === dayOf(new Date(now))
    const kind = today ? 'clock' : now - at.getTime() < 7 * 86_400_000 ? 'weekday' : 'date'
    seen.add(kind)
    const pattern = {
      clock: /^\d\d:\d\d$/,
      weekday: /^(Sun|Mon|Tue|Wed|Thu|Fri|Sat)$/,
      date: /^[A-Z][a-z]{2} \d{1,2}$/,
    }
    const time = cell(rows(page).nth(index), 5).locator('time')
    await expect(time).toHaveText(pattern[kind])
    await expect(time).toHaveAttribute('title', new RegExp(String(at.getFullYear())))
  }
  expect(seen.size).toBeGreaterThan(0)

  // The tabs filter, and say how many there are; All clears the filter.
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  await expect(page.getByRole('tab')).toHaveText([
    `All${all}`,
    `Active${counts['ACTIVE'] ?? 0}`,
    `Resolved${counts['RESOLVED'] ?? 0}`,
    `Dormant${counts['DORMANT'] ?? 0}`,
  ])
  for (const status of ['Active', 'Resolved', 'Dormant']) {
    await tab(page, status).click()
    await expect(grid(page)).toHaveAttribute('aria-rowcount', rowCountOf(counts[status.toUpperCase()] ?? 0))
    const shown = () =>
      rows(page).evaluateAll(all => all.map(row => row.querySelectorAll('[role=gridcell]')[2]?.textContent))
    await expect.poll(async () => [...new Set(await shown())]).toEqual([status])
  }
  await tab(page, 'All').click()
  await expect(grid(page)).toHaveAttribute('aria-rowcount', rowCountOf(all))
  await expect(page).toHaveURL(/\/conversations$/)

  await expect(search(page)).toHaveAttribute('placeholder', 'Search conversations...')
  const again = page.waitForResponse(listCall)
  await page.getByRole('button', { name: 'Refresh' }).click()
  expect((await again).status()).toBe(200)
})

test('[CLIST-05 Q-064] the tabs and More add up to All, by pointer and by keys', async ({ page }) => {
  await expect(rows(page).first()).toBeVisible()
  const { counts } = await served(page)
  const of = (status: string) => counts[status] ?? 0
  const more = page.getByRole('button', { name: /^(More|Archived|Transferred)/ })
  await expect(more).toHaveText(`More${of('ARCHIVED') + of('TRANSFERRED')}`)
  // The menu's code comes with the first press, and the focus goes back to where that was.
  await more.press('Enter')
  await expect(page.getByRole('menuitemradio', { name: 'Archived' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(more).toBeFocused()
  await more.click()
  await page.getByRole('menuitemradio', { name: 'Archived' }).click()
  await expect(page).toHaveURL(/\?status=archived$/)
  await expect(grid(page)).toHaveAttribute('aria-rowcount', String(of('ARCHIVED') + 1))
  await expect(more).toHaveText(`Archived${of('ARCHIVED')}`)
  await expect(page.getByRole('tab', { selected: true })).toHaveCount(0)

  await more.press('Enter')
  await page.keyboard.press('Escape')
  await expect(more).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(tab(page, 'All')).toBeFocused()
  for (const [key, status] of [
    ['ArrowRight', 'All'],
    ['ArrowRight', 'Active'],
    ['End', 'Dormant'],
    ['ArrowRight', 'All'],
    ['ArrowLeft', 'Dormant'],
    ['Home', 'All'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(tab(page, status)).toBeFocused()
    await expect(tab(page, status)).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('tabpanel')).toHaveAccessibleName(new RegExp(`^${status}`))
  }
})

test('[CLIST-06 CLIST-19] All clears a filter that no tab shows; open issues are asked of the server', async ({
  page,
}) => {
  await page.goto('/conversations?status=archived&assignee=none')
  await tab(page, 'All').click()
  await expect(page).toHaveURL(/\/conversations$/)
  const asked = page.waitForRequest(request => request.url().includes('has_open_issues=true'))
  const open = page.getByRole('checkbox', { name: 'Open issues' })
  await open.click()
  expect((await (await asked).response())?.status()).toBe(200)
  await expect(page).toHaveURL(/\?issues=open$/)
  await expect(open).toBeChecked()
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

test('[CLIST-02] typing is debounced: the letters of a word are not searched for', async ({ page }) => {
  await expect(rows(page).first()).toBeVisible()
  const searched = new Set<string | null>()
  page.on('request', request => {
    const url = new URL(request.url())
    if (url.searchParams.has('search') && url.pathname.endsWith('/conversations')) {
      searched.add(url.searchParams.get('search'))
    }
  })
  const answered = page.waitForResponse(/search=premium/)
  await search(page).pressSequentially('premium', { delay: 30 })
  await answered
  expect([...searched]).toEqual(['premium'])
})

test('[CLIST-02] what is typed stays in the search box while the list takes it up', async ({ page }) => {
  await search(page).fill('claim')
  await expect(page).toHaveURL(/search=claim$/)
  await search(page).evaluate(box => {
    const stood: string[] = []
    Object.assign(window, { stood })
    // A value that React sets is also written to the attribute.
    new MutationObserver(() => stood.push(box.getAttribute('value') ?? '')).observe(box, {
      attributeFilter: ['value'],
    })
  })
  await search(page).fill('premium')
  await expect(page).toHaveURL(/search=premium$/)
  await expect(search(page)).toHaveValue('premium')
  expect(await page.evaluate(() => Reflect.get(window, 'stood') as string[])).toEqual(['premium'])

  // What the address says otherwise is shown: a link to the whole list empties the box.
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Conversations/ })
    .click()
  await expect(search(page)).toHaveValue('')
  await page.goBack()
  await expect(search(page)).toHaveValue('premium')
})

test('[CLIST-17 CLIST-18] nothing found reads so, and Escape in the search box brings the list back', async ({
  page,
}) => {
  await search(page).fill('no customer is called this')
  await expect(page.getByText('No conversations found')).toBeVisible()
  await expect(page.getByText('Try adjusting your filters')).toBeVisible()
  await search(page).press('Escape')
  await expect(rows(page).first()).toBeVisible()
})

test('[CLIST-13 ROUTE-05] the View link, a press on the row and Enter open the conversation; Back returns', async ({
  page,
}) => {
  await expect(rows(page).first()).toBeVisible()
  const [first, second] = (await served(page)).rows
  await rows(page).first().getByRole('link', { name: 'View' }).click()
  await expect(page).toHaveURL(`/conversations/${first?.id}`)
  await page.goBack()
  await cell(rows(page).nth(1), 1).click()
  await expect(page).toHaveURL(`/conversations/${second?.id}`)
  await page.goBack()
  await rows(page).first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(rows(page).nth(1)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/conversations/${second?.id}`)
})

test('[CDET-11 CLIST-13 ROUTE-05] who opens a row by keyboard writes at once, and comes back to that row', async ({
  page,
}) => {
  await rows(page).first().focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  const row = rows(page).nth(2)
  const name = await cell(row, 0).innerText()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused()
  await page.goBack()
  await expect(row).toBeFocused()
  await expect(cell(row, 0)).toHaveText(name, { useInnerText: true })
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Back to list' }).press('Enter')
  await expect(row).toBeFocused()
  const item = (name: RegExp) => page.getByRole('navigation').getByRole('link', { name })
  await item(/^Dashboard/).press('Enter')
  await item(/^Conversations/).press('Enter')
  await expect(rows(page).first()).toBeVisible()
  await expect(item(/^Conversations/)).toBeFocused()
})

test('[CDET-11] on a phone, whose keyboard would rise, the heading has the focus, and on coming back the row', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const [first] = (await served(page)).rows
  await rows(page).first().click()
  await expect(page.getByRole('heading', { name: nameOf(first as Row) })).toBeFocused()
  await page.goBack()
  await expect(rows(page).first()).toBeFocused()
})

test('[CLIST-02] on a phone the search box has room for its words', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const box = page.getByPlaceholder('Search conversations...')
  await expect(box).toBeVisible()
  const { x, width } = (await box.boundingBox()) ?? { x: 0, width: 0 }
  expect(width).toBeGreaterThan(140)
  expect(x + width).toBeLessThanOrEqual(390)
})

test('[CLIST-07] a row that leaves the list under the focus gives it to the row that takes its place', async ({
  page,
}) => {
  await expect(rows(page).first()).toBeVisible()
  const all = (await served(page)).rows
  let without = ''
  await page.route(listCall, async route => {
    const answer = await route.fetch()
    const rest = ((await answer.json()) as Row[]).filter(row => row.id !== without)
    await route.fulfill({ response: answer, json: rest })
  })
  await rows(page).first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(rows(page).nth(1)).toBeFocused()
  without = all[1]?.id ?? ''
  // By script, since a press would move the focus.
  await page
    .getByRole('button', { name: /^Refresh/ })
    .evaluate(button => button.dispatchEvent(new MouseEvent('click', { bubbles: true })))
  await expect(rows(page).nth(1)).toContainText(nameOf(all[2] as Row))
  await expect(rows(page).nth(1)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(rows(page).nth(2)).toBeFocused()
})

test('[CLIST-07] End, Home and the arrows move over the rows, and few of them are in the page', async ({
  page,
}) => {
  await expect(rows(page).first()).toBeVisible()
  const last = (await served(page)).rows.length - 1
  await rows(page).first().focus()
  await page.keyboard.press('End')
  const end = grid(page).locator(`[data-index="${last}"]`)
  await expect(end).toBeFocused()
  await expect(end).toBeInViewport()
  await page.keyboard.press('ArrowUp')
  await expect(grid(page).locator(`[data-index="${last - 1}"]`)).toBeFocused()
  expect(await rows(page).count()).toBeLessThanOrEqual(60)
  await page.keyboard.press('Home')
  await expect(grid(page).locator('[data-index="0"]')).toBeFocused()
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
  await cell(rows(page).first(), 1).click({ force: true })
  await expect(page).toHaveURL(/\/conversations$/)
  await page.unroute('**/messages/**')
  await banner.getByRole('button', { name: 'Try again' }).click()
  await expect(banner).toHaveCount(0)
  await expect(page.getByText('Sample', { exact: true })).toHaveCount(0)
})

test('[CLIST-04 ERR-22 Q-001 Q-040] a list that was loaded stays, with its age, when fetching it again fails', async ({
  page,
}) => {
  await expect(rows(page).first()).toBeVisible()
  const name = await cell(rows(page).first(), 0).innerText()
  await page.route(listCall, route => route.abort())
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByRole('alert')).toHaveText(
    /Failed to fetch conversations\. Showing the list as of \d\d:\d\d/,
  )
  expect(await cell(rows(page).first(), 0).innerText()).toBe(name)
})

test('[ERR-03 Q-001 Q-250] where a list was loaded no invented customer stands in, for a tab or a search that was not', async ({
  page,
}) => {
  await expect(rows(page).first()).toBeVisible()
  const { rows: all } = await served(page)
  const dormant = all.filter(({ status }) => status === 'DORMANT')
  expect(dormant.length).toBeGreaterThan(0)
  await page.route(listCall, route => route.abort())
  await tab(page, 'Dormant').click()
  await expect(page.getByRole('alert')).toContainText(/Showing the list as of \d\d:\d\d/)
  await expect(rows(page).first()).toContainText(nameOf(dormant[0] as Row))
  await expect(page.getByText('Sample', { exact: true })).toHaveCount(0)
  // Nor where one comes to it from another screen.
  await page.getByRole('navigation').getByRole('link', { name: 'Dashboard' }).click()
  await expect(page).toHaveURL('/')
  await page.goBack()
  await expect(page.getByRole('alert')).toContainText(/Showing the list as of \d\d:\d\d/)
  await expect(rows(page).first()).toContainText(nameOf(dormant[0] as Row))
  await expect(page.getByText('Sample', { exact: true })).toHaveCount(0)
  // Dimmed, and readable all the same.
  const colour = () => cell(rows(page).first(), 0).evaluate(one => getComputedStyle(one).color)
  const dim = await colour()
  await expectAccessible(page)
  // Nothing that was loaded has this: that says nothing of what there is.
  await search(page).fill('nobody has this name')
  await expect(page.getByText('Not loaded', { exact: true })).toBeVisible()
  await expect(page.getByText('No conversations found')).toHaveCount(0)
  await expect(page.getByText('Sample', { exact: true })).toHaveCount(0)
  await page.unroute(listCall)
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('No conversations found')).toBeVisible()
  await search(page).fill('')
  await expect(rows(page).first()).toContainText(nameOf(dormant[0] as Row))
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect(await colour()).not.toBe(dim)
})

test('[CLIST-01 ERR-09 ERR-20 Q-005] unread counts that cannot be fetched are zeros, marked as not current', async ({
  page,
}) => {
  const logged: string[] = []
  page.on('console', message => logged.push(message.text()))
  await page.route('**/unread-stats', route => route.abort())
  await page.reload()
  await expect(page.getByRole('banner').getByTitle('0 unread messages, not current')).toBeVisible()
  expect(logged.some(text => text.startsWith('Failed to fetch unread statistics'))).toBe(true)
})

test('[CLIST-08] on a phone each conversation is a card of two lines', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(rows(page).first()).toBeVisible()
  const [first] = (await served(page)).rows
  await expect(rows(page).first()).toContainText(first ? nameOf(first) : '')
  expect(digits(await rows(page).first().innerText())).toContain(digits(first?.user.phone_number ?? ''))
  const box = await rows(page).first().boundingBox()
  expect(box?.width).toBeLessThanOrEqual(390)
  await expect(rows(page).first().getByRole('gridcell')).toHaveCount(1)
})
