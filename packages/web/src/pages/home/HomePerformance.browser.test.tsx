import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openConsole, setTime } from '../../../test/console.tsx'
import type { Asked, FakeApi } from '../../../test/fake-api.ts'
import { barOf, downloaded, expectTiles, panel, reach, textsOf, tile } from '../../../test/figures.ts'
import { countedRow } from '../../../test/samples.ts'

beforeEach(() => setTime('2026-03-12T12:00:00+03:00'))

const title = 'Customer Service Metrics'
const card = () => panel(title)
const rows = () =>
  card()
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
const choose = async (label: string) => {
  await card()
    .getByRole('combobox', { name: /^Period: / })
    .click()
  await page.getByRole('option', { name: label, exact: true }).click()
}

const agent = (id: string, agent_name: string, fields: object = {}) => ({
  agent_id: id,
  agent_name,
  total_conversations: 1,
  total_responses: 1,
  average_response_time_minutes: null,
  period_start: '2026-03-01',
  period_end: '2026-03-12',
  resolution_rate: null,
  satisfaction: null,
  ...fields,
})
const team = [
  agent('2', 'Brian Odongo', { total_conversations: 10, total_responses: 44 }),
  agent('1', 'Amina Nansubuga', {
    total_conversations: 1_230,
    total_responses: 4_567,
    average_response_time_minutes: 2.5,
    resolution_rate: 87.46,
  }),
]
const averages = {
  avg_response_time: 2.5,
  avg_resolution_time: 312,
  avg_satisfaction: 4.25,
  avg_fcr_rate: 71.6,
  fcr_pending: 0,
}
const serve = (api: FakeApi) => {
  api.answer('agentMetrics', team)
  api.answer('averages', averages)
}

async function openPanel(given: (api: FakeApi) => void = serve): Promise<FakeApi> {
  const api = await openConsole('/', { given })
  await reach(title)
  return api
}

const rangeOf = ({ query }: Asked<'agentMetrics'> | Asked<'averages'>) => [query.start_date, query.end_date]

/** The newest figures asked for are of these days, and the footer says so. */
async function expectRange(api: FakeApi, from: string, to: string, footer: string): Promise<void> {
  await expect.poll(() => card().element().querySelector('footer')?.textContent).toBe(footer)
  for (const name of ['agentMetrics', 'averages'] as const)
    await expect.poll(() => api.askedFor(name).map(rangeOf).at(-1)).toEqual([from, to])
}

test('[DASH-28 PERF-01 PERF-02 PERF-03 PERF-04 PERF-05 PERF-06 PERF-07 PERF-08 PERF-09 API-48 API-49 DATA-25 Q-008 Q-117] the agents of this month, the most conversations first, and their figures together', async () => {
  const api = await openPanel()
  await expect.element(card().getByRole('combobox', { name: 'Period: Current Month' })).toBeVisible()
  await expectRange(api, '2026-03-01', '2026-03-12', 'March 2026Mar 1, 2026 to Mar 12, 2026')
  await expectTiles(card(), {
    'Total Conversations': '1,240',
    'Avg. Response Time': '2.5 min',
    'Avg. Resolution Time': '5 h 12 min',
    Satisfaction: '4.3 of 5',
    'First-Contact Resolution': '72%',
  })
  expect(textsOf(card().getByRole('columnheader'))).toEqual([
    'Agent',
    'Conversations',
    '% of Total',
    'Avg. Response',
    'Resolution %',
    'Total Responses',
  ])
  const cells = rows()
    .elements()
    .map(row => [...row.querySelectorAll('td')])
  expect(cells.map(row => row.map(one => one.textContent))).toEqual([
    ['ANAmina Nansubuga', '1,230', '99.2%', '2.5 min', '87.5%', '4,567'],
    ['BOBrian Odongo', '10', '0.8%', '–', '–', '44'],
  ])
  const bars = cells.map(row => [barOf(row[2]), barOf(row[4])].map(Math.round))
  expect(bars).toEqual([
    [99, 87],
    [1, 0],
  ])
})

