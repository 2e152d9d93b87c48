import { expectAccessible } from './harness/accessible.ts'
import { newCustomer, openThread } from './harness/conversation.ts'
import { call, raise } from './harness/ticket.ts'
import { expect, signIn, test } from './harness.ts'

const hours = [
  ['morning', 9],
  ['morning', 11],
  ['afternoon', 12],
  ['afternoon', 16],
  ['evening', 17],
  ['evening', 23],
  ['morning', 0],
] as const

test('[DASH-01 DASH-02 DASH-03] the greeting has the name and goes by the browser’s clock and zone', async ({
  page,
}) => {
  await signIn(page, 'agent', '/applications')
  const link = (name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name })
  const today = new Date().toISOString().slice(0, 10)
  for (const [part, hour] of hours) {
    // The configured zone is three hours ahead of UTC all year.
    await page.clock.setFixedTime(`${today}T${String(hour).padStart(2, '0')}:30:00+03:00`)
    await link('Dashboard').click()
    await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(`Good ${part}, agent`)
    await link('IPP Applications').click()
    await expect(page.getByRole('heading', { name: 'IPP Applications', level: 1 })).toBeVisible()
  }
  // Left open over night and looked at again: neither the greeting nor the day is yesterday's.
  await page.clock.setFixedTime('2026-03-04T19:30:00+03:00')
  await link('Dashboard').click()
  const greeting = page.getByRole('heading', { level: 2 }).first()
  await expect(greeting).toHaveText('Good evening, agent')
  await expect(page.getByText('Wed, Mar 4. Figures in')).toBeVisible()
  await page.clock.setFixedTime('2026-03-05T08:30:00+03:00')
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(greeting).toHaveText('Good morning, agent')
  await expect(page.getByText('Thu, Mar 5. Figures in')).toBeVisible()
})

test('[DASH-04] with no user name the greeting uses the word "Agent"', async ({ page }) => {
  await signIn(page)
  await page.evaluate(() => {
    const user: object = JSON.parse(localStorage.getItem('user') ?? '{}')
    localStorage.setItem('user', JSON.stringify({ ...user, name: '' }))
  })
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(
    /^Good (morning|afternoon|evening), Agent$/,
  )
})

test('[ROUTE-03 DASH-17 DASH-18 DASH-19 DASH-20 DASH-21] Recent Conversations shows the first five, as the server holds them', async ({
  page,
}) => {
  await signIn(page, 'agent', '/')
  const table = page.getByRole('table', { name: 'Recent Conversations' })
  const rows = table.getByRole('row').filter({ has: page.getByRole('link') })
  await expect(rows).toHaveCount(5)
  for (const name of ['Customer', 'Last Message', 'Status', 'Unread', 'Time']) {
    const heading = await table.getByRole('columnheader', { name, exact: true }).boundingBox()
    expect({ name, isSeen: (heading?.width ?? 0) > 20 }).toEqual({ name, isSeen: true })
  }
  const truth = await page.evaluate(async () => {
    const answer = await fetch('/api/v1/messages/admin/conversations?limit=5', {
      headers: { authorization: `Bearer ${localStorage.getItem('token')}` },
    })
    const rows: {
      id: string
      user: { name: string | null; phone_number: string }
      status: string
      unread_count: number
      last_message: { content: string; source: 'CUSTOMER' | 'BOT' | 'SYSTEM' | 'AGENT' } | null
    }[] = await answer.json()
    return rows
  })
  for (const [index, one] of truth.entries()) {
    const cells = rows.nth(index).getByRole('cell')
    await expect(cells.nth(0).getByRole('link')).toHaveText(
      one.user.name ?? `Customer (${one.user.phone_number})`,
    )
    expect((await cells.nth(0).innerText()).replaceAll(' ', '')).toContain(one.user.phone_number)
    const words = Array.from((one.last_message?.content ?? '').replaceAll(/\s+/g, ' ').trim())
    const shown = words.length > 30 ? `${words.slice(0, 30).join('')}…` : words.join('')
    const exactly = shown.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
    const writers = {
      CUSTOMER: '',
      BOT: 'Bot: ?',
      SYSTEM: 'Automatic notice: ?',
      AGENT: '(You|[A-Z][^:]+): ?',
    }
    const who = writers[one.last_message?.source ?? 'CUSTOMER']
    if (shown !== '') await expect(cells.nth(1)).toHaveText(new RegExp(`^${who}${exactly}$`))
    await expect(cells.nth(2)).toHaveText(new RegExp(`^${one.status}$`, 'i'))
    await expect(cells.nth(3)).toHaveText(one.unread_count > 0 ? `${one.unread_count} unread messages` : '')
    await expect(cells.nth(4)).toHaveText(/^(\d\d:\d\d|Sun|Mon|Tue|Wed|Thu|Fri|Sat|[A-Z][a-z]{2} \d{1,2})$/)
  }
  await rows.first().getByRole('link').click()
  await expect(page).toHaveURL(`/conversations/${truth[0]?.id}`)
  await page.goBack()
  await page.getByRole('link', { name: 'View All' }).click()
  await expect(page).toHaveURL('/conversations')
})

