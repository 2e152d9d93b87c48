import type { Locator, Page } from '@playwright/test'
import {
  agentsOf,
  averagesOf,
  barOf,
  breakCall,
  count,
  daysLater,
  downloaded,
  duration,
  expectColour,
  expectTile,
  monthStart,
  panel,
  reach,
  tile,
  today,
} from './harness/figures.ts'
import { startParley } from './harness/parley.ts'
import { setCapacity } from './harness/settings.ts'
import { call } from './harness/ticket.ts'
import { expect, signIn, test } from './harness.ts'

interface Profile {
  readonly id: string
  readonly name: string
  readonly current_workload: number
  readonly max_capacity: number
}

const tenths = (value: number | null, unit = '') =>
  value === null
    ? '–'
    : `${value.toLocaleString('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 })}${unit}`

const choosePeriod = async (card: Locator, label: string) => {
  await card.getByRole('combobox', { name: /^Period: / }).click()
  await card.page().getByRole('option', { name: label, exact: true }).click()
}

/** Header, table and footer are what the server answers for these days. */
async function expectPeriod(page: Page, from: string, to: string, label: string) {
  const card = panel(page, 'Customer Service Metrics')
  const longDay = (day: string) =>
    new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', {
      month: 'short',
      day: 'numeric',
      year: 'numeric',
      timeZone: 'UTC',
    })
  await expect(card.getByRole('contentinfo').or(card.locator('footer'))).toHaveText(
    `${label}${longDay(from)}${from === to ? '' : ` to ${longDay(to)}`}`,
  )
  const [agents, averages] = [await agentsOf(page, from, to), await averagesOf(page, from, to)]
  const total = agents.reduce((sum, agent) => sum + agent.total_conversations, 0)
  await expectTile(card, 'Total Conversations', count(total))
  await expectTile(card, 'Avg. Response Time', duration(averages.avg_response_time))
  await expectTile(card, 'Avg. Resolution Time', duration(averages.avg_resolution_time))
  await expectTile(card, 'Satisfaction', tenths(averages.avg_satisfaction, ' of 5'))
  const fcr = averages.avg_fcr_rate
  await expectTile(card, 'First-Contact Resolution', fcr === null ? '–' : `${fcr.toFixed(0)}%`)
  const rows = card.getByRole('row').filter({ has: page.getByRole('cell') })
  await expect(rows).toHaveCount(agents.length)
  const byConversations = agents.toSorted(
    (a, b) => b.total_conversations - a.total_conversations || a.agent_name.localeCompare(b.agent_name),
  )
  for (const [index, agent] of byConversations.entries()) {
    await expect(rows.nth(index).getByRole('cell')).toHaveText([
      `${initialsOf(agent.agent_name)}${agent.agent_name}`,
      count(agent.total_conversations),
      `${(total === 0 ? 0 : (agent.total_conversations / total) * 100).toFixed(1)}%`,
      duration(agent.average_response_time_minutes),
      agent.resolution_rate === null ? '–' : `${agent.resolution_rate.toFixed(1)}%`,
      count(agent.total_responses),
    ])
    const bars = rows.nth(index).getByRole('cell')
    expect(await barOf(bars.nth(2))).toBeCloseTo(
      total === 0 ? 0 : (agent.total_conversations / total) * 100,
      0,
    )
    expect(await barOf(bars.nth(4))).toBeCloseTo(agent.resolution_rate ?? 0, 0)
  }
  return agents
}

/** As an avatar shows them. */
const initialsOf = (name: string): string =>
  name
    .split(' ')
    .slice(0, 2)
    .map(word => word.charAt(0))
    .join('')

