import type { Page } from '@playwright/test'
import { expectNoViolation } from './harness/accessible.ts'
import { newCustomer, openThread, say } from './harness/conversation.ts'
import {
  breakCall,
  count,
  dashboardOf,
  duration,
  expectColour,
  expectTile,
  panel,
  reach,
  tile,
} from './harness/figures.ts'
import { call, raise } from './harness/ticket.ts'
import { ownClock, skip } from './harness/times.ts'
import { expect, signIn, test } from './harness.ts'

const tenths = (value: number | null, unit: string) =>
  value === null
    ? '–'
    : `${value.toLocaleString('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 })}${unit}`

const handledToday = (conversations: number): string =>
  `You've handled ${conversations} ${conversations === 1 ? 'conversation' : 'conversations'} today`

/** The tiles at the top. */
const key = (page: Page) => page.getByRole('region', { name: 'Key figures' })

/** What a page shows there it has heard of: it will ask for its figures again. */
const recent = (page: Page) => page.getByRole('table', { name: 'Recent Conversations' })

interface Profile {
  readonly id: string
  readonly name: string
  readonly is_online: boolean
  readonly current_workload: number
  readonly max_capacity: number
}

test('[DASH-05 DASH-06 DASH-07 DASH-08 DASH-09 DASH-10 DASH-11 DASH-12 DASH-13 DASH-14 DASH-15 DASH-16 DASH-25 DASH-26 DASH-27 GEN-10 DATA-26 CARD-01 CARD-02 Q-009 Q-010 Q-012 Q-013 Q-014 Q-060] the headline is what the server measures, and moves with the work', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  await ownClock(page)
  await page.goto('/')
  const status = page.getByRole('region', { name: 'Your Status' })
  const shift = page.getByRole('region', { name: 'Shift Overview' })
  const week = panel(page, 'Performance Metrics')
  const expectHeadline = async () => {
    const figures = await dashboardOf(page)
    await expectTile(key(page), 'Pending Conversations', count(figures.pending_conversations.current ?? -1))
    await expectTile(key(page), 'Active Conversations', count(figures.active_conversations.current ?? -1))
    const response = duration(figures.week_response_time.current)
    await expectTile(key(page), 'Waiting Now', count(figures.waiting_now.current ?? -1))
    const rate = tenths(figures.week_resolution_rate.current, '%')
    await expect(tile(key(page), 'Avg. Response Time').locator('b')).toHaveText(response)
    await expectTile(key(page), 'Resolution Rate', rate)
    await expect(shift).toContainText(handledToday(figures.handled_today))
    await expect(week.getByRole('term')).toHaveText([
      'Response Time',
      'Resolution Rate',
      'Customer Satisfaction',
      'Conversations',
    ])
    const lines = week.getByRole('definition')
    await expect(lines.nth(0)).toHaveText(response)
    await expect(lines.nth(2)).toHaveText(rate)
    await expect(lines.nth(4)).toHaveText(tenths(figures.week_satisfaction.current, ' of 5'))
    await expect(lines.nth(6)).toHaveText(count(figures.week_conversations.current ?? -1))
    const { current, previous } = figures.week_response_time
    if (current !== null && previous !== null && previous !== 0) {
      const change = ((current - previous) / previous) * 100
      const words = `${change < 0 ? 'down' : 'up'} ${Math.abs(change).toFixed(1)}% against last week, ${change < 0 ? 'better' : 'worse'}`
      await expect(lines.nth(1)).toContainText(words)
      const trend = tile(key(page), 'Avg. Response Time').getByTitle(words)
      await expect(trend).toContainText(`${change < 0 ? '▼' : '▲'} ${Math.abs(change).toFixed(1)}%`)
      await expectColour(trend, 'color', change < 0 ? '--ok' : '--danger')
      await expectColour(lines.nth(1).getByTitle(words), 'color', change < 0 ? '--ok' : '--danger')
    }
    return figures
  }
  await expect(status).toContainText('Online - Available for new conversations')
  await expect(status.getByRole('status')).toHaveCount(0)
  await expect(page.getByText('Figures in Africa/Kampala time.')).toBeVisible()
  const before = await expectHeadline()

  // Who is there, against the team as the server has it.
  const team = await call<Profile[]>(page, 'GET', 'agent-profiles/available')
  const online = team.filter(agent => agent.is_online)
  const availability = page.getByRole('region', { name: 'Agent Availability' })
  await expect(availability.getByRole('term')).toHaveText(['Available Agents', 'With Capacity', 'Overloaded'])
  await expect(availability.getByRole('definition')).toHaveText([
    String(online.length),
    String(online.filter(agent => agent.current_workload < agent.max_capacity).length),
    String(team.filter(agent => agent.current_workload >= agent.max_capacity).length),
  ])

  // A conversation answered that nobody has, a ticket raised and resolved.
  const me = online.find(agent => agent.name.startsWith('Amina'))
  const { phone, id } = await newCustomer(parley, page, ['Good morning'])
  await openThread(page, id)
  await say(page, 'Good morning to you')
  await phone.expectLatest(['Good morning to you'])
  const ticket = await raise(page, id)
  await call(page, 'PUT', `tickets/${ticket.id}`, { status: 'RESOLVED', agent_notes: 'Matched.' })
  await page.goto('/')
  await expect(shift).toContainText(handledToday(before.handled_today + 1))
  const after = await expectHeadline()
  expect(after.week_conversations.current).toBe((before.week_conversations.current ?? 0) + 1)
  expect(after.active_conversations.current).toBe((before.active_conversations.current ?? 0) + 1)
  expect(after.week_resolution_rate.current).not.toBe(before.week_resolution_rate.current)

  // An open page hears of it by itself: another customer, unread.
  await newCustomer(parley, page, ['Anybody there?'])
  await expect(recent(page)).toContainText('Anybody there?')
  await skip(page, 10_000)
  await expectTile(key(page), 'Pending Conversations', count((after.pending_conversations.current ?? 0) + 1))

  // What the number is, by keyboard alone; the rows are those that it counts.
  const button = tile(key(page), 'Pending Conversations').getByRole('button')
  await button.focus()
  await page.keyboard.press('Enter')
  const about = page.getByRole('dialog', { name: 'Pending Conversations' })
  await expect(about).toContainText('Conversations with messages that you have not read.')
  await expectNoViolation(page)
  const see = about.getByRole('button', { name: /^See the \d+ conversations$/ })
  const counted = Number(/\d+/.exec(await see.innerText())?.[0])
  await see.focus()
  await page.keyboard.press('Enter')
  const rows = page.getByRole('dialog', { name: 'Pending Conversations' }).getByRole('table')
  await expect(rows.getByRole('row').filter({ has: page.getByRole('cell') })).toHaveCount(counted)
  await expectNoViolation(page)
  await page.keyboard.press('Escape')
  await expect(rows).toHaveCount(0)

  const loaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Refresh Data', exact: true }).click()
  await loaded
  await expectHeadline()

  // What is shown in words is true: away for the server, a second line says so.
  await call(page, 'PATCH', `agent-profiles/${me?.id}/status`, { status: 'AWAY' })
  await expect(status.getByRole('status')).toContainText('The server has you as offline')
  await expect(status).toContainText('Online - Available for new conversations')
  await call(page, 'PATCH', `agent-profiles/${me?.id}/status`, { status: 'AVAILABLE' })
  await expect(status.getByRole('status')).toHaveCount(0)
})

