import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openConsole, setTime } from '../../../test/console.tsx'
import type { Asked, FakeApi, ReplyOf } from '../../../test/fake-api.ts'
import {
  downloaded,
  expectColour,
  expectTiles,
  heardAlerts,
  panel,
  reach,
  textsOf,
  tile,
} from '../../../test/figures.ts'

const today = '2026-03-12'

beforeEach(() => setTime(`${today}T12:00:00+03:00`))

const nobody = {
  total_unique_users: 0,
  total_new_users: 0,
  total_bot_users: 0,
  total_agent_users: 0,
  total_mixed_users: 0,
}
const some = {
  total_unique_users: 1_240,
  total_new_users: 310,
  total_bot_users: 930,
  total_agent_users: 206,
  total_mixed_users: 104,
}

/** Every day up to today; those of even number have no new users. */
function daysOf(start: string, end: string) {
  const days = []
  const last = Date.parse(end > today ? today : end)
  for (let at = Date.parse(start); at <= last; at += 86_400_000) {
    const date = new Date(at).toISOString().slice(0, 10)
    const no = Number(date.slice(8))
    days.push({ date, unique_users: 40 + no, new_users: no % 2 === 0 ? 0 : no })
  }
  return days
}

const usersOf = ({ query }: Asked<'uniqueUsers'>): ReplyOf<'uniqueUsers'> => {
  const { start_date, end_date } = query
  const daily = daysOf(start_date, end_date)
  return { summary: { start_date, end_date, ...(daily.length === 0 ? nobody : some) }, daily }
}
const given = (api: FakeApi) => {
  api.answer('uniqueUsers', usersOf)
  api.answer('messageStats', { daily: [] })
}

const users = () => panel('User Interaction Statistics')
const daily = () => panel('Daily User Statistics')
const from = () => users().getByLabelText('From', { exact: true })
const to = () => users().getByLabelText('To', { exact: true })
const withDays = () => users().getByLabelText('Include Daily Data')
const apply = () => users().getByRole('button', { name: 'Apply' }).click()
const rows = () =>
  daily()
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
const firstCells = () =>
  rows()
    .elements()
    .map(row => row.querySelector('td')?.textContent)

/** Applies the ten days until today, which stand on two pages. */
async function showTenDays(api: FakeApi): Promise<void> {
  await from().fill('2026-03-03')
  await apply()
  await expect.element(daily().getByText('Showing 1 to 5 of 10 days')).toBeVisible()
  expect(api.askedFor('uniqueUsers').at(-1)?.query.start_date).toBe('2026-03-03')
}

test('[UUSER-01 UUSER-02 UINT-01 UINT-02 UINT-03 API-46 Q-020 Q-118] users are asked for from the first of the month to today, by day', async () => {
  const api = await openConsole('/', { given })
  await expect.element(from()).toHaveValue('2026-03-01')
  await expect.element(to()).toHaveValue(today)
  await expect.element(withDays()).toBeChecked()
  await expect
    .poll(() => api.askedFor('uniqueUsers').map(({ query }) => query))
    .toEqual([{ start_date: '2026-03-01', end_date: today, include_daily: 'true' }])
})

test('[UINT-04 UINT-05 UINT-06 UINT-07 UINT-08 UINT-09 UINT-10 Q-019] the figures of users are the server’s', async () => {
  await openConsole('/', { given })
  await expectTiles(users(), {
    'Total Unique Users': '1,240',
    'New Users': '310',
    'Bot Handling Rate': '75%',
    'Automated Interaction': '930',
    'Human Interaction': '206',
    'Mixed Interaction': '104',
  })
})

test('[UUSER-03 UUSER-04 UUSER-05 UUSER-06 UUSER-07 UUSER-08 Q-122 Q-147] days stand newest first, five to a page, with the growth in its colour', async () => {
  const api = await openConsole('/', { given })
  await showTenDays(api)
  expect(textsOf(daily().getByRole('columnheader'))).toEqual(['Date', 'Unique Users', 'New Users'])
  const cellsOf = (at: number) => [...(rows().elements()[at]?.children ?? [])].map(one => one.textContent)
  expect(cellsOf(0)).toEqual(['Thu, Mar 12', '52', '0'])
  expect(cellsOf(1)).toEqual(['Wed, Mar 11', '51', '11(+22%) of users'])
  expect(firstCells()).toEqual(['Thu, Mar 12', 'Wed, Mar 11', 'Tue, Mar 10', 'Mon, Mar 9', 'Sun, Mar 8'])
  await expectColour(rows().nth(1).getByText('(+22%)'), '--ok')
  await expect.element(daily().getByRole('button', { name: 'Previous' })).toBeDisabled()
  expect(textsOf(daily().getByRole('button', { name: /^Page / }))).toEqual(['1', '2'])
  await daily().getByRole('button', { name: 'Page 2' }).click()
  await expect.element(daily().getByText('Showing 6 to 10 of 10 days')).toBeVisible()
  expect(cellsOf(4)).toEqual(['Tue, Mar 3', '43', '3(+7%) of users'])
  await expect.element(daily().getByRole('button', { name: 'Next' })).toBeDisabled()
})

test('[UUSER-08 Q-376] the download has every day, not only the page', async () => {
  const api = await openConsole('/', { given })
  await showTenDays(api)
  const file = await downloaded(daily().getByRole('button', { name: 'Download CSV' }))
  expect(file.name).toBe('daily-user-statistics_2026-03-03_2026-03-12.csv')
  expect(file.lines).toEqual([
    'Date,Unique Users,New Users',
    ...daysOf('2026-03-03', today)
      .toReversed()
      .map(({ date, unique_users, new_users }) => `${date},${unique_users},${new_users}`),
  ])
})

