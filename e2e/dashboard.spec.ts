import type { Page } from '@playwright/test'
import { newCustomer, openThread, say } from './harness/conversation.ts'
import { count, dashboardOf, duration, expectTile, panel, tile } from './harness/figures.ts'
import { call, raise } from './harness/ticket.ts'
import { ownClock, skip } from './harness/times.ts'
import { expect, test } from './harness.ts'

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

test('[DASH-05 DASH-06 DASH-07 DASH-08 DASH-11 DASH-16 GEN-10 Q-009 Q-010] the headline is what the server measures, and moves with the work', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  await ownClock(page)
  await page.goto('/')
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
    return figures
  }
  const before = await expectHeadline()

  // A conversation answered that nobody has, a ticket raised and resolved.
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

  const loaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Refresh Data', exact: true }).click()
  await loaded
  await expectHeadline()
})