test('[Q-435] a press on a column sorts by it, the next one turns the order round, and what is not measured stays last', async () => {
  await openPanel(api => {
    serve(api)
    api.answer('agentMetrics', [...team, agent('3', 'Carol Akello', { average_response_time_minutes: 9 })])
  })
  const heading = (name: string) => card().getByRole('columnheader', { name, exact: true })
  const names = () =>
    rows()
      .elements()
      .map(row => row.querySelector('bdi')?.textContent?.split(' ')[0])
  await expect.poll(names).toEqual(['Amina', 'Brian', 'Carol'])
  await expect.element(heading('Conversations')).toHaveAttribute('aria-sort', 'descending')
  await heading('Avg. Response').getByRole('button').click()
  await expect.poll(names).toEqual(['Carol', 'Amina', 'Brian'])
  await expect.element(heading('Avg. Response')).toHaveAttribute('aria-sort', 'descending')
  await expect.element(heading('Conversations')).not.toHaveAttribute('aria-sort')
  await heading('Avg. Response').getByRole('button').click()
  await expect.poll(names).toEqual(['Amina', 'Carol', 'Brian'])
  await heading('Agent').getByRole('button').click()
  await expect.poll(names).toEqual(['Amina', 'Brian', 'Carol'])
  await expect.element(heading('Agent')).toHaveAttribute('aria-sort', 'ascending')
})

test('[PERF-17 Q-036 Q-124 Q-125] the table is a file: a row for each agent, one digit behind the point', async () => {
  await openPanel()
  const file = await downloaded(card().getByRole('button', { name: 'Download CSV' }))
  expect(file.name).toBe('customer-service-metrics_2026-03-01_2026-03-12.csv')
  expect(file.lines.slice(1)).toEqual([
    'Amina Nansubuga,1230,99.2,2.5 min,87.5,4567,150',
    'Brian Odongo,10,0.8,,,44,',
  ])
})

test('[Q-119] a colleague’s figure opens that colleague’s rows', async () => {
  const api = await openPanel(one => {
    serve(one)
    one.answer('countedRows', { figure: 2, rows: ['1', '2'].map(id => countedRow({ id })) })
  })
  await rows()
    .first()
    .getByRole('button', { name: /what is this number\? Conversations of/ })
    .click()
  const about = page.getByRole('dialog', { name: 'Conversations: Amina Nansubuga' })
  await about.getByRole('button', { name: /^See the/ }).click()
  await expect
    .poll(() => api.askedFor('countedRows').at(-1)?.query)
    .toMatchObject({
      agent_id: '1',
      start_date: '2026-03-01',
      end_date: '2026-03-12',
    })
  const counted = about.getByRole('row').filter({ has: page.getByRole('cell') })
  await expect.poll(() => counted.elements().length).toBe(2)
})

test('[PERF-10 PERF-11] six periods are offered', async () => {
  await openPanel()
  await card()
    .getByRole('combobox', { name: /^Period: / })
    .click()
  await expect.element(page.getByRole('option', { name: 'Custom Date Range' })).toBeVisible()
  expect(textsOf(page.getByRole('option'))).toEqual([
    'Current Month',
    'Previous Month',
    'Two Months Ago',
    'Last Quarter',
    'Last 12 Months',
    'Custom Date Range',
  ])
})

test.each([
  ['Previous Month', '2026-02-01', '2026-02-28', 'February 2026Feb 1, 2026 to Feb 28, 2026'],
  ['Two Months Ago', '2026-01-01', '2026-01-31', 'January 2026Jan 1, 2026 to Jan 31, 2026'],
  ['Last Quarter', '2025-12-01', '2026-03-12', 'Q4 2025Dec 1, 2025 to Mar 12, 2026'],
  ['Last 12 Months', '2025-03-12', '2026-03-12', 'Last 12 MonthsMar 12, 2025 to Mar 12, 2026'],
])(
  '[PERF-10 PERF-12 PERF-13 PERF-14 Q-118] the period %s asks for %s to %s',
  async (name, from, to, footer) => {
    const api = await openPanel()
    await choose(name)
    await expectRange(api, from, to, footer)
  },
)

