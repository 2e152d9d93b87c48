import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../test/accessible.ts'
import { openConsole } from '../../../test/console.tsx'
import type { CallName, FakeApi, ReplyOf } from '../../../test/fake-api.ts'
import { expectColour, expectTiles, heardAlerts, panel, reach, textsOf, tile } from '../../../test/figures.ts'
import { agent, brian, conversation, countedRow, customer, me } from '../../../test/samples.ts'

const alone = (current: number | null) => ({ current, previous: null })
const figures: Partial<ReplyOf<'dashboard'>> = {
  as_of: '2026-03-02T09:00:00.000Z',
  time_zone: 'Africa/Kampala',
  pending_conversations: alone(12),
  active_conversations: alone(1_234),
  waiting_now: alone(3),
  longest_wait: alone(3_263.5),
  waits: [
    { agent_id: null, agent_name: null, waiting: 2, longest_minutes: 3_263.5 },
    { agent_id: brian.id, agent_name: 'Brian', waiting: 1, longest_minutes: 4 },
  ],
  week_response_time: { current: 4, previous: 5 },
  week_resolution_rate: { current: 40, previous: 50 },
  week_satisfaction: alone(4.5),
  week_conversations: { current: 7, previous: 0 },
  handled_today: 1,
}
const given = (api: FakeApi) => {
  api.answer('dashboard', figures)
  api.answer('unreadStats', { total_unread_messages: 20, conversations_with_unread: 12 })
  api.answer('availableAgents', [me])
  api.answer('workloadMonitor', {
    metrics: { total_agents: 3, overloaded_agents: 0, avg_utilization_percentage: 63.3, max_workload: 6 },
  })
}

/** The tiles at the top. */
const key = () => panel('Key figures')
const status = () => panel('Your Status')
const availability = () => panel('Agent Availability')
const rowsOf = (name: string, count: number) =>
  Array.from({ length: count }, (_, at) =>
    countedRow({ kind: 'conversation', id: String(100 + at), conversation_id: String(100 + at), name }),
  )

test('[DASH-05 DASH-06 DASH-07 DASH-08 CARD-01 CARD-02 DASH-25 DASH-27 Q-148] each headline figure has a title, its value, an icon and words', async () => {
  await openConsole('/', { given })
  await expectTiles(key(), {
    'Pending Conversations': '12',
    'Active Conversations': '1,234',
    'Waiting Now': '3',
    'Longest Wait': '2 d 6 h',
    'Avg. Response Time': '4.0 min',
    'Resolution Rate': '40.0%',
  })
  await expect.element(tile(key(), 'Avg. Response Time')).toHaveTextContent('wait for an agent, this week')
  for (const name of ['Pending Conversations', 'Waiting Now', 'Longest Wait']) {
    const shown = tile(key(), name)
    expect(shown.element().querySelector('svg')?.getBoundingClientRect().width).toBeGreaterThan(0)
    await expect.element(shown.getByTitle(/against/)).not.toBeInTheDocument()
  }
})

test('[DASH-09 DASH-10 CARD-01 CARD-02 DASH-30] a trend says where it goes and whether that is better, in its colour', async () => {
  await openConsole('/', { given })
  const better = tile(key(), 'Avg. Response Time').getByTitle('down 20.0% against last week, better')
  const worse = tile(key(), 'Resolution Rate').getByTitle('down 20.0% against last week, worse')
  await expectColour(better, '--ok')
  await expectColour(worse, '--danger')
  await expect.element(worse).toHaveTextContent('▼ 20.0%')
})

test('[Q-430] who comes back to the dashboard at once reads what is measured then', async () => {
  const api = await openConsole('/', {
    given: one => {
      given(one)
      one.answer('dashboard', { ...figures, week_response_time: alone(null) })
    },
  })
  await expectTiles(key(), { 'Avg. Response Time': '–' })
  await page.getByRole('link', { name: 'View All' }).click()
  await expect.poll(() => location.pathname).toBe('/conversations')
  api.answer('dashboard', { ...figures, week_response_time: alone(2) })
  history.back()
  await expectTiles(key(), { 'Avg. Response Time': '2.0 min' })
})

