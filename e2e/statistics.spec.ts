import type { Page } from '@playwright/test'
import { newCustomer, openThread, say } from './harness/conversation.ts'
import {
  barOf,
  breakCall,
  count,
  dayLabel,
  daysLater,
  downloaded,
  expectColour,
  expectTile,
  messagesOf,
  monthStart,
  panel,
  reach,
  tile,
  today,
  usersOf,
} from './harness/figures.ts'
import { ownClock, skip } from './harness/times.ts'
import { expect, test } from './harness.ts'

const percent = (part: number, whole: number, decimals: number) =>
  `${(whole === 0 ? 0 : (part / whole) * 100).toFixed(decimals)}%`

/** Requests of one call, as the page makes them. */
function watch(page: Page, path: string): string[] {
  const asked: string[] = []
  page.on('request', request => {
    const url = new URL(request.url())
    if (url.pathname.endsWith(path)) asked.push(url.search)
  })
  return asked
}

test('[DASH-23 DASH-24 UUSER-01 UUSER-02 UUSER-03 UUSER-04 UUSER-05 UUSER-06 UUSER-07 UUSER-08 UINT-01 UINT-02 UINT-03 UINT-04 UINT-05 UINT-06 UINT-07 UINT-08 UINT-09 UINT-10 API-46 Q-019 Q-020 Q-118 Q-122 Q-124 Q-147 Q-376] users: the figures of the server, by day, for the days that are applied', async ({
  openAs,
}) => {
  const page = await openAs('agent', '/')
  const users = panel(page, 'User Interaction Statistics')
  const daily = panel(page, 'Daily User Statistics')
  const asked = watch(page, '/statistics/unique-users')
  const expectFigures = async (from: string, to: string) => {
    const { summary, daily: days } = await usersOf(page, from, to)
    await expectTile(users, 'Total Unique Users', count(summary.total_unique_users))
    await expectTile(users, 'New Users', count(summary.total_new_users))
    await expectTile(
      users,
      'Bot Handling Rate',
      percent(summary.total_bot_users, summary.total_unique_users, 0),
    )
    await expectTile(users, 'Automated Interaction', count(summary.total_bot_users))
    await expectTile(users, 'Human Interaction', count(summary.total_agent_users))
    await expectTile(users, 'Mixed Interaction', count(summary.total_mixed_users))
    return days.toReversed()
  }

  await expect(users.getByLabel('From', { exact: true })).toHaveValue(monthStart())
  await expect(users.getByLabel('To', { exact: true })).toHaveValue(today())
  await expect(users.getByLabel('Include Daily Data')).toBeChecked()
  const range = `start_date=${monthStart()}&end_date=${today()}&include_daily=true`
  expect(asked.every(search => search === `?${range}`)).toBe(true)

  // Ten days on two pages, newest first.
  const from = daysLater(today(), -9)
  await users.getByLabel('From', { exact: true }).fill(from)
  await users.getByRole('button', { name: 'Apply' }).click()
  await expect(daily.getByText('Showing 1 to 5 of 10 days')).toBeVisible()
  const days = await expectFigures(from, today())
  await expect(daily.getByRole('columnheader')).toHaveText(['Date', 'Unique Users', 'New Users'])
  const rows = daily.getByRole('row').filter({ has: page.getByRole('cell') })
  await expect(rows).toHaveCount(5)
  const expectRow = async (index: number, day: (typeof days)[number] | undefined) => {
    if (day === undefined) throw new Error('The server gave too few days')
    const cells = rows.nth(index).getByRole('cell')
    await expect(cells.nth(0)).toHaveText(dayLabel(day.date))
    await expect(cells.nth(1)).toHaveText(count(day.unique_users))
    const growth = day.new_users > 0 ? `(+${percent(day.new_users, day.unique_users, 0)})` : ''
    await expect(cells.nth(2)).toHaveText(`${count(day.new_users)}${growth && `${growth} of users`}`)
    if (day.new_users > 0) await expectColour(cells.nth(2).getByText(growth), 'color', '--ok')
  }
  for (const index of [0, 1, 2, 3, 4]) await expectRow(index, days[index])
  await expect(daily.getByRole('button', { name: 'Previous' })).toBeDisabled()
  await expect(daily.getByRole('button', { name: /^Page / })).toHaveText(['1', '2'])
  await daily.getByRole('button', { name: 'Page 2' }).click()
  await expect(daily.getByText('Showing 6 to 10 of 10 days')).toBeVisible()
  await expectRow(4, days[9])
  await expect(daily.getByRole('button', { name: 'Next' })).toBeDisabled()

  // The download has every day, not only the page.
  const file = await downloaded(page, daily.getByRole('button', { name: 'Download CSV' }))
  expect(file.name).toBe(`daily-user-statistics_${from}_${today()}.csv`)
  expect(file.lines).toEqual([
    'Date,Unique Users,New Users',
    ...days.map(day => `${day.date},${day.unique_users},${day.new_users}`),
  ])

  // The chart says the same by keys.
  const chart = users.getByRole('slider')
  await chart.focus()
  await page.keyboard.press('ArrowLeft')
  const yesterday = days[1]
  const words = `${dayLabel(yesterday?.date ?? '')}: ${yesterday?.unique_users} unique, ${yesterday?.new_users} new`
  await expect(chart).toHaveAttribute('aria-valuetext', words)
  await expect(users.getByText(words)).toBeVisible()

  // Dates that are no range: no fetch, a line at the inputs, the last figures stay with their days.
  const before = asked.length
  for (const [wrong, problem] of [
    [daysLater(from, -1), 'The end date is before the start date.'],
    ['', 'Give an end date.'],
  ] as const) {
    await users.getByLabel('To', { exact: true }).fill(wrong)
    await users.getByRole('button', { name: 'Apply' }).click()
    await expect(users.getByRole('alert')).toHaveText(problem)
  }
  await expectFigures(from, today())
  expect(asked.slice(before).filter(search => !search.includes(`end_date=${today()}`))).toEqual([])

  // Days of more than one year say which; a year that was mistyped is said at the inputs, in their words.
  await users
    .getByLabel('From', { exact: true })
    .fill(`${Number(today().slice(0, 4)) - 1}${today().slice(4)}`)
  await users.getByLabel('To', { exact: true }).fill(today())
  await users.getByRole('button', { name: 'Apply' }).click()
  await expect(rows.first().getByRole('cell').first()).toHaveText(
    `${dayLabel(today())}, ${today().slice(0, 4)}`,
  )
  await daily.getByRole('button', { name: 'Last' }).click()
  await expect(rows.last().getByRole('cell').first()).toContainText(`, ${Number(today().slice(0, 4)) - 1}`)
  await users.getByLabel('From', { exact: true }).fill('0202-11-01')
  await users.getByRole('button', { name: 'Apply' }).click()
  await expect(users.getByRole('alert')).toHaveText(
    /^Daily data covers ten years at most: choose \d{4}-\d\d-\d\d or later as From, or untick 'Include Daily Data'\.$/,
  )

  // A day without anything, and another century.
  await users.getByLabel('From', { exact: true }).fill('2099-01-01')
  await users.getByLabel('To', { exact: true }).fill('2099-01-31')
  await users.getByRole('button', { name: 'Apply' }).click()
  await expect(daily.getByText('No daily data available for the selected period')).toBeVisible()
  await expectFigures('2099-01-01', '2099-01-31')
  await expectTile(users, 'Bot Handling Rate', '0%')

  await users.getByLabel('Include Daily Data').uncheck()
  await expect(daily.getByText("Enable 'Include Daily Data' to see daily statistics")).toBeVisible()
  await expect(users.getByRole('slider')).toHaveCount(0)
})