test('[DASH-28 PERF-01 PERF-02 PERF-03 PERF-04 PERF-05 PERF-06 PERF-07 PERF-08 PERF-09 PERF-10 PERF-11 PERF-12 PERF-13 PERF-14 PERF-17 PERF-18 PERF-19 PERF-20 PERF-21 PERF-22 PERF-23 API-48 API-49 DATA-25 Q-008 Q-036 Q-117 Q-118 Q-119 Q-124 Q-125] agents: the figures of the server for every period', async ({
  openAs,
}) => {
  const page = await openAs('agent', '/')
  const card = panel(page, 'Customer Service Metrics')
  const asked: string[] = []
  page.on('request', request => {
    if (request.url().includes('/performance/')) asked.push(request.url())
  })
  const monthName = (day: string) =>
    new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', {
      month: 'long',
      year: 'numeric',
      timeZone: 'UTC',
    })
  const month = (months: number) => {
    const first = new Date(`${monthStart()}T00:00:00Z`)
    first.setUTCMonth(first.getUTCMonth() + months)
    return first.toISOString().slice(0, 10)
  }

  await reach(page, 'Customer Service Metrics')
  await expect(card.getByRole('combobox', { name: 'Period: Current Month' })).toBeVisible()
  await expect(card.getByRole('columnheader')).toHaveText([
    'Agent',
    'Conversations',
    '% of Total',
    'Avg. Response',
    'Resolution %',
    'Total Responses',
  ])
  const agents = await expectPeriod(page, monthStart(), today(), monthName(monthStart()))
  expect(agents.length).toBeGreaterThan(0)
  const file = await downloaded(page, card.getByRole('button', { name: 'Download CSV' }))
  expect(file.name).toBe(`customer-service-metrics_${monthStart()}_${today()}.csv`)
  expect(file.lines).toHaveLength(agents.length + 1)
  // As on the screen, the seconds too: one digit behind the point and no more.
  expect(file.lines.slice(1).join('\n')).toMatch(/\d\.\d/)
  expect(file.lines.slice(1).join('\n')).not.toMatch(/\d\.\d{2}/)

  // A colleague's figure opens that colleague's rows.
  const row = card
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
    .first()
  const [most] = agents.toSorted((a, b) => b.total_conversations - a.total_conversations)
  await row.getByRole('button', { name: /what is this number\? Conversations of/ }).click()
  const name = `Conversations: ${most?.agent_name}`
  await page
    .getByRole('dialog', { name })
    .getByRole('button', { name: /^See the/ })
    .click()
  const opened = page.getByRole('dialog', { name })
  await expect(opened.getByRole('row').filter({ has: page.getByRole('cell') })).toHaveCount(
    most?.total_conversations ?? -1,
  )
  await page.keyboard.press('Escape')
  await expect(opened).toHaveCount(0)

  await card.getByRole('combobox', { name: /^Period: / }).click()
  await expect(page.getByRole('option')).toHaveText([
    'Current Month',
    'Previous Month',
    'Two Months Ago',
    'Last Quarter',
    'Last 12 Months',
    'Custom Date Range',
  ])
  await page.getByRole('option', { name: 'Previous Month' }).click()
  await expect(card.locator('footer')).toContainText(monthName(month(-1)))
  const previous = await agentsOf(page, month(-1), daysLater(monthStart(), -1))
  if (previous.length > 0)
    await expectPeriod(page, month(-1), daysLater(monthStart(), -1), monthName(month(-1)))
  await choosePeriod(card, 'Last Quarter')
  const quarter = month(-3)
  const label = `Q${Math.ceil(Number(quarter.slice(5, 7)) / 3)} ${quarter.slice(0, 4)}`
  await expectPeriod(page, quarter, today(), label)
  await choosePeriod(card, 'Last 12 Months')
  await expect(card.locator('footer')).toContainText('Last 12 Months')
  await choosePeriod(card, 'Two Months Ago')
  await expect(card.locator('footer')).toContainText(monthName(month(-2)))

  // Custom: the month to date at first; any valid change asks at once, nothing else does.
  await choosePeriod(card, 'Custom Date Range')
  await expect(card.getByLabel('Start date')).toHaveValue(monthStart())
  await expect(card.getByLabel('End date')).toHaveValue(today())
  await expect(card.getByLabel('End date')).toHaveAttribute('min', monthStart())
  await expectPeriod(page, monthStart(), today(), 'Custom Date Range')
  await card.getByLabel('Start date').fill(today())
  await expect(card.getByLabel('End date')).toHaveAttribute('min', today())
  await expectPeriod(page, today(), today(), 'Custom Date Range')
  const wrong = daysLater(today(), -1)
  await card.getByLabel('End date').fill(wrong)
  await expect(card.getByRole('alert')).toHaveText('The end date is before the start date.')
  await expectPeriod(page, today(), today(), 'Custom Date Range')
  expect(asked.filter(url => url.includes(`end_date=${wrong}`))).toEqual([])
  await card.getByLabel('End date').fill('2099-01-31')
  await card.getByLabel('Start date').fill('2099-01-01')
  await expect(card.getByText('No data available')).toBeVisible()
  await expect(card.getByText('Try another date range.')).toBeVisible()
  await expectTile(card, 'Avg. Response Time', '–')
})