test('a trend that goes up says so', async () => {
  await openConsole('/', {
    given: api => api.answer('dashboard', { ...figures, week_response_time: { current: 6, previous: 5 } }),
  })
  const trend = tile(key(), 'Avg. Response Time').getByTitle('up 20.0% against last week, worse')
  await expectColour(trend, '--danger')
  await expect.element(trend).toHaveTextContent('▲ 20.0%')
})

test('[DASH-16 DASH-25 DASH-27 DASH-30 Q-148] the week has its own panel, with last week beside it; what was 0 then is said to be', async () => {
  await openConsole('/', { given })
  const week = panel('Performance Metrics')
  await expect.element(week.getByRole('heading', { name: 'Performance Metrics', level: 2 })).toBeVisible()
  await expect
    .poll(() =>
      week
        .getByRole('term')
        .elements()
        .map(one => one.firstChild?.textContent),
    )
    .toEqual(['Response Time', 'Resolution Rate', 'Customer Satisfaction', 'Conversations'])
  const lines = week.getByRole('definition')
  await expect
    .poll(() => textsOf(lines))
    .toEqual([
      '4.0 min',
      expect.stringMatching(/down 20.0% against last week, better$/),
      '40.0%',
      expect.stringMatching(/down 20.0% against last week, worse$/),
      '4.5 of 5',
      'not measured last week',
      '7',
      '0 last week',
    ])
  await expectColour(lines.nth(1).getByTitle(/better/), '--ok')
  await expectColour(lines.nth(3).getByTitle(/worse/), '--danger')
})

test.each([
  [0, "You've handled 0 conversations today"],
  [1, "You've handled 1 conversation today"],
  [2, "You've handled 2 conversations today"],
])('[DASH-11] with %i handled, the shift says "%s"', async (handled_today, words) => {
  await openConsole('/', { given: api => api.answer('dashboard', { ...figures, handled_today }) })
  await expect.element(panel('Shift Overview')).toHaveTextContent(words)
})

test('[DASH-12 DASH-13 DASH-14 DASH-15 DATA-26] who is there, who has room and who has too much is counted', async () => {
  await openConsole('/', {
    given: api =>
      api.answer('availableAgents', [
        me,
        { ...brian, current_workload: 5 },
        agent({ id: '3', user_id: '3', name: 'Away', is_online: false, status: 'AWAY', current_workload: 6 }),
      ]),
  })
  await expect
    .poll(() => textsOf(availability().getByRole('term')))
    .toEqual(['Available Agents', 'With Capacity', 'Overloaded'])
  await expect.poll(() => textsOf(availability().getByRole('definition'))).toEqual(['2', '1', '2'])
})

test('[DASH-26 Q-012] the own status stands; away for the server, a second line says so until it is over', async () => {
  const api = await openConsole('/', { given })
  const words = 'Online - Available for new conversations'
  await expect.element(status()).toHaveTextContent(words)
  await expect.element(status().getByRole('status')).not.toBeInTheDocument()
  await expect.element(page.getByText('Figures in Africa/Kampala time.')).toBeVisible()
  const now = { ...me, disabled: false }
  api.publish({ event: 'agent', data: { ...now, status: 'AWAY', is_online: false } })
  await expect
    .element(status().getByRole('status'))
    .toHaveTextContent('You are offline: no new conversations')
  await expect.element(status()).toHaveTextContent(words)
  api.publish({ event: 'agent', data: now })
  await expect.element(status().getByRole('status')).not.toBeInTheDocument()
})

