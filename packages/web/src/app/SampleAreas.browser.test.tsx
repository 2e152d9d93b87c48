import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../test/accessible.ts'
import { applicationRows, statusBadge } from '../../test/applications.ts'
import { giveCapabilities, openConsole } from '../../test/console.tsx'
import { serveConversations } from '../../test/conversation-list.ts'
import type { FakeApi } from '../../test/fake-api.ts'
import { expectTiles, panel, tile } from '../../test/figures.ts'
import {
  attach,
  expectSelected,
  issueBar,
  issueChoices,
  issueSelector,
  linked,
  linkNote,
} from '../../test/issues.ts'
import { conversation } from '../../test/samples.ts'
import { customerMessages, serveThread } from '../../test/thread.ts'
import { sendReply } from '../../test/screen.ts'

/** A server that leaves out every area that it may. */
const openSamples = (path: string, given?: (api: FakeApi) => void) =>
  openConsole(path, {
    given: api => {
      giveCapabilities(api, 'AGENT', {}, { areas: [] })
      given?.(api)
    },
  })

const openThread = () =>
  openSamples('/conversations/7', api => serveThread(api, customerMessages('My cover must not lapse')))

const status = () => page.getByRole('button', { name: /^Status: / })
const statusIs = (word: string) => expect.element(status()).toHaveAccessibleName(`Status: ${word}`)
const callsOf = (api: FakeApi, names: RegExp) =>
  api.asked.map(({ name }) => name).filter(name => names.test(name))

test('[GEN-08 CONV-04 API-53 Q-017] without the area a status is sample data: marked, set in this page alone, by no call', async () => {
  const api = await openThread()
  await status().click()
  await expect
    .element(page.getByRole('menu'))
    .toHaveTextContent('Sample data: a change stays in this browser.')
  await expectAccessible()
  await page.getByRole('menuitemradio', { name: 'Dormant' }).click()
  await statusIs('Dormant')
  await expect.poll(() => document.querySelector('main header')?.textContent).toContain('Sample data')
  // Another screen and back: the page still has it.
  await page.getByRole('link', { name: /^Conversations/ }).click()
  await page.getByRole('grid').getByText('Nakato Prossy').first().click()
  await statusIs('Dormant')
  expect(callsOf(api, /setConversationStatus/)).toEqual([])
  expect(api.askedFor('capabilities').length).toBeGreaterThan(0)
})

async function raise(title: string): Promise<void> {
  await issueSelector().click()
  await page.getByRole('menuitem', { name: 'New issue…' }).click()
  const dialog = page.getByRole('dialog', { name: 'New issue' })
  await dialog.getByLabelText('Title').fill(title)
  await dialog.getByRole('combobox', { name: 'Category' }).click()
  await page.getByRole('option', { name: 'Claims' }).click()
  await dialog.getByRole('button', { name: 'Create issue' }).click()
  await expectSelected(title)
}

test('[GEN-08 ISSUE-04 COMP-10 THREAD-09 THREAD-15 API-24 API-53 Q-016] without the area issues are the built-in ones and one’s own, linked in this page alone', async () => {
  const api = await openThread()
  await expect.element(issueBar()).toHaveTextContent('Sample data')
  await issueSelector().click()
  await expect
    .poll(() =>
      issueChoices()
        .elements()
        .map(one => one.textContent),
    )
    .toEqual([
      'No issue selected',
      expect.stringMatching(/^Sample issue: .*In progress$/),
      expect.stringMatching(/^Sample issue: .*Resolved$/),
    ])
  await issueChoices().first().click()
  await raise('Raised on samples')
  await expect.element(linkNote()).toBeVisible()
  await sendReply('Sent on samples')
  await expect.element(linked('Sent on samples')).toHaveAttribute('title', 'Sample data: Raised on samples')
  expect(api.askedFor('send').map(({ body }) => body?.issue_id)).toEqual([undefined])
  await attach('My cover must not lapse').click()
  await expect.element(linked('My cover must not lapse')).toBeVisible()
  expect(callsOf(api, /issue/i)).toEqual([])
})

