import { expectAccessible } from './harness/accessible.ts'
import { messageOf, openByName, openThread, say } from './harness/conversation.ts'
import { issueBar, issueSelector, raiseIssue } from './harness/issues.ts'
import { startParley } from './harness/parley.ts'
import { expect, signIn, test } from './harness.ts'

test('[GEN-08 CONV-04 API-24 API-53 ISSUE-04 ISSUE-05 ISSUE-07 COMP-10 THREAD-09 THREAD-15 Q-016 Q-017] areas that the server leaves out are sample data: no call, a delay, marked, gone after a reload', async ({
  browser,
  pageErrors,
}) => {
  const parley = await startParley({ env: { SAMPLE_AREAS: 'issues,conversation-status' } })
  const context = await browser.newContext({ baseURL: parley.url, viewport: { width: 1366, height: 768 } })
  pageErrors.watch(context)
  try {
    const page = await context.newPage()
    const calls: string[] = []
    page.on('request', request => calls.push(`${request.method()} ${new URL(request.url()).pathname}`))
    await signIn(page)
    const id = await openByName(page, 'Nakato Prossy')

    // The status: half a second, in this page alone, marked.
    const status = page.getByRole('button', { name: /^Status: / })
    await status.click()
    await expect(page.getByRole('menu')).toContainText('Sample data: a change stays in this browser.')
    await expectAccessible(page)
    // Taken before the press, so that a slow machine can only make it longer.
    const chosen = Date.now()
    await page.getByRole('menuitemradio', { name: 'Dormant' }).click()
    await expect(status).toHaveAccessibleName('Status: Active')
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
    await openThread(page, id)
    await expect(issueSelector(page)).toHaveAccessibleName('Current issue: No issue selected')
    await expect(status).toHaveAccessibleName('Status: Active')
    await expect(messageOf(page, 'Sent on samples').getByText('Linked to issue')).toHaveCount(0)
    expect(calls.filter(call => /\/api\/v1\/(issues|conversations\/\d+\/status)/.test(call))).toEqual([])
    expect(calls).toContain('GET /api/v1/capabilities')
  } finally {
    await context.close()
    await parley.stop()
  }
})