test('[Q-013 Q-014 Q-060] what a number is, and the rows that it counts, are reached by keys alone', async () => {
  await openConsole('/', {
    given: api => {
      given(api)
      api.answer('countedRows', { figure: 12, rows: rowsOf('Nakato Prossy', 12) })
    },
  })
  const button = tile(key(), 'Pending Conversations').getByRole('button')
  await expect.element(button).toBeVisible()
  ;(button.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  const about = page.getByRole('dialog', { name: 'Pending Conversations' })
  await expect
    .element(about)
    .toHaveTextContent('Your own conversations with messages that you have not read.')
  await expectAccessible()
  const see = about.getByRole('button', { name: 'See the 12 conversations' })
  ;(see.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  const table = about.getByRole('table')
  await expect.poll(() => table.getByRole('row').elements().length).toBe(13)
  await expectAccessible()
  await userEvent.keyboard('{Escape}')
  await expect.element(table).not.toBeInTheDocument()
})

test('[Q-009 Q-010] an open page asks again after it hears of a message', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const api = await openConsole('/', { given })
  await expectTiles(key(), { 'Waiting Now': '3' })
  api.answer('dashboard', { ...figures, waiting_now: alone(4) })
  vi.advanceTimersByTime(10_000)
  expect(api.askedFor('dashboard').length).toBe(1)
  api.publish({ event: 'conversation', data: conversation() })
  vi.advanceTimersByTime(10_000)
  await expectTiles(key(), { 'Waiting Now': '4' })
})

test('[DASH-08 DASH-30 ERR-11 ERR-27 Q-006 Q-009 Q-043] headline figures that fail are dashes, and say so beside them', async () => {
  const warned = vi.spyOn(console, 'warn')
  const api = await openConsole('/', {
    given: one => {
      given(one)
      one.fail('dashboard')
      one.fail('availableAgents')
    },
  })
  await expect
    .element(availability().getByRole('alert'))
    .toHaveTextContent('Agent availability could not be loaded')
  expect(textsOf(availability().getByRole('definition'))).toEqual(['–', '–', '–'])
  await expectTiles(key(), { 'Pending Conversations': '–', 'Resolution Rate': '–' })
  const note = page.getByRole('alert').filter({ hasText: "The dashboard's figures could not be loaded" })
  await expect.element(note).toHaveTextContent('API request failed with status 500')
  const isLogged = (start: string) => warned.mock.calls.some(words => words.join(' ').startsWith(start))
  expect(isLogged('Failed to fetch agents')).toBe(true)
  expect(isLogged('Statistics could not be fetched: API request failed with status 500')).toBe(true)
  warned.mockRestore()
  await expect
    .element(panel('Performance Metrics').getByRole('alert'))
    .toHaveTextContent('could not be loaded')
  // The others stand.
  await reach('Message Statistics')
  await expectTiles(panel('Message Statistics'), { 'Total Messages': '0' })
  await expect.element(page.getByRole('region', { name: 'Recent Conversations' })).toBeVisible()

  given(api)
  await note.getByRole('button', { name: 'Retry' }).click()
  await expectTiles(key(), { 'Pending Conversations': '12' })
  await expect.element(note).not.toBeInTheDocument()
})

test('[DASH-30 Q-043] headline figures that are slow keep their places', async () => {
  let release = () => {}
  await openConsole('/', {
    given: api => {
      given(api)
      release = api.hold('dashboard')
    },
  })
  await expect.element(tile(key(), 'Resolution Rate')).toHaveAttribute('aria-busy', 'true')
  release()
  await expectTiles(key(), { 'Resolution Rate': '40.0%' })
})

test('[ERR-27 Q-009 Q-043] a quiet refetch that fails keeps the last figures and alerts nobody', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const alerts = heardAlerts()
  const users = panel('User Interaction Statistics')
  const api = await openConsole('/', { given })
  await expectTiles(key(), { 'Resolution Rate': '40.0%' })
  await expectTiles(users, { 'Total Unique Users': '0' })
  api.fail('dashboard')
  api.fail('uniqueUsers')
  api.publish({ event: 'conversation', data: conversation() })
  vi.advanceTimersByTime(30_000)
  await expect
    .element(page.getByRole('alert').filter({ hasText: 'could not be refreshed' }).first())
    .toHaveTextContent('The last ones are still shown.')
  await expectTiles(key(), { 'Resolution Rate': '40.0%' })
  await expect.element(users.getByRole('alert')).toHaveTextContent('Still shown:')
  await expectTiles(users, { 'Total Unique Users': '0' })
  expect(alerts).toEqual([])
})

