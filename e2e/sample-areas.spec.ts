import type { Page } from '@playwright/test'
import { expectAccessible, expectNoViolation } from './harness/accessible.ts'
import { chooseApproved, listRows, statusBadge } from './harness/applications.ts'
import { messageOf, openByName, say } from './harness/conversation.ts'
import { count, expectTile, panel, tile } from './harness/figures.ts'
import { issueBar, issueSelector, raiseIssue } from './harness/issues.ts'
import { type Parley, startParley } from './harness/parley.ts'
import { call } from './harness/ticket.ts'
import { timeOf } from './harness/times.ts'
import { test as base, expect } from './harness.ts'

/** A server that leaves out every area that it may, for all tests of this file. */
let samples: Parley | undefined

const test = base.extend({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures are needed
  baseURL: async ({}, provide) => {
    samples ??= await startParley({
      env: { SAMPLE_AREAS: 'applications,conversation-status,dashboard,issues' },
    })
    await provide(samples.url)
  },
})

test.afterAll(() => samples?.stop())

test('[GEN-08 CONV-04 API-24 API-53 ISSUE-04 ISSUE-05 ISSUE-07 COMP-10 THREAD-09 THREAD-15 Q-016 Q-017] areas that the server leaves out are sample data: no call, a delay, marked, gone after a reload', async ({
  openAs,
}) => {
  const page = await openAs('agent')
  const calls: string[] = []
  page.on('request', request => calls.push(`${request.method()} ${new URL(request.url()).pathname}`))
  const id = await openByName(page, 'Nakato Prossy')

  // The status: half a second, in this page alone, marked.
  const status = page.getByRole('button', { name: /^Status: / })
  await status.click()
  await expect(page.getByRole('menu')).toContainText('Sample data: a change stays in this browser.')
  await expectAccessible(page)
  // Taken before the press, so that a slow machine can only make it longer.
  const chosen = Date.now()
  await page.getByRole('menuitemradio', { name: 'Dormant' }).click()
  await expect(status).toHaveAccessibleName('Status: Dormant')
  expect(Date.now() - chosen).toBeGreaterThan(400)
  await expect(page.locator('main header').first()).toContainText('Sample data')

  // The issues: the built-in set, and one of our own.
  await expect(issueBar(page)).toContainText('Sample data')
  await issueSelector(page).click()
  await expect(page.getByRole('menuitemradio')).toHaveText([
    'No issue selected',
    /^Sample issue: .*In progress$/,
    /^Sample issue: .*Resolved$/,
  ])
  await page.keyboard.press('Escape')
  await raiseIssue(page, 'Raised on samples')
  await expect(issueSelector(page)).toHaveAccessibleName('Current issue: Raised on samples')
  await expect(page.getByText('Messages will be linked to the current issue')).toBeVisible()

  const send = page.waitForRequest(request => request.url().includes('/agent/send/'))
  await say(page, 'Sent on samples')
  expect((await send).postDataJSON()).not.toHaveProperty('issue_id')
  const sent = messageOf(page, 'Sent on samples').getByText('Linked to issue')
  await expect(sent).toHaveAttribute('title', 'Sample data: Raised on samples')
  const old = messageOf(page, 'My cover must not lapse')
  await old.hover()
  await old.getByRole('button', { name: 'Attach to current issue' }).click()
  await expect(old.getByText('Linked to issue')).toBeVisible()

  await issueBar(page).getByRole('button', { name: 'Issue details' }).click()
  const dialog = page.getByRole('dialog', { name: 'Raised on samples' })
  await expect(dialog).toContainText('Sample data')
  await expect(dialog).toContainText('2 linked')
  await expectAccessible(page)
  await dialog.getByLabel('Resolution summary').fill('Done')
  await dialog.getByRole('button', { name: 'Resolve issue' }).click()
  await expect(issueBar(page)).toContainText('Resolved')
  await issueBar(page).getByRole('button', { name: 'Issue details' }).click()
  await dialog.getByLabel('Reason for reopening').fill('Not done')
  await dialog.getByRole('button', { name: 'Reopen issue' }).click()
  await expect(issueBar(page)).toContainText('Reopened')

  // Another screen and back: the page still has it. A reload does not.
  await page.getByRole('link', { name: 'Back to list' }).click()
  await page.getByRole('grid').getByText('Nakato Prossy').first().click()
  await expect(issueSelector(page)).toHaveAccessibleName('Current issue: Raised on samples')
  await expect(status).toHaveAccessibleName('Status: Dormant')
  await page.goto(`/conversations/${id}`)
  await expect(issueSelector(page)).toHaveAccessibleName('Current issue: No issue selected')
  await expect(status).toHaveAccessibleName('Status: Active')
  await expect(messageOf(page, 'Sent on samples').getByText('Linked to issue')).toHaveCount(0)
  expect(calls.filter(call => /\/api\/v1\/(issues|conversations\/\d+\/status)/.test(call))).toEqual([])
  expect(calls).toContain('GET /api/v1/capabilities')
})

