import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openConsole, setTime } from '../../../test/console.tsx'
import type { FakeApi } from '../../../test/fake-api.ts'
import { barOf, downloaded, expectTiles, panel, reach, textsOf, tile } from '../../../test/figures.ts'

beforeEach(() => setTime('2026-03-12T12:00:00+03:00'))

const title = 'Workload Distribution'
const card = () => panel(title)
const table = () => card().getByRole('table', { name: 'Overloaded agents' })
const refresh = () => card().getByRole('button', { name: `Refresh ${title}` })
const chart = () => card().getByRole('figure')
const carol = {
  user_id: '3',
  user_name: 'Carol Namuli',
  current_workload: 8,
  max_capacity: 5,
  capacity_exceeded_by: 3,
}

const serve = (api: FakeApi, utilization: number, overloaded = [carol]) => {
  api.answer('workloadMonitor', {
    metrics: {
      total_agents: 4,
      overloaded_agents: overloaded.length,
      avg_utilization_percentage: utilization,
      max_workload: 8,
    },
  })
  api.answer('overloadedAgents', { overloaded_agents: overloaded })
}

async function openPanel(given: (api: FakeApi) => void): Promise<FakeApi> {
  const api = await openConsole('/', { given })
  await reach(title)
  return api
}

test.each([
  [42.25, '42.3%', 'ok', '--ok-dot'],
  [70, '70.0%', 'warn', '--warn-dot'],
  [89.9, '89.9%', 'warn', '--warn-dot'],
  [131, '131.0%', 'danger', '--danger-dot'],
] as const)(
  '[DASH-29 WORK-01 WORK-02 WORK-03 WORK-04 WORK-05 API-50 Q-120] the workload: figures, and at %d percent a bar of the tone %s, %s',
  async (utilization, words, tone, token) => {
    await openPanel(api => serve(api, utilization))
    await expectTiles(card(), {
      'Total Agents': '4',
      'Overloaded Agents': '1',
      'Avg Utilization': words,
      'Max Workload': '8',
    })
    await expect.element(chart()).toHaveTextContent(words)
    const bar = chart().element().querySelector('[data-tone]')
    expect(bar?.getAttribute('data-tone')).toBe(tone)
    const filled = bar?.firstElementChild as HTMLElement
    const wanted = document.createElement('span')
    wanted.style.background = `var(${token})`
    filled.append(wanted)
    expect(getComputedStyle(filled).backgroundColor).toBe(getComputedStyle(wanted).backgroundColor)
    wanted.remove()
    await expect.poll(() => barOf(chart().element())).toBeCloseTo(Math.min(100, utilization), 0)
    const axis = [...chart().element().querySelectorAll('[aria-hidden] span')].map(one => one.textContent)
    expect(axis.filter(text => /^\d+$/.test(text))).toEqual(['0', '50', '100'])
  },
)

test('[WORK-06 Q-121] nobody overloaded reads that the workload is balanced', async () => {
  await openPanel(api => serve(api, 40, []))
  await expect
    .element(card())
    .toHaveTextContent('No agents are currently overloaded. Workload distribution is balanced.')
  await expect.element(table()).not.toBeInTheDocument()
})

test('[WORK-07 WORK-08 WORK-09 API-51 Q-022] overloaded agents stand in a table that fits, and in a file', async () => {
  const api = await openPanel(one => serve(one, 40, []))
  await expect.element(card()).toHaveTextContent('balanced')
  serve(api, 95)
  await refresh().click()
  await expect.element(table()).toBeVisible()
  expect(textsOf(table().getByRole('columnheader'))).toEqual([
    'Agent',
    'Current Load',
    'Max Capacity',
    'Exceeding By',
    'Status',
  ])
  expect(textsOf(table().getByRole('cell'))).toEqual(['Carol Namuli', '8', '5', '3', 'OVERLOADED'])
  const place = card().getByRole('region', { name: 'Overloaded agents and their load' }).element()
  expect(place.scrollWidth).toBeLessThanOrEqual(place.clientWidth)
  const file = await downloaded(card().getByRole('button', { name: 'Download CSV' }))
  expect(file.name).toBe('overloaded-agents_2026-03-12.csv')
  expect(file.lines[1]).toBe('Carol Namuli,8,5,3,OVERLOADED')
})

test('[WORK-07 Q-121 Q-418] who is exactly at capacity is listed as such, not as exceeding it by 0', async () => {
  const atCapacity = {
    user_id: '9',
    user_name: 'Dan',
    current_workload: 5,
    max_capacity: 5,
    capacity_exceeded_by: 0,
  }
  await openPanel(api => serve(api, 95, [atCapacity]))
  await expect.element(table()).toBeVisible()
  expect(textsOf(table().getByRole('cell'))).toEqual(['Dan', '5', '5', 'At capacity', 'OVERLOADED'])
})

test('[WORK-10] "Show Overloaded Only" takes the figures away, and brings them back', async () => {
  await openPanel(api => serve(api, 95))
  const only = card().getByRole('button', { name: 'Show Overloaded Only' })
  await expect.element(table()).toBeVisible()
  await only.click()
  await expect.element(only).toHaveAttribute('aria-pressed', 'true')
  await expect.element(tile(card(), 'Total Agents')).not.toBeInTheDocument()
  await expect.element(chart()).not.toBeInTheDocument()
  await expect.element(table()).toBeVisible()
  await only.click()
  await expect.element(tile(card(), 'Total Agents')).toBeVisible()
})

test('[WORK-11] a team of nobody reads "No workload data available"', async () => {
  const api = await openPanel(one => serve(one, 95))
  await expect.element(table()).toBeVisible()
  api.answer('workloadMonitor', {})
  api.answer('overloadedAgents', {})
  await refresh().click()
  await expect.element(card().getByText('No workload data available')).toBeVisible()
  serve(api, 95)
  await refresh().click()
  await expect.element(table()).toBeVisible()
})

test('[WORK-12 WORK-13 Q-050] a refresh that fails keeps what is known, with its time', async () => {
  const api = await openPanel(one => serve(one, 95))
  await expect.element(table()).toBeVisible()
  api.fail('workloadMonitor')
  await refresh().click()
  await expect
    .element(card().getByRole('alert'))
    .toHaveTextContent(/Failed to load workload data\. Still shown: the workload as of \d\d:\d\d/)
  await expect.element(table()).toBeVisible()
})

test('[WORK-13 Q-004] a first load that fails shows no zeros', async () => {
  await openPanel(api => api.fail('workloadMonitor'))
  await expect.element(card().getByRole('alert')).toHaveTextContent('Failed to load workload data')
  await expect.element(page.getByRole('button', { name: `Refresh Data: ${title}` })).toBeVisible()
  expect(card().getByText('balanced').elements()).toEqual([])
  expect(tile(card(), 'Total Agents').elements()).toEqual([])
})
