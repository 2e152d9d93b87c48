import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openConsole, setTime } from '../../../test/console.tsx'
import type { Asked, FakeApi, ReplyOf } from '../../../test/fake-api.ts'
import {
  barOf,
  downloaded,
  expectTiles,
  heardAlerts,
  panel,
  reach,
  textsOf,
  tile,
} from '../../../test/figures.ts'
import { conversation } from '../../../test/samples.ts'

const today = '2026-03-12'

beforeEach(() => setTime(`${today}T12:00:00+03:00`))

/** Every day up to today: 100 messages, and as many conversations as the day has its number. */
function daysOf(start: string, end: string) {
  const days = []
  const last = Date.parse(end > today ? today : end)
  for (let at = Date.parse(start); at <= last; at += 86_400_000) {
    const message_date = new Date(at).toISOString().slice(0, 10)
    days.push({
      message_date,
      total_messages: 1_100,
      total_inbound: 600,
      total_outbound: 500,
      outbound_bot: 375,
      outbound_agent: 125,
      active_conversations: Number(message_date.slice(8)),
      bot_automation_percentage: 75.04,
    })
  }
  return days
}

const some = {
  total_messages: 12_000,
  inbound: { total: 7_500, by_source: { USER: 7_500 } },
  outbound: { total: 4_500, by_source: { BOT: 3_000, AGENT: 1_500 } },
  active_conversations: 87,
  bot_automation_rate: 0.6667,
  agent_handling_rate: 0.3333,
}
const none = {
  total_messages: 0,
  inbound: { total: 0, by_source: { USER: 0 } },
  outbound: { total: 0, by_source: { BOT: 0, AGENT: 0 } },
  active_conversations: 0,
  bot_automation_rate: 0,
  agent_handling_rate: 0,
}

const statsOf = ({ query }: Asked<'messageStats'>): ReplyOf<'messageStats'> => {
  const { start_date, end_date } = query
  const daily = daysOf(start_date, end_date)
  return { summary: { start_date, end_date, ...(daily.length === 0 ? none : some) }, daily }
}
const given = (api: FakeApi) => api.answer('messageStats', statsOf)

const card = () => panel('Message Statistics')
const from = () => card().getByLabelText('From', { exact: true })
const to = () => card().getByLabelText('To', { exact: true })
const button = (name: string | RegExp) => card().getByRole('button', { name })
const pageLine = (words: string) => expect.element(card().getByText(words, { exact: true })).toBeVisible()
const table = () => card().getByRole('table', { name: 'Daily messages' })
const rows = () =>
  table()
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })

async function openPanel(): Promise<FakeApi> {
  const api = await openConsole('/', { given })
  await reach('Message Statistics')
  await expect.element(from()).toHaveValue('2026-03-01')
  return api
}

/** Applies thirty days, which stand on five pages. */
async function showThirtyDays(): Promise<void> {
  await from().fill('2026-02-11')
  await button('Apply').click()
  await pageLine('Page 1 of 5')
}

test('[MSTAT-01 MSTAT-02 API-47 Q-021 Q-023] messages are asked for from the first of the month to today, by day', async () => {
  const api = await openPanel()
  await expect.element(to()).toHaveValue(today)
  await expect.element(card().getByLabelText('Include Daily Data')).toBeChecked()
  await expect
    .poll(() => api.askedFor('messageStats').map(({ query }) => query))
    .toEqual([{ start_date: '2026-03-01', end_date: today, include_daily: 'true' }])
})

test('[DASH-30 MSTAT-03 MSTAT-04 MSTAT-05 MSTAT-06 MSTAT-07 Q-019] the figures of messages are the server’s, with their shares', async () => {
  await openPanel()
  await expectTiles(card(), {
    'Total Messages': '12,000',
    'Inbound Messages': '7,500',
    'Outbound Messages': '4,500',
    'Active Conversations': '87',
    'Bot Automation Rate': '66.7%',
    'Agent Handling Rate': '33.3%',
  })
  await expect.element(tile(card(), 'Inbound Messages')).toHaveTextContent('62.5% of total')
  await expect.element(tile(card(), 'Outbound Messages')).toHaveTextContent('37.5% of total')
})

test.each([
  ['Outbound by bot', '3,00066.7%', 66.7],
  ['Outbound by agent', '1,50033.3%', 33.3],
  ['Inbound by user', '7,500100.0%', 100],
])(
  '[MSTAT-08 MSTAT-09 MSTAT-10 Q-053] the source "%s" has its number, its share and a bar of that length',
  async (name, words, share) => {
    await openPanel()
    await expect.element(tile(card(), name)).toHaveTextContent(words)
    expect(barOf(tile(card(), name).element())).toBeCloseTo(share, 0)
  },
)

test('[MSTAT-11 MSTAT-12 MSTAT-13 MSTAT-14 CONST-08 Q-123] days stand newest first, seven to a page', async () => {
  await openPanel()
  await showThirtyDays()
  expect(textsOf(table().getByRole('columnheader'))).toEqual([
    'Date',
    'Total Messages',
    'Inbound',
    'Outbound',
    'Bot Msgs',
    'Agent Msgs',
    'Active Convs',
    'Bot Auto %',
  ])
  expect(rows().elements().length).toBe(7)
  expect(textsOf(rows().nth(0).getByRole('cell'))).toEqual([
    'Thu, Mar 12',
    '1,100',
    '600',
    '500',
    '375',
    '125',
    '12',
    '75.0%',
  ])
  expect(rows().nth(6).element().firstElementChild?.textContent).toBe('Fri, Mar 6')
  expect(barOf(rows().nth(0).getByRole('cell').last().element())).toBeCloseTo(75, 0)
})