test('[DASH-08 DASH-30 ERR-11 ERR-27 Q-006 Q-009 Q-043] headline figures that fail are dashes, and say so beside them', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const logged: string[] = []
  page.on('console', message => message.type() === 'warning' && logged.push(message.text()))
  const isLogged = (start: string) => logged.some(text => text.startsWith(start))
  const availability = page.getByRole('region', { name: 'Agent Availability' })
  const mendFigures = await breakCall(page, /\/dashboard$/, 'refused')
  const mendAgents = await breakCall(page, /\/agent-profiles\/available$/, 'refused')
  await page.goto('/')
  await expect(availability.getByRole('alert')).toHaveText('Agent availability could not be loaded')
  await expect(availability.getByRole('definition')).toHaveText(['–', '–', '–'])
  expect(isLogged('Failed to fetch agents')).toBe(true)
  expect(isLogged('Statistics could not be fetched: API request failed with status 500')).toBe(true)
  await expectTile(key(page), 'Pending Conversations', '–')
  await expectTile(key(page), 'Resolution Rate', '–')
  const note = page.getByRole('alert').filter({ hasText: "The dashboard's figures could not be loaded" })
  await expect(note).toContainText('API request failed with status 500')
  await expect(panel(page, 'Performance Metrics').getByRole('alert')).toContainText('could not be loaded')
  await reach(page, 'Message Statistics')
  await expect(panel(page, 'Message Statistics').getByRole('table')).toBeVisible()
  await expect(recent(page)).toBeVisible()
  await mendFigures()
  await mendAgents()
  await note.getByRole('button', { name: 'Retry' }).click()
  await expect(tile(key(page), 'Pending Conversations').locator('b')).toHaveText(/^\d+$/)
  await expect(note).toHaveCount(0)

  // Slow: the places are kept.
  const was = await tile(key(page), 'Resolution Rate').locator('b').innerText()
  const letGo = await breakCall(page, /\/dashboard$/, 'held')
  await ownClock(page)
  await page.reload()
  await expect(tile(key(page), 'Resolution Rate')).toHaveAttribute('aria-busy', 'true')
  await letGo()
  await expect(tile(key(page), 'Resolution Rate').locator('b')).toHaveText(was)

  // A quiet refetch that fails, after a customer wrote: the last figures stay, and nothing is alerted.
  const alerts: string[] = []
  page.on('dialog', dialog => {
    alerts.push(dialog.message())
    void dialog.dismiss()
  })
  const users = panel(page, 'User Interaction Statistics')
  await expect(users.getByRole('button', { name: 'Apply' })).toBeVisible()
  await breakCall(page, /\/(dashboard|unique-users)$/, 'refused')
  await newCustomer(parley, page, ['Is it refused?'])
  await expect(recent(page)).toContainText('Is it refused?')
  await skip(page, 30_000)
  await expect(page.getByRole('alert').filter({ hasText: 'could not be refreshed' }).first()).toContainText(
    'The last ones are still shown.',
  )
  await expect(tile(key(page), 'Resolution Rate').locator('b')).toHaveText(was)
  await expect(users.getByRole('alert')).toContainText('Still shown:')
  await expect(tile(users, 'Total Unique Users').locator('b')).toHaveText(/^\d+$/)
  expect(alerts).toEqual([])
})