test('[DASH-22 CONV-01] a status has its colour: green, blue, grey, lighter grey and yellow', async ({
  page,
}) => {
  const statuses = ['ACTIVE', 'RESOLVED', 'DORMANT', 'ARCHIVED', 'TRANSFERRED']
  await signIn(page)
  // No call sets TRANSFERRED, so the answer is changed on its way.
  await page.route('**/messages/admin/conversations?*', async route => {
    const answer = await route.fetch()
    const rows = (await answer.json()) as { status: string }[]
    const json = rows.map((row, index) => ({ ...row, status: statuses[index] ?? row.status }))
    await route.fulfill({ response: answer, json })
  })
  await page.goto('/')
  const table = page.getByRole('table', { name: 'Recent Conversations' })
  const colours: Record<string, { lightness: number; chroma: number; hue: number }> = {}
  for (const status of statuses) {
    const badge = table.getByText(new RegExp(`^${status}$`, 'i'))
    const dot = await badge.first().evaluate(element => getComputedStyle(element, '::before').backgroundColor)
    const [lightness = 0, chroma = 0, hue = 0] = (/oklch\((.*)\)/.exec(dot)?.[1] ?? '').split(' ').map(Number)
    colours[status] = { lightness, chroma, hue }
  }
  const within = (low: number, high: number) => ({ asymmetricMatch: (x: number) => x >= low && x <= high })
  expect(colours).toEqual({
    ACTIVE: { lightness: within(0.4, 0.8), chroma: within(0.08, 0.3), hue: within(130, 170) },
    RESOLVED: { lightness: within(0.4, 0.8), chroma: within(0.08, 0.3), hue: within(240, 270) },
    DORMANT: { lightness: within(0.4, 0.8), chroma: within(0, 0.03), hue: within(0, 360) },
    ARCHIVED: { lightness: within(0.82, 0.99), chroma: within(0, 0.03), hue: within(0, 360) },
    TRANSFERRED: { lightness: within(0.6, 0.9), chroma: within(0.08, 0.3), hue: within(60, 100) },
  })
})