test('[PERF-15 PERF-16 ERR-25 ERR-26 Q-045 Q-050] agent performance that fails: the box with the message; what was shown before stays', async ({
  openAs,
}) => {
  const page = await openAs('agent', '/')
  const card = panel(page, 'Customer Service Metrics')
  await reach(page, 'Customer Service Metrics')
  await expect(tile(card, 'Total Conversations').locator('b')).toHaveText(/^\d+$/)

  // The averages alone, and other days: the last figures stay.
  let mend = await breakCall(page, /\/performance\/averages$/, 'refused')
  await choosePeriod(card, 'Last 12 Months')
  await expect(card.getByRole('alert')).toContainText(
    'Error fetching agent performance data: Metrics API request failed with status 500. Still shown:',
  )
  await expect(tile(card, 'Total Conversations').locator('b')).toHaveText(/^\d+$/)

  await mend()
  mend = await breakCall(page, /\/performance\/averages$/, 'refused', 'The figures are being counted anew.')
  await page.reload()
  await reach(page, 'Customer Service Metrics')
  await expect(card.getByRole('alert')).toContainText('Error fetching agent performance data')
  await expect(card.getByRole('alert')).toContainText('The figures are being counted anew.')
  await expect(card.getByRole('table')).toHaveCount(0)
  await reach(page, 'Message Statistics')
  await expect(panel(page, 'Message Statistics').getByRole('table')).toBeVisible()
  await mend()
  const loaded = page.waitForEvent('load')
  await card.getByRole('button', { name: 'Try again' }).click()
  await loaded
  await reach(page, 'Customer Service Metrics')
  await expect(tile(card, 'Total Conversations').locator('b')).toHaveText(/^\d+$/)

  mend = await breakCall(page, /\/performance\/metrics-summary$/, 'held')
  await page.reload()
  await reach(page, 'Customer Service Metrics')
  await expect(card.getByRole('row')).toHaveCount(4)
  await expect(tile(card, 'Total Conversations')).toHaveAttribute('aria-busy', 'true')
  await mend()
  await expect(tile(card, 'Total Conversations').locator('b')).toHaveText(/^\d+$/)
})