test('[GEN-08 GEN-12 API-53 API-54 Q-015 Q-130 Q-131] a server that leaves applications out: marked samples after half a second, no call, changes stay in this browser', async ({
  openAs,
}) => {
  const page = await openAs('agent')
  const mark = 'Sample data: not submitted by a real customer; changes stay in this browser'
  const tab = (name: RegExp) => page.getByRole('tab', { name })
  const calls: string[] = []
  page.on('request', request => calls.push(new URL(request.url()).pathname))
  const loading = await timeOf(page, 'Loading applications...')
  await page.goto('/applications')
  await expect(listRows(page).first()).toContainText('Sample Applicant')
  expect(await loading(), 'that it is loading was said').toBeGreaterThan(0)
  await expect(page.getByText(mark, { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Chat / })).toHaveCount(0)
  await expectNoViolation(page)
  await tab(/^Submitted/).click()
  await expect(listRows(page)).toHaveCount(1)
  await listRows(page)
    .getByRole('link', { name: /^View / })
    .click()
  await expect(page.getByText(mark, { exact: true })).toBeVisible()
  const dialog = await chooseApproved(page)
  // Taken before the press, so that a slow machine can only make it longer.
  const pressed = Date.now()
  await dialog.getByRole('button', { name: 'Update Status' }).click()
  await expect(statusBadge(page)).toHaveText('Approved')
  expect(Date.now() - pressed).toBeGreaterThan(490)
  await tab(/^Documents/).click()
  const href = await page
    .getByRole('link', { name: /^Download / })
    .first()
    .getAttribute('href')
  const file = await page.request.get(href ?? '')
  expect(file.status()).toBe(200)
  expect((await file.body()).subarray(1, 4).toString()).toBe('PNG')
  await page.reload()
  await expect(statusBadge(page)).toHaveText('Approved')
  await page.goto('/lib-applications/nothing')
  await expect(page.getByText('Application Not Found')).toBeVisible()

  // No real customer has one of them.
  await page.goto('/conversations')
  await page.getByRole('grid').locator('[data-index]').first().click()
  await expect(page.getByRole('region', { name: 'IPP applications (0)' })).toContainText('Sample data')
  await expect(page.getByRole('region', { name: 'LIB Flex applications (0)' })).toBeVisible()
  expect(calls.filter(path => path.startsWith('/api/v1/applications'))).toEqual([])
  expect(calls).toContain('/api/v1/capabilities')
})

/** The tiles at the top. */
const key = (page: Page) => page.getByRole('region', { name: 'Key figures' })

/** Records from the page's first moment how long a figure's card says that it is being fetched. */
const recordWait = (page: Page, name: string) =>
  page.addInitScript(figure => {
    const wait: { from?: number; to?: number } = {}
    Object.assign(window, { wait })
    const look = () => {
      const busy = document.querySelector(`[role=group][aria-label="${figure}"]`)?.getAttribute('aria-busy')
      if (busy === 'true') wait.from ??= performance.now()
      if (busy === 'false' && wait.from !== undefined) wait.to ??= performance.now()
    }
    new MutationObserver(look).observe(document, { attributes: true, childList: true, subtree: true })
  }, name)

/** What was recorded, in milliseconds; 0 when it never said so. */
const waitOf = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { wait } = window as unknown as { wait: { from?: number; to?: number } }
    return (wait.to ?? 0) - (wait.from ?? 0)
  })

test('[GEN-08 GEN-12 API-53 DATA-29 DASH-12 DASH-13 Q-009 Q-010 Q-011 Q-013] a dashboard that the server leaves out is sample data: no call, half a second, marked, without rows', async ({
  openAs,
}) => {
  const page = await openAs('agent')
  const calls: string[] = []
  page.on('request', request => calls.push(new URL(request.url()).pathname))
  await recordWait(page, 'Avg. Response Time')
  await page.goto('/')
  const response = tile(key(page), 'Avg. Response Time')
  await expect(response.locator('b')).toHaveText('2.5 min')
  expect(await waitOf(page)).toBeGreaterThan(450)
  await expect(response).toContainText('Sample data')
  await expect(tile(key(page), 'Resolution Rate')).toContainText('Sample data')
  await expect(panel(page, 'Performance Metrics')).toContainText('Sample data')
  await expect(tile(key(page), 'Waiting Now')).toHaveCount(0)
  expect(calls).not.toContain('/api/v1/dashboard')

  // What the console counts itself is no sample.
  const stats = await call<{ conversations_with_unread: number }>(page, 'GET', 'messages/agent/unread-stats')
  await expectTile(key(page), 'Pending Conversations', count(stats.conversations_with_unread))
  await expect(tile(key(page), 'Pending Conversations')).not.toContainText('Sample data')
  const active = await call<unknown[]>(page, 'GET', 'messages/admin/conversations?status=ACTIVE&limit=500')
  await expectTile(key(page), 'Active Conversations', count(active.length))
  await expect(page.getByRole('region', { name: 'Shift Overview' })).toContainText(
    /You've handled \d+ conversations? today/,
  )

  await response.getByRole('button').click()
  const about = page.getByRole('dialog', { name: 'Response Time' })
  await expect(about).toContainText('This is built-in sample data')
  await expect(about.getByRole('button', { name: /^See the/ })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(response.locator('b')).toHaveText('2.5 min')
})