test('[Q-251] what waits for me stands under the greeting, follows what happens, and each of it is a press away', async ({
  openAs,
  parley,
}) => {
  const [page, brian] = [await openAs('agent', '/'), await openAs('brian')]
  const me = await page.evaluate(
    () => (JSON.parse(localStorage.getItem('user') ?? '{}') as { id: string }).id,
  )
  const strip = page.getByRole('region', { name: 'What waits for you' })
  const count = (name: string) => strip.getByRole('listitem').filter({ hasText: name }).locator('b')
  await expect(count('Open tickets')).toHaveText(/^\d+$/)
  const before = {
    tickets: Number(await count('Open tickets').innerText()),
    unread: Number(await count('Unread').innerText()),
    back: Number(await count('Back today').innerText()),
    reminders: Number(await count('Reminders today').innerText()),
  }
  const box = await strip.boundingBox()
  expect(box?.height).toBeLessThanOrEqual(120)
  const tiles = await page.getByRole('region', { name: 'Key figures' }).boundingBox()
  expect(box?.y ?? 0).toBeLessThan(tiles?.y ?? 0)

  // Offered: it stands first, with the time left, and is answered from here.
  const { id, phone } = await newCustomer(parley, brian, ['Who is next?'])
  await call(brian, 'POST', `assignments/conversation/${id}/assign`, { agent_id: me })
  const card = page.getByRole('dialog', { name: 'New Assignment' })
  await card.getByRole('button', { name: 'Maybe Later' }).click()
  const offer = strip.getByRole('button', { name: /^Offered to you/ })
  await expect(offer).toContainText(/[1-5]:\d\d left/)
  await expectAccessible(page)
  await offer.click()
  await expect(card).toContainText(id)
  await call(page, 'POST', `handoff/accept/${id}`, {})
  await expect(card).toHaveCount(0)
  await expect(offer).toHaveCount(0)
  await expect(count('Unread')).toHaveText(String(before.unread + 1))

  await raise(brian, id)
  await expect(count('Open tickets')).toHaveText(String(before.tickets + 1))
  const putOff = (ms: number) =>
    call(page, 'PUT', `conversations/${id}/snooze`, { until: new Date(Date.now() + ms).toISOString() })
  await putOff(30_000)
  await expect(count('Back today')).toHaveText(String(before.back + 1))
  await putOff(1_000)
  await expect(count('Back today')).toHaveText(String(before.back))

  // A promise leads to its message.
  const [message] = (
    await call<{ messages: { id: string }[] }>(page, 'GET', `messages/admin/conversation/${id}/history`)
  ).messages
  const due = new Date(Date.now() + 1_000).toISOString()
  await call(page, 'PUT', `messages/${message?.id}/reminder`, { due_at: due })
  await expect(count('Reminders today')).toHaveText(String(before.reminders + 1))
  await strip.getByRole('link', { name: /Reminders today/ }).click()
  await expect(page).toHaveURL(/\/conversations\/\d+(\?message=\d+)?$/)
  await page.goBack()

  // Who is first leads to them; whoever was answered is not first.
  const first = strip.getByRole('link', { name: /is first/ })
  await expect(first).toContainText(/has just written|waits \d+ [mhd]/)
  await first.click()
  await expect(page).toHaveURL(/\/conversations\/\d+$/)
  // What is seen is not unread any more; the one that was first may have been seen too.
  const seen = page.waitForResponse(response => response.url().endsWith(`/${id}/mark-seen`))
  await openThread(page, id)
  await seen
  await page.goto('/')
  const unread = () => count('Unread').innerText().then(Number)
  await expect.poll(unread).toBeLessThanOrEqual(before.unread)
  const left = await unread()
  for (const [name, url] of [
    ['Unread', '/queue?view=mine'],
    ['Closing soon', '/queue?view=closing'],
    ['Open tickets', '/tickets'],
    ['Back today', '/queue?view=snoozed'],
  ] as const) {
    await strip.getByRole('link', { name }).click()
    await expect(page).toHaveURL(url)
    await page.goto('/')
  }
  await phone.say('One more')
  await expect(count('Unread')).toHaveText(String(left + 1))
})

test('[Q-251] what waits for me cannot be asked for: dashes and words, and Retry', async ({
  openAs,
  pageErrors,
}) => {
  pageErrors.allow(/503|Failed to load resource/)
  const page = await openAs('agent', '/tickets')
  await page.route('**/api/v1/work/next*', route => route.fulfill({ status: 503, body: '' }))
  await page.goto('/')
  const strip = page.getByRole('region', { name: 'What waits for you' })
  await expect(strip).toContainText('What waits for you could not be loaded')
  await expect(strip.getByRole('listitem').first().locator('b')).toHaveText('–')
  await page.unroute('**/api/v1/work/next*')
  await strip.getByRole('button', { name: 'Retry' }).click()
  await expect(strip.getByRole('listitem').first().locator('b')).toHaveText(/^\d+$/)
  await expect(strip.getByRole('button', { name: 'Retry' })).toHaveCount(0)
})

/** What every page asks for, and again by itself. */
const ofTheShell = new Set([
  'agent-profiles/available',
  'handoff/notifications/poll',
  'messages/agent/unread-stats',
  'capabilities',
  'auth/socket-ticket',
  'message-drafts',
])

test('[Q-251 Q-160] the dashboard opens with at most six calls beside the shell’s', async ({ openAs }) => {
  const page = await openAs('agent', '/tickets')
  const asked: string[] = []
  page.on('request', request => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/v1/')) asked.push(pathname.replace('/api/v1/', ''))
  })
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('region', { name: 'What waits for you' }).locator('b').first()).toHaveText(
    /^\d+$/,
  )
  await page.waitForLoadState('networkidle')
  const own = asked.filter(path => !ofTheShell.has(path))
  expect(own).toContain('work/next')
  expect(own.length, own.join('\n')).toBeLessThanOrEqual(6)
})