test('[DASH-29 WORK-01 WORK-02 WORK-03 WORK-04 WORK-05 WORK-06 WORK-07 WORK-08 WORK-09 WORK-10 WORK-11 WORK-12 WORK-13 API-50 API-51 Q-004 Q-022 Q-050 Q-120 Q-121] the workload: figures, who is overloaded, and a failure', async ({
  browser,
  pageErrors,
}) => {
  const parley = await startParley()
  const context = await browser.newContext({ baseURL: parley.url, viewport: { width: 1366, height: 768 } })
  pageErrors.watch(context)
  try {
    const page = await context.newPage()
    await signIn(page, 'agent', '/')
    const card = panel(page, 'Workload Distribution')
    const expectFigures = async () => {
      const { metrics } = await call<{ metrics: Record<string, number> }>(
        page,
        'GET',
        'monitor/workload/monitor',
      )
      const utilization = metrics['avg_utilization_percentage'] ?? 0
      await expectTile(card, 'Total Agents', String(metrics['total_agents']))
      await expectTile(card, 'Overloaded Agents', String(metrics['overloaded_agents']))
      await expectTile(card, 'Avg Utilization', `${utilization.toFixed(1)}%`)
      await expectTile(card, 'Max Workload', String(metrics['max_workload']))
      const chart = card.getByRole('figure')
      await expect(chart).toContainText(`${utilization.toFixed(1)}%`)
      const tone = utilization >= 90 ? 'danger' : utilization >= 70 ? 'warn' : 'ok'
      await expect(chart.locator('[data-tone]')).toHaveAttribute('data-tone', tone)
      await expectColour(
        chart.locator('[data-tone] > span'),
        'background-color',
        { danger: '--danger-dot', warn: '--warn-dot', ok: '--ok-dot' }[tone],
      )
      expect(await barOf(chart)).toBeCloseTo(Math.min(100, utilization), 0)
      await expect(chart.locator('[aria-hidden] span').filter({ hasText: /^\d+$/ })).toHaveText([
        '0',
        '50',
        '100',
      ])
    }
    await expectFigures()
    await expect(
      card.getByText('No agents are currently overloaded. Workload distribution is balanced.'),
    ).toBeVisible()

    // Carol gets more offers than she can take.
    const carolNow = async () => {
      const agents = await call<Profile[]>(page, 'GET', 'agent-profiles/available')
      return agents.find(agent => agent.name.startsWith('Carol'))
    }
    const { name = '', current_workload = 0 } = (await carolNow()) ?? {}
    await setCapacity(parley, current_workload + 1, name)
    const carol = await carolNow()
    const rows = await call<{ id: string; assignee_id: string | null }[]>(
      page,
      'GET',
      'messages/admin/conversations?status=ACTIVE&limit=100',
    )
    const others = rows.filter(row => row.assignee_id !== carol?.id)
    for (const { id } of others.slice(0, 3))
      await call(page, 'POST', `assignments/conversation/${id}/assign`, { agent_id: carol?.id })
    const load = (await carolNow())?.current_workload ?? 0
    const capacity = carol?.max_capacity ?? 0
    expect(load).toBeGreaterThan(capacity)
    await card.getByRole('button', { name: 'Refresh Workload Distribution' }).click()
    const table = card.getByRole('table', { name: 'Overloaded agents' })
    await expect(table.getByRole('columnheader')).toHaveText([
      'Agent',
      'Current Load',
      'Max Capacity',
      'Exceeding By',
      'Status',
    ])
    const place = card.getByRole('region', { name: 'Overloaded agents and their load' })
    expect(await place.evaluate(box => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0)
    const carolRow = table.getByRole('row').filter({ hasText: 'Carol' })
    await expect(carolRow.getByRole('cell')).toHaveText([
      /^Carol/,
      String(load),
      String(capacity),
      String(load - capacity),
      'OVERLOADED',
    ])
    await expectFigures()
    const file = await downloaded(page, card.getByRole('button', { name: 'Download CSV' }))
    expect(file.name).toBe(`overloaded-agents_${today()}.csv`)
    expect(file.lines[1]).toBe(`${carol?.name},${load},${capacity},${load - capacity},OVERLOADED`)

    const only = card.getByRole('button', { name: 'Show Overloaded Only' })
    await only.click()
    await expect(only).toHaveAttribute('aria-pressed', 'true')
    await expect(tile(card, 'Total Agents')).toHaveCount(0)
    await expect(card.getByRole('figure')).toHaveCount(0)
    await expect(carolRow).toBeVisible()
    await only.click()
    await expect(tile(card, 'Total Agents')).toBeVisible()

    // A provider that answers without figures.
    await page.route('**/monitor/workload/*', route =>
      route.fulfill({ status: 200, contentType: 'application/json', body: '{}' }),
    )
    await card.getByRole('button', { name: 'Refresh Workload Distribution' }).click()
    await expect(card.getByText('No workload data available')).toBeVisible()
    await page.unroute('**/monitor/workload/*')
    await card.getByRole('button', { name: 'Refresh Workload Distribution' }).click()
    await expect(carolRow).toBeVisible()

    // A refresh that fails keeps what is known; a first load that fails shows no zeros.
    const mend = await breakCall(page, /\/monitor\/workload\/monitor$/, 'refused')
    await card.getByRole('button', { name: 'Refresh Workload Distribution' }).click()
    await expect(card.getByRole('alert')).toContainText(
      /Failed to load workload data\. Still shown: the workload as of/,
    )
    await expect(carolRow).toBeVisible()
    await page.reload()
    await reach(page, 'Workload Distribution')
    await expect(card.getByRole('alert')).toContainText('Failed to load workload data')
    await expect(card.getByText('balanced')).toHaveCount(0)
    await expect(tile(card, 'Total Agents')).toHaveCount(0)
    await mend()
    const loaded = page.waitForEvent('load')
    await card.getByRole('button', { name: 'Refresh Data: Workload Distribution' }).click()
    await loaded
    await expectFigures()
  } finally {
    await context.close()
    await parley.stop()
  }
})

test('first-contact resolution says how many tickets it leaves out for now', async ({ openAs }) => {
  const page = await openAs('agent')
  await page.route('**/performance/averages?**', async route => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), fcr_pending: 2 } })
  })
  await page.goto('/')
  await reach(page, 'Customer Service Metrics')
  const card = panel(page, 'Customer Service Metrics')
  const about = card.getByRole('button', { name: 'What is this number? First-Contact Resolution' })
  await about.click()
  await expect(page.getByRole('dialog', { name: 'First-Contact Resolution' })).toContainText(
    '2 tickets resolved in these days are left out: the 72 hours are not over.',
  )
})