test('[PERF-18 PERF-19 PERF-20 PERF-21 PERF-22 PERF-23] own dates begin with the month to date; a valid change asks at once, nothing else does', async () => {
  const api = await openPanel()
  await choose('Custom Date Range')
  const [from, to] = [card().getByLabelText('Start date'), card().getByLabelText('End date')]
  await expect.element(from).toHaveValue('2026-03-01')
  await expect.element(to).toHaveValue('2026-03-12')
  await expect.element(to).toHaveAttribute('min', '2026-03-01')
  const named = 'Custom Date RangeMar 12, 2026'
  await expectRange(api, '2026-03-01', '2026-03-12', 'Custom Date RangeMar 1, 2026 to Mar 12, 2026')
  await from.fill('2026-03-12')
  await expect.element(to).toHaveAttribute('min', '2026-03-12')
  await expectRange(api, '2026-03-12', '2026-03-12', named)
  await to.fill('2026-03-11')
  await expect.element(card().getByRole('alert')).toHaveTextContent('The end date is before the start date.')
  await expectRange(api, '2026-03-12', '2026-03-12', named)
  expect(api.askedFor('agentMetrics').map(rangeOf)).not.toContainEqual([expect.anything(), '2026-03-11'])
  api.answer('agentMetrics', [])
  api.answer('averages', { avg_response_time: null })
  await to.fill('2099-01-31')
  await from.fill('2099-01-01')
  await expect.element(card().getByText('No data available')).toBeVisible()
  await expect.element(card()).toHaveTextContent('Try another date range.')
  await expectTiles(card(), { 'Avg. Response Time': '–' })
})

test('[PERF-15 ERR-25 Q-050] averages that fail for other days leave the last figures', async () => {
  const api = await openPanel()
  await expectTiles(card(), { 'Total Conversations': '1,240' })
  api.fail('averages')
  await choose('Last 12 Months')
  await expect
    .element(card().getByRole('alert'))
    .toHaveTextContent(
      'Error fetching agent performance data: Metrics API request failed with status 500. Still shown:',
    )
  await expectTiles(card(), { 'Total Conversations': '1,240' })
})

test('[PERF-16 ERR-26 Q-045] figures that fail at first: the box with the server’s message, and the other panels stand', async () => {
  await openPanel(api => {
    serve(api)
    api.fail('averages', 500, 'The figures are being counted anew.')
  })
  const alert = card().getByRole('alert')
  await expect.element(alert).toHaveTextContent('Error fetching agent performance data')
  await expect.element(alert).toHaveTextContent('The figures are being counted anew.')
  await expect.element(card().getByRole('button', { name: 'Try again' })).toBeVisible()
  expect(card().getByRole('table').elements()).toEqual([])
  await reach('Message Statistics')
  await expect.element(panel('Message Statistics').getByRole('button').first()).toBeVisible()
  expect(panel('Message Statistics').getByRole('alert').elements()).toEqual([])
})

test('[PERF-16] while the agents are fetched three rows and busy figures stand for them', async () => {
  let release = () => {}
  await openPanel(api => {
    serve(api)
    release = api.hold('agentMetrics')
  })
  await expect.poll(() => card().getByRole('row').elements().length).toBe(4)
  await expect.element(tile(card(), 'Total Conversations')).toHaveAttribute('aria-busy', 'true')
  release()
  await expectTiles(card(), { 'Total Conversations': '1,240' })
})

test('first-contact resolution says how many tickets it leaves out for now', async () => {
  await openPanel(api => {
    serve(api)
    api.answer('averages', { ...averages, fcr_pending: 2 })
  })
  await card().getByRole('button', { name: 'What is this number? First-Contact Resolution' }).click()
  await expect
    .element(page.getByRole('dialog', { name: 'First-Contact Resolution' }))
    .toHaveTextContent('2 tickets resolved in these days are not counted yet: their 72 hours are not over.')
})
