import { breakCall, expectTile, panel, reach, tile } from './harness/figures.ts'
import { call } from './harness/ticket.ts'
import { expect, test } from './harness.ts'

test('[PERF-16 WORK-13] where figures fail at first, "Try again" and "Refresh Data" load the page anew', async ({
  openAs,
}) => {
  const page = await openAs('agent', '/')
  for (const [title, path, name] of [
    ['Customer Service Metrics', /\/performance\/averages$/, 'Try again'],
    ['Workload Distribution', /\/monitor\/workload\/monitor$/, 'Refresh Data: Workload Distribution'],
  ] as const) {
    const card = panel(page, title)
    const mend = await breakCall(page, path)
    await page.reload()
    await reach(page, title)
    await expect(card.getByRole('alert')).toBeVisible()
    await mend()
    const loaded = page.waitForEvent('load')
    await card.getByRole('button', { name }).click()
    await loaded
    await reach(page, title)
    await expect(
      tile(card, title.startsWith('W') ? 'Total Agents' : 'Total Conversations').locator('b'),
    ).toHaveText(/^\d+$/)
  }
  const { metrics } = await call<{ metrics: Record<string, number> }>(page, 'GET', 'monitor/workload/monitor')
  await expectTile(panel(page, 'Workload Distribution'), 'Total Agents', String(metrics['total_agents']))
})