test('[DASH-30 MSTAT-01 MSTAT-02 MSTAT-03 MSTAT-04 MSTAT-05 MSTAT-06 MSTAT-07 MSTAT-08 MSTAT-09 MSTAT-10 MSTAT-11 MSTAT-12 MSTAT-13 MSTAT-14 MSTAT-15 MSTAT-16 MSTAT-17 API-47 CONST-08 Q-019 Q-021 Q-023 Q-053 Q-123 Q-147] messages: the figures of the server, by source and by day', async ({
  openAs,
}) => {
  const page = await openAs('agent', '/')
  const card = panel(page, 'Message Statistics')
  await reach(page, 'Message Statistics')
  await expect(card.getByLabel('From', { exact: true })).toHaveValue(monthStart())
  await expect(card.getByLabel('To', { exact: true })).toHaveValue(today())
  await expect(card.getByLabel('Include Daily Data')).toBeChecked()
  const from = daysLater(today(), -29)
  await card.getByLabel('From', { exact: true }).fill(from)
  await card.getByRole('button', { name: 'Apply' }).click()
  await expect(card.getByText('Page 1 of 5')).toBeVisible()

  const { summary, daily } = await messagesOf(page, from, today())
  const { total_messages: total, inbound, outbound } = summary
  await expectTile(card, 'Total Messages', count(total))
  await expectTile(card, 'Inbound Messages', count(inbound.total))
  await expect(tile(card, 'Inbound Messages')).toContainText(`${percent(inbound.total, total, 1)} of total`)
  await expectTile(card, 'Outbound Messages', count(outbound.total))
  await expect(tile(card, 'Outbound Messages')).toContainText(`${percent(outbound.total, total, 1)} of total`)
  await expectTile(card, 'Active Conversations', count(summary.active_conversations))
  await expectTile(card, 'Bot Automation Rate', `${(summary.bot_automation_rate * 100).toFixed(1)}%`)
  await expectTile(card, 'Agent Handling Rate', `${(summary.agent_handling_rate * 100).toFixed(1)}%`)
  const { BOT, AGENT } = outbound.by_source
  await expect(tile(card, 'Outbound by bot')).toContainText(`${count(BOT)}${percent(BOT, outbound.total, 1)}`)
  await expect(tile(card, 'Outbound by agent')).toContainText(
    `${count(AGENT)}${percent(AGENT, outbound.total, 1)}`,
  )
  await expect(tile(card, 'Inbound by user')).toContainText(`${count(inbound.total)}100.0%`)
  for (const [name, part, whole] of [
    ['Outbound by bot', BOT, outbound.total],
    ['Outbound by agent', AGENT, outbound.total],
    ['Inbound by user', 1, 1],
  ] as const)
    expect(await barOf(tile(card, name))).toBeCloseTo((part / whole) * 100, 0)

  const table = card.getByRole('table', { name: 'Daily messages' })
  await expect(table.getByRole('columnheader')).toHaveText([
    'Date',
    'Total Messages',
    'Inbound',
    'Outbound',
    'Bot Msgs',
    'Agent Msgs',
    'Active Convs',
    'Bot Auto %',
  ])
  const rows = table.getByRole('row').filter({ has: page.getByRole('cell') })
  await expect(rows).toHaveCount(7)
  const days = daily.toReversed()
  for (const [index, day] of days.slice(0, 7).entries()) {
    await expect(rows.nth(index).getByRole('cell')).toHaveText([
      dayLabel(day.message_date),
      ...['total_messages', 'total_inbound', 'total_outbound', 'outbound_bot', 'outbound_agent'].map(name =>
        count(day[name] ?? -1),
      ),
      count(day['active_conversations'] ?? -1),
      `${day['bot_automation_percentage']?.toFixed(1)}%`,
    ])
    expect(await barOf(rows.nth(index).getByRole('cell').last())).toBeCloseTo(
      day['bot_automation_percentage'] ?? -1,
      0,
    )
  }

  const numbers = card.getByRole('button', { name: /^Page \d/ })
  await expect(numbers).toHaveText(['1', '2', '3'])
  await expect(card.getByRole('button', { name: 'Previous' })).toBeDisabled()
  await card.getByRole('button', { name: 'Page 3' }).click()
  await expect(numbers).toHaveText(['1', '2', '3', '4', '5'])
  await expect(card.getByText('Page 3 of 5')).toBeVisible()
  await card.getByRole('button', { name: 'Next' }).click()
  await card.getByRole('button', { name: 'Next' }).click()
  await expect(card.getByText('Page 5 of 5')).toBeVisible()
  await expect(card.getByRole('button', { name: 'Next' })).toBeDisabled()
  await expect(rows).toHaveCount(2)
  await card.getByRole('button', { name: 'First' }).click()
  await expect(card.getByText('Page 1 of 5')).toBeVisible()
  await card.getByRole('button', { name: 'Last' }).click()
  await expect(card.getByText('Page 5 of 5')).toBeVisible()
  await card.getByLabel('Go to page, 1 to 5').fill('2')
  await page.keyboard.press('Enter')
  await expect(card.getByText('Page 2 of 5')).toBeVisible()
  await card.getByLabel('Go to page, 1 to 5').fill('99')
  await page.keyboard.press('Enter')
  await expect(card.getByText('Page 5 of 5')).toBeVisible()

  await card.getByRole('combobox', { name: 'Rows per page: 7' }).click()
  await expect(page.getByRole('option')).toHaveText(['5', '7', '10', '15', '30'])
  await page.getByRole('option', { name: '15' }).click()
  await expect(card.getByText('Page 1 of 2')).toBeVisible()
  await card.getByRole('button', { name: 'Next' }).click()
  await expect(card.getByText('Page 2 of 2')).toBeVisible()
  await card.getByRole('button', { name: 'Apply' }).click()
  await expect(card.getByText('Page 1 of 2')).toBeVisible()

  const file = await downloaded(page, card.getByRole('button', { name: 'Download CSV: Daily messages' }))
  expect(file.name).toBe(`daily-messages_${from}_${today()}.csv`)
  expect(file.lines).toHaveLength(31)
  expect(file.lines[1]).toMatch(new RegExp(`^${today()},${days[0]?.['total_messages']},`))

  await card.getByLabel('From', { exact: true }).fill('2099-01-01')
  await card.getByLabel('To', { exact: true }).fill('2099-01-31')
  await card.getByRole('button', { name: 'Apply' }).click()
  await expect(card.getByText('No daily data available for the selected period')).toBeVisible()
  await expect(card.getByText('Page 1 of 1')).toBeVisible()
  await expect(tile(card, 'Inbound by user')).toHaveText('Inbound by user00.0%')
  await card.getByLabel('Include Daily Data').uncheck()
  await expect(card.getByText("Enable 'Include Daily Data' to see daily statistics")).toBeVisible()
})