test('[ISSUE-05 ISSUE-07 API-53 Q-016] without the area an issue is resolved and reopened in this page', async () => {
  const api = await openThread()
  await raise('Raised on samples')
  const details = issueBar().getByRole('button', { name: 'Issue details' })
  const dialog = page.getByRole('dialog', { name: 'Raised on samples' })
  await details.click()
  await expect.element(dialog).toHaveTextContent('Sample data')
  await expectAccessible()
  await dialog.getByLabelText('Resolution summary').fill('Done')
  await dialog.getByRole('button', { name: 'Resolve issue' }).click()
  await expect.element(issueBar()).toHaveTextContent('Resolved')
  await details.click()
  await dialog.getByLabelText('Reason for reopening').fill('Not done')
  await dialog.getByRole('button', { name: 'Reopen issue' }).click()
  await expect.element(issueBar()).toHaveTextContent('Reopened')
  expect(callsOf(api, /issue/i)).toEqual([])
})

const mark = 'Sample data: not submitted by a real customer; changes stay in this browser'

test('[GEN-08 GEN-12 API-53 API-54 Q-015 Q-130] without the area applications are marked samples, changed in this browser by no call', async () => {
  const api = await openSamples('/applications')
  await expect.element(applicationRows().first()).toHaveTextContent('Sample Applicant')
  await expect.element(page.getByText(mark, { exact: true })).toBeVisible()
  expect(page.getByRole('link', { name: /^Chat / }).elements()).toEqual([])
  await expectAccessible()
  await page.getByRole('tab', { name: /^Submitted/ }).click()
  await expect.poll(() => applicationRows().elements().length).toBe(1)
  await applicationRows()
    .getByRole('link', { name: /^View / })
    .click()
  await expect.element(page.getByText(mark, { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Update Status' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Approved' }).click()
  const despite = dialog.getByRole('checkbox', { name: /^Approve despite/ })
  if (despite.query() !== null) await despite.click()
  await dialog.getByRole('button', { name: 'Update Status' }).click()
  await expect.element(statusBadge()).toHaveTextContent('Approved')
  await page.getByRole('tab', { name: /^Documents/ }).click()
  const file = page.getByRole('link', { name: /^Download / }).first()
  await expect.element(file).toBeVisible()
  const answer = await fetch(file.element().getAttribute('href') ?? '')
  expect([...new Uint8Array(await answer.arrayBuffer())].slice(1, 4)).toEqual([0x50, 0x4e, 0x47])
  expect(callsOf(api, /application/i)).toEqual([])
})

test('[GEN-08 Q-015] an application that is no sample is not found', async () => {
  await openSamples('/lib-applications/nothing')
  await expect.element(page.getByText('Application Not Found')).toBeVisible()
})

test('[Q-015 Q-131] no real customer has a sample application', async () => {
  await openThread()
  await expect
    .element(page.getByRole('region', { name: 'IPP applications (0)' }))
    .toHaveTextContent('Sample data')
  await expect.element(page.getByRole('region', { name: 'LIB Flex applications (0)' })).toBeVisible()
})

test('[GEN-08 GEN-12 API-53 DATA-29 DASH-12 DASH-13 Q-009 Q-010 Q-011 Q-013] without the area the dashboard’s figures are marked samples without rows; what the console counts itself is none', async () => {
  const rows = ['7', '8'].map(id => conversation({ id }))
  const api = await openSamples('/', one => {
    serveConversations(one, rows)
    one.answer('unreadStats', { conversations_with_unread: 5 })
  })
  const key = panel('Key figures')
  const response = tile(key, 'Avg. Response Time')
  await expectTiles(key, {
    'Avg. Response Time': '2.5 min',
    'Pending Conversations': '5',
    'Active Conversations': '2',
  })
  for (const where of [response, tile(key, 'Resolution Rate'), panel('Performance Metrics')])
    await expect.element(where).toHaveTextContent('Sample data')
  await expect.element(tile(key, 'Pending Conversations')).not.toHaveTextContent('Sample data')
  await expect.element(tile(key, 'Waiting Now')).not.toBeInTheDocument()
  await expect.element(panel('Shift Overview')).toHaveTextContent(/You've handled \d+ conversations? today/)
  await response.getByRole('button').click()
  const about = page.getByRole('dialog', { name: 'Response Time' })
  await expect.element(about).toHaveTextContent('This is built-in sample data')
  expect(about.getByRole('button', { name: /^See the/ }).elements()).toEqual([])
  expect(api.askedFor('dashboard')).toEqual([])
})