test('[CARD-01 CARD-02 DASH-16 DASH-25 DASH-27 DASH-30 Q-148] cards have a title, a value, an icon, words and a trend in its colour; panels are titled; what was 0 last week is said to be', async ({
  openAs,
}) => {
  const page = await openAs('agent')
  const figures = await dashboardOf(page)
  const answer = {
    ...figures,
    pending_conversations: { current: 12, previous: null },
    waiting_now: { current: 3, previous: null },
    longest_wait: { current: 3_263.5, previous: null },
    waits: [],
    week_response_time: { current: 4, previous: 5 },
    week_resolution_rate: { current: 40, previous: 50 },
    week_satisfaction: { current: 4.5, previous: null },
    week_conversations: { current: 7, previous: 0 },
  }
  await page.route(/\/api\/v1\/dashboard$/, route => route.fulfill({ json: answer }))
  await page.goto('/')
  const response = tile(key(page), 'Avg. Response Time')
  const rate = tile(key(page), 'Resolution Rate')
  await expect(response.locator('b')).toHaveText('4.0 min')
  await expect(response).toContainText('wait for an agent, this week')
  for (const [name, value] of [
    ['Pending Conversations', '12'],
    ['Waiting Now', '3'],
    ['Longest Wait', '2 d 6 h'],
  ] as const) {
    await expectTile(key(page), name, value)
    await expect(tile(key(page), name).locator('svg').first()).toBeVisible()
    await expect(tile(key(page), name).getByTitle(/against/)).toHaveCount(0)
  }
  await expectColour(response.getByTitle('down 20.0% against last week, better'), 'color', '--ok')
  await expectColour(rate.getByTitle('down 20.0% against last week, worse'), 'color', '--danger')
  await expect(rate.getByTitle(/down/)).toContainText('▼ 20.0%')
  const week = panel(page, 'Performance Metrics')
  await expect(week.getByRole('heading', { name: 'Performance Metrics', level: 2 })).toBeVisible()
  const lines = week.getByRole('definition')
  await expect(lines).toHaveText([
    '4.0 min',
    /down 20.0% against last week, better$/,
    '40.0%',
    /down 20.0% against last week, worse$/,
    '4.5 of 5',
    'not measured last week',
    '7',
    '0 last week',
  ])
  await expectColour(lines.nth(1).getByTitle(/better/), 'color', '--ok')
  await expectColour(lines.nth(3).getByTitle(/worse/), 'color', '--danger')
})