test('[UUSER-06 MSTAT-05 Q-013 Q-014] what customers and agents do is counted, and a figure opens the very rows that it counts', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const day = today()
  const [users, messages] = [await usersOf(page, day, day), await messagesOf(page, day, day)]
  const { phone, id } = await newCustomer(parley, page, ['One', 'Two', 'Three'])
  await openThread(page, id)
  await say(page, 'An answer')
  await phone.expectLatest(['An answer'])

  await page.goto('/')
  const card = panel(page, 'User Interaction Statistics')
  const { total_unique_users: unique, total_new_users: fresh, total_agent_users: human } = users.summary
  for (const where of [card, panel(page, 'Message Statistics')]) {
    await where.getByLabel('From', { exact: true }).fill(day)
    await where.getByRole('button', { name: 'Apply' }).click()
  }
  await expectTile(card, 'Total Unique Users', count(unique + 1))
  await expectTile(card, 'New Users', count(fresh + 1))
  await expectTile(card, 'Human Interaction', count(human + 1))
  const messageCard = panel(page, 'Message Statistics')
  await expectTile(messageCard, 'Inbound Messages', count(messages.summary.inbound.total + 3))
  await expectTile(messageCard, 'Outbound Messages', count(messages.summary.outbound.total + 1))
  await expectTile(messageCard, 'Active Conversations', count(messages.summary.active_conversations + 1))

  // What the number is, and what stands behind it.
  await tile(card, 'New Users').getByRole('button', { name: 'What is this number? New Users' }).click()
  const about = page.getByRole('dialog', { name: 'New Users' })
  await expect(about).toContainText('whose first message ever lies in the range')
  await expect(about).toContainText('Africa/Kampala time')
  await expect(about).toContainText(/at \d\d:\d\d/)
  // Just after midnight it is the day's first.
  const way = fresh === 0 ? 'See the customer' : `See the ${count(fresh + 1)} customers`
  await about.getByRole('button', { name: way, exact: true }).click()
  const counted = page.getByRole('dialog', { name: 'New Users' })
  const rows = counted.getByRole('table')
  const customers = rows.getByRole('row').filter({ has: page.getByRole('cell') })
  // Other tests of this workspace may have made more customers than a page holds.
  for (let shown = 50; shown < fresh + 1; shown += 50) {
    await expect(customers).toHaveCount(shown)
    await counted.getByRole('button', { name: 'Show more' }).click()
  }
  await expect(customers).toHaveCount(fresh + 1)
  const ours = rows
    .getByRole('row')
    .filter({ hasText: phone.number.slice(-3) })
    .first()
  await ours.getByRole('link').click()
  await expect(page).toHaveURL(`/conversations/${id}`)

  // An agent's page that stays open hears of it by itself.
  const other = await openAs('brian')
  await ownClock(other)
  await other.goto('/')
  const theirs = panel(other, 'Message Statistics')
  await reach(other, 'Message Statistics')
  await expect(tile(theirs, 'Inbound Messages').locator('b')).not.toHaveText('')
  const { summary } = await messagesOf(other, monthStart(), day)
  await expectTile(theirs, 'Inbound Messages', count(summary.inbound.total))
  await phone.say('Four')
  // Only what the page has heard of has it ask again.
  await expect(other.getByRole('table', { name: 'Recent Conversations' })).toContainText('Four')
  await skip(other, 30_000)
  await expect(tile(theirs, 'Inbound Messages').locator('b')).toHaveText(count(summary.inbound.total + 1))
})