test('[UINT-10 Q-019] the chart says its days by keys', async () => {
  await openConsole('/', { given })
  const chart = users().getByRole('slider')
  await expect.element(chart).toBeVisible()
  chart.element().focus()
  await userEvent.keyboard('{ArrowLeft}')
  const words = 'Wed, Mar 11: 51 unique, 11 new'
  await expect.element(chart).toHaveAttribute('aria-valuetext', words)
  await expect.element(users().getByText(words)).toBeVisible()
})

test.each([
  ['2026-02-28', 'The end date is before the start date.'],
  ['', 'Give an end date.'],
])(
  '[Q-124] "%s" as the end is no range: nothing is asked, and the last figures stay',
  async (end, problem) => {
    const api = await openConsole('/', { given })
    await expectTiles(users(), { 'Total Unique Users': '1,240' })
    await to().fill(end)
    await apply()
    await expect.element(users().getByRole('alert')).toHaveTextContent(problem)
    await expectTiles(users(), { 'Total Unique Users': '1,240', 'Human Interaction': '206' })
    expect(api.askedFor('uniqueUsers').length).toBe(1)
  },
)

test('[Q-124] days of more than one year say which', async () => {
  await openConsole('/', { given })
  await from().fill('2025-03-12')
  await apply()
  await expect.poll(() => firstCells()[0]).toBe('Thu, Mar 12, 2026')
  await daily().getByRole('button', { name: 'Last' }).click()
  await expect.poll(() => firstCells().at(-1)).toBe('Wed, Mar 12, 2025')
})

test('[Q-124] a year that was mistyped is said at the dates', async () => {
  await openConsole('/', { given })
  await from().fill('0202-11-01')
  await apply()
  await expect
    .element(users().getByRole('alert'))
    .toHaveTextContent(
      /^Daily data covers ten years at most: choose \d{4}-\d\d-\d\d or later as From, or untick 'Include Daily Data'\.$/,
    )
})

test('[UUSER-07 UINT-06] days without anything say so, and no rate is worked out of nothing', async () => {
  await openConsole('/', { given })
  await from().fill('2099-01-01')
  await to().fill('2099-01-31')
  await apply()
  await expect.element(daily().getByText('No daily data available for the selected period')).toBeVisible()
  await expectTiles(users(), { 'Total Unique Users': '0', 'Bot Handling Rate': '0%' })
})

test('[UUSER-07 UINT-03] without daily data the table says how to have it, and there is no chart', async () => {
  await openConsole('/', { given })
  await expect.element(users().getByRole('slider')).toBeVisible()
  await withDays().click()
  await expect.element(daily().getByText("Enable 'Include Daily Data' to see daily statistics")).toBeVisible()
  await expect.element(users().getByRole('slider')).not.toBeInTheDocument()
})

const failed = 'Error fetching user statistics: API request failed with status 500'

test('[UUSER-09 UINT-11 DASH-30 ERR-24 Q-043 Q-044 Q-045] users that fail are alerted once, leave the others alone, and are asked for again', async () => {
  const alerts = heardAlerts()
  const api = await openConsole('/', {
    given: one => {
      given(one)
      one.fail('uniqueUsers')
    },
  })
  await expect.element(users().getByRole('alert')).toHaveTextContent(failed)
  await expect.element(daily().getByRole('alert')).toHaveTextContent(failed)
  await expectTiles(users(), { 'Total Unique Users': null })
  await reach('Message Statistics')
  await expectTiles(panel('Message Statistics'), { 'Total Messages': '0' })
  expect(alerts).toEqual([failed])
  given(api)
  await users().getByRole('button', { name: 'Retry' }).click()
  await expectTiles(users(), { 'Total Unique Users': '1,240' })
  await expect.element(users().getByRole('alert')).not.toBeInTheDocument()
  expect(alerts).toEqual([failed])
})

test('[UUSER-09 UINT-11 ERR-24 Q-043 Q-045] other days that fail leave the last ones, with their dates', async () => {
  const alerts = heardAlerts()
  const api = await openConsole('/', { given })
  await expectTiles(users(), { 'Total Unique Users': '1,240' })
  api.cut('uniqueUsers')
  await from().fill('2026-01-01')
  await apply()
  const alert = users().getByRole('alert')
  const unreached = 'Error fetching user statistics: The server could not be reached'
  await expect.element(alert).toHaveTextContent(`${unreached}. Still shown:`)
  await expect.element(alert).toHaveTextContent(/, as of \d\d:\d\d\./)
  await expectTiles(users(), { 'Total Unique Users': '1,240' })
  await expect
    .element(daily().getByRole('status'))
    .toHaveTextContent('These days could not be refreshed. Still shown:')
  expect(alerts).toEqual([unreached])
})

test('[UUSER-09 UINT-11 Q-044] users that are slow say so at their button, and nobody else waits', async () => {
  let release = () => {}
  await openConsole('/', {
    given: api => {
      given(api)
      release = api.hold('uniqueUsers')
    },
  })
  await expect.element(users().getByRole('button', { name: 'Loading...' })).toBeVisible()
  await expect.poll(() => daily().getByRole('row').elements().length).toBe(6)
  await expect.element(daily().getByRole('rowgroup').last()).toHaveAttribute('aria-busy', 'true')
  await reach('Message Statistics')
  await expectTiles(panel('Message Statistics'), { 'Total Messages': '0' })
  release()
  await expect.element(users().getByRole('button', { name: 'Apply' })).toBeVisible()
  await expectTiles(users(), { 'Total Unique Users': '1,240' })
  await expect.element(tile(users(), 'New Users')).toHaveAttribute('aria-busy', 'false')
})