test('[MSTAT-15 MSTAT-16 Q-147] pages are gone through one by one, by number, to the ends and by typing', async () => {
  await openPanel()
  await showThirtyDays()
  const numbers = () => textsOf(button(/^Page \d/))
  expect(numbers()).toEqual(['1', '2', '3'])
  await expect.element(button('Previous')).toBeDisabled()
  await button('Page 3').click()
  await pageLine('Page 3 of 5')
  expect(numbers()).toEqual(['1', '2', '3', '4', '5'])
  await button('Next').click()
  await pageLine('Page 4 of 5')
  await button('Next').click()
  await pageLine('Page 5 of 5')
  await expect.element(button('Next')).toBeDisabled()
  expect(rows().elements().length).toBe(2)
  await button('First').click()
  await pageLine('Page 1 of 5')
  await button('Last').click()
  await pageLine('Page 5 of 5')
  await card().getByLabelText('Go to page, 1 to 5').fill('2')
  await userEvent.keyboard('{Enter}')
  await pageLine('Page 2 of 5')
  await card().getByLabelText('Go to page, 1 to 5').fill('99')
  await userEvent.keyboard('{Enter}')
  await pageLine('Page 5 of 5')
})

test('[MSTAT-15 CONST-08] more rows fit a page, and Apply goes back to the first', async () => {
  await openPanel()
  await showThirtyDays()
  await card().getByRole('combobox', { name: 'Rows per page: 7' }).click()
  await expect.poll(() => textsOf(page.getByRole('option'))).toEqual(['5', '7', '10', '15', '30'])
  await page.getByRole('option', { name: '15' }).click()
  await pageLine('Page 1 of 2')
  await button('Next').click()
  await pageLine('Page 2 of 2')
  await button('Apply').click()
  await pageLine('Page 1 of 2')
})

test('[MSTAT-14] the download has every day, not only the page', async () => {
  await openPanel()
  await showThirtyDays()
  const file = await downloaded(button('Download CSV: Daily messages'))
  expect(file.name).toBe('daily-messages_2026-02-11_2026-03-12.csv')
  expect(file.lines).toHaveLength(31)
  expect(file.lines[1]).toMatch(/^2026-03-12,1100,/)
})

test('[MSTAT-10 MSTAT-17] days without anything say so, on one page, and no share is worked out of nothing', async () => {
  await openPanel()
  await from().fill('2099-01-01')
  await to().fill('2099-01-31')
  await button('Apply').click()
  await expect.element(card().getByText('No daily data available for the selected period')).toBeVisible()
  await pageLine('Page 1 of 1')
  expect(tile(card(), 'Inbound by user').element().textContent).toBe('Inbound by user00.0%')
})

test('[MSTAT-17] without daily data the panel says how to have it', async () => {
  await openPanel()
  await card().getByLabelText('Include Daily Data').click()
  await expect.element(card().getByText("Enable 'Include Daily Data' to see daily statistics")).toBeVisible()
})

test('[MSTAT-18 DASH-30 Q-044] messages that are slow keep the places of their figures and rows', async () => {
  let release = () => {}
  await openConsole('/', {
    given: api => {
      given(api)
      release = api.hold('messageStats')
    },
  })
  await reach('Message Statistics')
  await expect.poll(() => card().getByRole('table').getByRole('row').elements().length).toBe(8)
  await expect.element(tile(card(), 'Total Messages')).toHaveAttribute('aria-busy', 'true')
  release()
  await expectTiles(card(), { 'Total Messages': '12,000' })
})

test('[MSTAT-19 DASH-30 ERR-28 Q-043 Q-045] messages that fail say so in their own words, alert nobody, and are asked for again', async () => {
  const alerts = heardAlerts()
  const api = await openConsole('/', { given: one => one.fail('messageStats') })
  const users = panel('User Interaction Statistics')
  await expectTiles(users, { 'Total Unique Users': '0' })
  await reach('Message Statistics')
  const alert = card().getByRole('alert')
  await expect.element(alert).toHaveTextContent('Failed to load message statistics. Please try again later.')
  await expect.element(alert).toHaveTextContent('API request failed with status 500')
  await expectTiles(users, { 'Total Unique Users': '0' })
  given(api)
  await button('Retry').click()
  await expectTiles(card(), { 'Total Messages': '12,000' })
  expect(alerts).toEqual([])
})

test('[MSTAT-05 Q-009] an open page asks again half a minute after it hears of a message', async () => {
  vi.useFakeTimers({
    toFake: ['Date', 'setInterval', 'clearInterval'],
    now: new Date(`${today}T12:00:00+03:00`),
  })
  const api = await openPanel()
  await expectTiles(card(), { 'Inbound Messages': '7,500' })
  const asked = api.askedFor('messageStats').length
  vi.advanceTimersByTime(30_000)
  expect(api.askedFor('messageStats').length).toBe(asked)
  const inbound = { total: 7_501, by_source: { USER: 7_501 } }
  api.answer('messageStats', asking => {
    const { summary, ...rest } = statsOf(asking)
    return { ...rest, summary: { ...summary, inbound } }
  })
  api.publish({ event: 'conversation', data: conversation() })
  vi.advanceTimersByTime(30_000)
  await expectTiles(card(), { 'Inbound Messages': '7,501' })
})