test('[Q-135] who waits is told in the first row and by agent, and opens the very conversations', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { phone } = await newCustomer(parley, page, ['Is anybody there?'])
  await page.goto('/')
  const figures = await dashboardOf(page)
  const nobody = figures.waits.find(({ agent_id }) => agent_id === null)
  await expectTile(key(page), 'Waiting Now', count(figures.waiting_now.current ?? -1))
  await expect(tile(key(page), 'Longest Wait').locator('b')).toHaveText(
    /^(\d+\.\d min|\d+ h( \d+ min)?|\d+ d( \d+ h)?)$/,
  )
  const row = page
    .getByRole('table', { name: 'Waiting by Agent' })
    .getByRole('row')
    .filter({ hasText: 'Nobody yet' })
  await expect(row.getByRole('cell').nth(1)).toHaveText(count(nobody?.waiting ?? -1))
  await row.getByRole('cell').nth(1).getByRole('button').click()
  await page.getByRole('button', { name: /^See the / }).click()
  const rows = page
    .getByRole('dialog')
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
  await expect(rows).toHaveCount(Math.min(50, nobody?.waiting ?? -1))
  // The longest wait comes first, so who has just written comes last.
  await expect(rows.last()).toContainText(phone.number.slice(-3))
})

test('[DASH-30 Q-148] opening the dashboard asks for what is seen, and each figure once', async ({
  openAs,
}) => {
  const page = await openAs('agent', '/conversations')
  const asked: string[] = []
  page.on('request', request => {
    const { pathname } = new URL(request.url())
    if (/^\/api\/v1\/(dashboard|statistics|performance|monitor|reports)\b/.test(pathname))
      asked.push(pathname)
  })
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click()
  await expect(tile(key(page), 'Pending Conversations').locator('b')).toHaveText(/^\d+$/)
  await expect(
    tile(panel(page, 'User Interaction Statistics'), 'Total Unique Users').locator('b'),
  ).toHaveText(/^[\d,]+$/)
  await page.waitForLoadState('networkidle')
  expect(asked.toSorted()).toEqual(['/api/v1/dashboard', '/api/v1/statistics/unique-users'])
  for (const title of ['Message Statistics', 'Customer Service Metrics', 'Workload Distribution'] as const)
    await reach(page, title)
  await expect(tile(panel(page, 'Workload Distribution'), 'Total Agents').locator('b')).toHaveText(/^\d+$/)
  await page.waitForLoadState('networkidle')
  expect(new Set(asked).size).toBe(7)
  expect(asked).toHaveLength(7)
})

for (const [width, height] of [
  [1366, 768],
  [390, 844],
] as const) {
  test(`[DASH-23 DASH-24 DASH-28 DASH-29] the dashboard fits ${width} pixels, and keys and screen readers reach all of it`, async ({
    browser,
    baseURL,
    pageErrors,
  }) => {
    const context = await browser.newContext({
      baseURL: baseURL ?? '',
      viewport: { width, height },
    })
    pageErrors.watch(context)
    const page = await context.newPage()
    await signIn(page, 'agent', '/')
    await reach(page, 'Message Statistics')
    await expect(panel(page, 'Message Statistics').getByRole('slider')).toBeVisible()
    await reach(page, 'Customer Service Metrics')
    await reach(page, 'Workload Distribution')
    await expect(tile(panel(page, 'Workload Distribution'), 'Total Agents').locator('b')).toBeVisible()
    await expect(tile(key(page), 'Pending Conversations').locator('b')).toBeVisible()
    const sideways = await page.evaluate(() =>
      [document.documentElement, ...document.querySelectorAll('main, section')]
        .filter(box => box.scrollWidth > box.clientWidth + 1)
        .map(box => `${box.tagName} ${box.getAttribute('aria-label') ?? box.textContent}`),
    )
    expect(sideways, 'boxes that are wider than their place').toEqual([])
    await context.close()
  })
}