test('[Q-135] who waits is told by agent, and opens the very conversations', async () => {
  const api = await openConsole('/', {
    given: one => {
      given(one)
      one.answer('countedRows', { figure: 2, rows: rowsOf(customer('Nakato Prossy').name ?? '', 2) })
    },
  })
  const rows = page.getByRole('table', { name: 'Waiting by Agent' }).getByRole('row')
  const cells = rows.filter({ hasText: 'Unassigned' }).getByRole('cell')
  await expect.element(cells.nth(1)).toHaveTextContent('2')
  await expect.element(cells.nth(2)).toHaveTextContent('2 d 6 h')
  await expect.element(rows.filter({ hasText: 'Brian' })).toHaveTextContent('4.0 min')
  await cells.nth(1).getByRole('button').click()
  await page.getByRole('button', { name: 'See the 2 conversations' }).click()
  const shown = page.getByRole('dialog').getByRole('table')
  await expect.poll(() => shown.getByRole('row').elements().length).toBe(3)
  expect(api.askedFor('countedRows').at(-1)?.query).toMatchObject({
    metric: 'waiting_now',
    agent_id: 'unassigned',
  })
})

const figureCalls: ReadonlySet<CallName> = new Set([
  'dashboard',
  'uniqueUsers',
  'messageStats',
  'agentMetrics',
  'averages',
  'workloadMonitor',
  'overloadedAgents',
])

test('[DASH-30 Q-148] opening the dashboard asks for what is seen, and each figure once', async () => {
  const api = await openConsole('/', { given })
  const asked = () => api.asked.map(({ name }) => name).filter(name => figureCalls.has(name))
  await expectTiles(key(), { 'Pending Conversations': '12' })
  await expectTiles(panel('User Interaction Statistics'), { 'Total Unique Users': '0' })
  expect(asked().toSorted()).toEqual(['dashboard', 'uniqueUsers'])
  for (const [title, call] of [
    ['Message Statistics', 'messageStats'],
    ['Customer Service Metrics', 'agentMetrics'],
    ['Workload Distribution', 'workloadMonitor'],
  ] as const) {
    await reach(title)
    await expect.poll(asked).toContain(call)
  }
  await expect.poll(() => panel('Workload Distribution').element().textContent).toContain('Total Agents3')
  await expect.poll(() => new Set(asked()).size).toBe(figureCalls.size)
  expect(asked()).toHaveLength(figureCalls.size)
})

test.each([
  [1366, 768],
  [390, 844],
])(
  '[DASH-23 DASH-24 DASH-28 DASH-29] no part of the dashboard is wider than its place at %i × %i',
  async (...size) => {
    await openConsole('/', {
      size,
      given: api => {
        given(api)
        const day = { date: '2026-03-02', unique_users: 3, new_users: 1 }
        api.answer('uniqueUsers', { daily: [day] })
        api.answer('messageStats', {
          daily: [
            {
              message_date: '2026-03-02',
              total_messages: 1_234,
              total_inbound: 1_000,
              total_outbound: 234,
              outbound_bot: 200,
              outbound_agent: 34,
              active_conversations: 87,
              bot_automation_percentage: 85.5,
            },
          ],
        })
      },
    })
    await expectTiles(key(), { 'Pending Conversations': '12' })
    await reach('Message Statistics')
    await expect.element(panel('Message Statistics').getByRole('slider')).toBeVisible()
    await reach('Customer Service Metrics')
    await reach('Workload Distribution')
    await expect.poll(() => panel('Workload Distribution').element().textContent).toContain('Total Agents3')
    const sideways = [document.documentElement, ...document.querySelectorAll('main, section')]
      .filter(box => box.scrollWidth > box.clientWidth + 1)
      .map(box => `${box.tagName} ${box.getAttribute('aria-label') ?? box.textContent}`)
    expect(sideways, 'boxes that are wider than their place').toEqual([])
  },
)
