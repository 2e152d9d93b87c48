import type { Page } from '@playwright/test'
import { newCustomer } from './harness/conversation.ts'
import type { Parley } from './harness/parley.ts'
import { call, raise } from './harness/ticket.ts'
import { expect, test } from './harness.ts'

const grid = (page: Page) => page.getByRole('grid', { name: 'Tickets' })
const line = (page: Page, title: string) => grid(page).getByRole('row').filter({ hasText: title })
const filter = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Filters' }).getByRole('combobox', { name })
const choose = async (page: Page, name: string, option: RegExp | string) => {
  await filter(page, name).click()
  await page.getByRole('option', { name: option }).click()
}

/** A ticket on a new customer's conversation, which whoever the page belongs to has claimed unless told otherwise. */
async function given(parley: Parley, page: Page, title: string, more: object = {}, isClaimed = true) {
  const { id } = await newCustomer(parley, page, [`About ${title}`])
  if (isClaimed) {
    const me = await call<{ id: string }>(page, 'GET', 'account')
    await call(page, 'POST', `assignments/conversation/${id}/assign`, { agent_id: me.id })
    await call(page, 'POST', `handoff/accept/${id}`)
  }
  return raise(page, id, { title, ...more })
}

test('[Q-227] my open tickets, the most urgent first, live, narrowed, and each leads to its ticket and conversation', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const low = await given(parley, page, 'Small thing', { priority: 'LOW' })
  const other = await given(parley, page, 'Of nobody', { priority: 'URGENT' }, false)
  await page.goto('/conversations')
  // The code that hears keys comes a moment after the page.
  const palette = page.getByRole('dialog', { name: 'Search or jump to' })
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(palette).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(palette.getByRole('option', { name: /Tickets/ })).toContainText('G then T')
  await page.keyboard.press('Escape')
  await expect(palette).toHaveCount(0)
  // Too late behind the first, the second key means nothing.
  await expect(async () => {
    await page.keyboard.press('g')
    await page.keyboard.press('t')
    await expect(page).toHaveURL(/\/tickets$/, { timeout: 2_000 })
  }).toPass()
  await expect(page.getByRole('heading', { name: 'Tickets', level: 2 })).toBeVisible()
  await expect(line(page, 'Small thing')).toContainText('You')
  await expect(line(page, 'Of nobody')).toHaveCount(0)

  // What comes while the list is open takes its place by itself.
  await given(parley, page, 'Great thing', { priority: 'URGENT' })
  await expect(grid(page).getByRole('row').nth(1)).toContainText('Great thing')
  await call(page, 'PUT', `tickets/${low.id}/priority`, { priority: 'MEDIUM' })
  await expect(line(page, 'Small thing')).toContainText('Medium')

  await choose(page, 'Assigned to', 'Nobody')
  await expect(line(page, 'Of nobody')).toBeVisible()
  await expect(line(page, 'Small thing')).toHaveCount(0)
  await choose(page, 'Assigned to', 'Anybody')
  await page.getByRole('searchbox', { name: 'Search tickets' }).fill(other.ticket_number)
  await expect(grid(page).getByRole('row')).toHaveCount(2)
  await expect(page).toHaveURL(/agent=any/)
  await call(page, 'PUT', `tickets/${other.id}`, { status: 'CLOSED' })
  await expect(page.getByText('No tickets found')).toBeVisible()
  await choose(page, 'Status', /^Closed/)
  await expect(line(page, 'Of nobody')).toContainText('Closed')

  await expect(line(page, 'Of nobody').getByRole('link', { name: /^Chat/ })).toHaveAttribute(
    'href',
    `/conversations/${other.conversation_id}`,
  )
  await line(page, 'Of nobody').getByRole('link', { name: /^View/ }).click()
  await expect(page.getByRole('article', { name: other.ticket_number })).toBeVisible()
  await page.goBack()
  await expect(line(page, 'Of nobody')).toBeVisible()
})

test('[Q-227] on a phone; nobody’s open tickets say so and lead on', async ({ openAs, parley }) => {
  const page = await openAs('brian')
  const mine = await given(parley, page, 'On the way', { priority: 'HIGH' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/tickets')
  await expect(line(page, 'On the way')).toContainText(mine.ticket_number)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)

  const idle = await openAs('admin')
  const { id: own } = await call<{ id: string }>(idle, 'GET', 'account')
  const theirs = await call<{ id: string }[]>(idle, 'GET', `support_tickets?status=OPEN&assignee_id=${own}`)
  for (const { id } of theirs) await call(idle, 'PUT', `tickets/${id}`, { status: 'CLOSED' })
  await idle.goto('/tickets')
  await expect(idle.getByText('You have no open tickets')).toBeVisible()
  await idle.getByRole('button', { name: 'Show everybody’s' }).click()
  await expect(line(idle, 'On the way')).toContainText('Brian Odongo')
})
