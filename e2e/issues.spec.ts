import type { Locator } from '@playwright/test'
import { messageOf, newCustomer, openThread, say } from './harness/conversation.ts'
import { issueBar, issueSelector, raiseIssue } from './harness/issues.ts'
import { expect, test } from './harness.ts'

const attach = (row: Locator): Locator => row.getByRole('button', { name: 'Attach to current issue' })
const linked = (row: Locator): Locator => row.getByText('Linked to issue', { exact: true })

test('[ISSUE-02 ISSUE-04 ISSUE-05 COMP-11 API-24 Q-016] what an agent raises, links and resolves stands at a colleague’s without a reload', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { id } = await newCustomer(parley, page, ['My payment is late'])
  await openThread(page, id)
  const colleague = await openAs('brian')
  await openThread(colleague, id)

  await raiseIssue(page, 'Late payment')
  await expect(issueSelector(page)).toHaveAccessibleName('Current issue: Late payment')
  await issueSelector(colleague).click()
  await colleague.getByRole('menuitemradio', { name: 'Late payment' }).click()
  await say(page, 'We look for it.')
  await expect(linked(messageOf(colleague, 'We look for it.'))).toHaveAttribute('title', 'Late payment')
  await attach(messageOf(page, 'My payment is late')).click()
  await expect(linked(messageOf(colleague, 'My payment is late'))).toBeVisible()

  await issueBar(page).getByRole('button', { name: 'Issue details' }).click()
  await page.getByLabel('Resolution summary').fill('Paid on Friday')
  await page.getByRole('button', { name: 'Resolve issue' }).click()
  await expect(issueBar(colleague)).toContainText('Resolved')
})