test('[UUSER-09 UINT-11 MSTAT-18 MSTAT-19 DASH-30 ERR-24 ERR-28 Q-043 Q-044 Q-045] a panel that fails or is slow leaves the others alone, keeps its last figures and says so', async ({
  openAs,
}) => {
  const page = await openAs('agent')
  const alerts: string[] = []
  page.on('dialog', dialog => {
    alerts.push(dialog.message())
    void dialog.dismiss()
  })
  const users = panel(page, 'User Interaction Statistics')
  const daily = panel(page, 'Daily User Statistics')
  const messages = panel(page, 'Message Statistics')
  const total = tile(users, 'Total Unique Users').locator('b')
  const failed = 'Error fetching user statistics: API request failed with status 500'

  // From the first load on.
  let mend = await breakCall(page, /\/statistics\/unique-users$/, 'refused')
  await page.goto('/')
  await expect(users.getByRole('alert')).toContainText(failed)
  await expect(daily.getByRole('alert')).toContainText(failed)
  await expect(total).toHaveCount(0)
  await reach(page, 'Message Statistics')
  await expect(tile(messages, 'Total Messages').locator('b')).toHaveText(/^[\d,]+$/)
  expect(alerts).toEqual([failed])
  await mend()
  await users.getByRole('button', { name: 'Retry' }).click()
  await expect(total).toHaveText(/^[\d,]+$/)
  await expect(users.getByRole('alert')).toHaveCount(0)
  expect(alerts).toHaveLength(1)

  // Other days that fail: the last ones stay, with their dates.
  const was = await total.textContent()
  mend = await breakCall(page, /\/statistics\/unique-users$/, 'unreachable')
  await users.getByLabel('From', { exact: true }).fill('2026-01-01')
  await users.getByRole('button', { name: 'Apply' }).click()
  await expect(users.getByRole('alert')).toContainText(
    'Error fetching user statistics: The server could not be reached. Still shown:',
  )
  await expect(users.getByRole('alert')).toContainText(/, as of \d\d:\d\d\./)
  await expect(total).toHaveText(was ?? '')
  await expect(daily.getByRole('status')).toContainText('These days could not be refreshed. Still shown:')
  expect(alerts.slice(1)).toEqual(['Error fetching user statistics: The server could not be reached'])
  await mend()

  // Slow: the button says so, nobody else waits.
  mend = await breakCall(page, /\/statistics\/unique-users$/, 'held')
  await page.reload()
  await expect(users.getByRole('button', { name: 'Loading...' })).toBeVisible()
  await expect(daily.getByRole('row')).toHaveCount(6)
  await expect(daily.getByRole('rowgroup').last()).toHaveAttribute('aria-busy', 'true')
  await reach(page, 'Message Statistics')
  await expect(tile(messages, 'Total Messages').locator('b')).toHaveText(/^[\d,]+$/)
  await mend()
  await expect(users.getByRole('button', { name: 'Apply' })).toBeVisible()
  await expect(total).toHaveText(/^[\d,]+$/)

  // The message card: its own words, and a retry in place.
  mend = await breakCall(page, /\/statistics\/message-stats$/, 'held')
  await page.reload()
  // What stands above it has its height: it is brought before the eye once and stays there.
  await expect(total).toHaveText(/^[\d,]+$/)
  await reach(page, 'Message Statistics')
  await expect(messages.getByRole('table').getByRole('row')).toHaveCount(8)
  await expect(tile(messages, 'Total Messages')).toHaveAttribute('aria-busy', 'true')
  await mend()
  await reach(page, 'Message Statistics')
  await expect(tile(messages, 'Total Messages').locator('b')).toHaveText(/^[\d,]+$/)
  mend = await breakCall(page, /\/statistics\/message-stats$/, 'refused')
  await page.reload()
  await expect(total).toHaveText(/^[\d,]+$/)
  await reach(page, 'Message Statistics')
  await expect(messages.getByRole('alert')).toContainText(
    'Failed to load message statistics. Please try again later.',
  )
  await expect(messages.getByRole('alert')).toContainText('API request failed with status 500')
  await expect(total).toHaveText(/^[\d,]+$/)
  await mend()
  await messages.getByRole('button', { name: 'Retry' }).click()
  await reach(page, 'Message Statistics')
  await expect(tile(messages, 'Total Messages').locator('b')).toHaveText(/^[\d,]+$/)
  expect(alerts).toHaveLength(2)
})
