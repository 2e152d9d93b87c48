import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../test/accessible.ts'
import { focusOn } from '../../../test/screen.ts'
import { issueBar, issueSelector, latePayment, openIssues, selectIssue } from '../../../test/issues.ts'

const open = { ...latePayment, title: 'To be resolved', category: 'CLAIMS' as const }
const resolved = {
  ...open,
  status: 'RESOLVED' as const,
  closed_at: '2026-03-02T09:05:00.000Z',
  resolution_time: 5,
  resolution_summary: 'Paid on Thursday',
}
const dialog = () => page.getByRole('dialog', { name: open.title })
const details = () => issueBar().getByRole('button', { name: 'Issue details' })
const summary = () => dialog().getByLabelText('Resolution summary')
const resolve = () => dialog().getByRole('button', { name: 'Resolve issue' })
const reason = () => dialog().getByLabelText('Reason for reopening')
const reopen = () => dialog().getByRole('button', { name: 'Reopen issue' })

/** Opens the details of this issue. */
async function openDetails(issue: Parameters<typeof openIssues>[1]) {
  const opened = await openIssues(['Please resolve'], issue)
  await selectIssue(open.title)
  await details().click()
  await expect.element(dialog()).toBeVisible()
  return opened
}

test('[GEN-11 ISSUE-03 DATA-32 Q-016] the details of an issue say how it stands and who raised it', async () => {
  await openDetails([open])
  await expect
    .element(dialog())
    .toHaveTextContent(/Status\s*Open.*Category\s*Claims.*Priority\s*Medium.*by Amina Nakato/)
})

test('[GEN-11 ISSUE-05 Q-016] an issue is resolved with a summary, and not without', async () => {
  const { api } = await openDetails([open])
  await resolve().click()
  await expect.element(dialog()).toHaveTextContent('Say how it was resolved')
  await expectAccessible()
  expect(api.askedFor('resolveIssue')).toEqual([])
  await summary().fill('Paid on Friday')
  await resolve().click()
  await expect.element(issueBar()).toHaveTextContent('Resolved')
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(api.askedFor('resolveIssue').map(({ params, body }) => ({ ...params, ...body }))).toEqual([
    { id: '51', resolution_summary: 'Paid on Friday' },
  ])
})

test('[ISSUE-05 CONST-09 ERR-21 Q-016] a colleague who resolved it before is respected, and what was written stays', async () => {
  const { api, byColleague } = await openDetails([open])
  await summary().fill('Paid on Friday')
  byColleague(resolved)
  await expect.element(dialog()).toHaveTextContent(/Resolved.*after 5 minutes.*Paid on Thursday/)
  api.refuse('resolveIssue', 'issue.resolved', {}, { current: resolved })
  await resolve().click()
  await expect
    .element(dialog().getByRole('alert'))
    .toHaveTextContent('Failed to resolve issue: This issue was already resolved')
  await expect.element(summary()).toHaveValue('Paid on Friday')
})

test('[GEN-11 ISSUE-06 ISSUE-07 Q-016] a resolved issue is opened again with a reason, and not without', async () => {
  const { api } = await openIssues(['Please resolve'], [resolved])
  await selectIssue(open.title)
  focusOn(issueSelector())
  await userEvent.tab()
  await expect.element(details()).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await reopen().click()
  await expect.element(dialog()).toHaveTextContent('Say why it is opened again')
  expect(api.askedFor('reopenIssue')).toEqual([])
  await reason().fill('It came back')
  await reopen().click()
  await expect.element(issueBar()).toHaveTextContent('Reopened')
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(details()).toHaveFocus()
  expect(api.askedFor('reopenIssue').map(({ params, body }) => ({ ...params, ...body }))).toEqual([
    { id: '51', reason: 'It came back' },
  ])
})

test('[ISSUE-08 ERR-21] where a colleague has opened it again before, it says so', async () => {
  const { api } = await openDetails([resolved])
  api.refuse('reopenIssue', 'issue.not-resolved', {}, { current: open })
  await reason().fill('It came back')
  await reopen().click()
  await expect
    .element(dialog().getByRole('alert'))
    .toHaveTextContent('Failed to reopen issue: Only resolved issues can be reopened')
  await expect.element(reason()).toHaveValue('It came back')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog()).not.toBeInTheDocument()
})
