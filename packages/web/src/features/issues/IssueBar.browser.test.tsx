import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../test/accessible.ts'
import {
  attach,
  expectSelected,
  issueBar,
  issueChoices,
  issueSelector,
  latePayment,
  linkNote,
  newIssueDialog,
  openIssues,
  selectIssue,
} from '../../../test/issues.ts'

const words = 'My payment is late'
const option = (name: string) => page.getByRole('option', { name })
const category = () => newIssueDialog().getByRole('combobox', { name: 'Category' })
const create = () => newIssueDialog().getByRole('button', { name: 'Create issue' })

/** Opens the window of a new issue from the list. */
async function openNew(): Promise<void> {
  await issueSelector().click()
  await page.getByRole('menuitem', { name: 'New issue…' }).click()
  await expect.element(newIssueDialog().getByLabelText('Title')).toHaveFocus()
}

async function chooseCategory(name: string): Promise<void> {
  await category().click()
  await option(name).click()
  await expect.element(category()).toHaveTextContent(name)
}

test('[CDET-28 ISSUE-01 Q-016] while no issue is selected nothing offers to link a message', async () => {
  await openIssues([words], [latePayment])
  await expectSelected('No issue selected')
  await expect.element(linkNote()).not.toBeInTheDocument()
  await expect.element(attach(words)).not.toBeInTheDocument()
})

test('[CDET-28 Q-016] an issue that a colleague raises is in the list without a reload; the selected one stays', async () => {
  const { byColleague } = await openIssues([words], [latePayment])
  await selectIssue('Late payment')
  byColleague({ ...latePayment, id: '52', title: 'Card blocked' })
  await issueSelector().click()
  await expect.element(issueChoices().filter({ hasText: 'Card blocked' })).toBeVisible()
  await expectSelected('Late payment')
})

test('[Q-016] a colleague who resolves and reopens the selected issue changes its badge', async () => {
  const { byColleague } = await openIssues([words], [latePayment])
  await selectIssue('Late payment')
  byColleague({ ...latePayment, status: 'RESOLVED' })
  await expect.element(issueBar()).toHaveTextContent('Resolved')
  byColleague({ ...latePayment, status: 'REOPENED' })
  await expect.element(issueBar()).toHaveTextContent('Reopened')
})

test('[ERR-21 Q-038] a new issue says what it lacks, and is not sent', async () => {
  const { api } = await openIssues([words])
  await openNew()
  await create().click()
  await expect.element(newIssueDialog()).toHaveTextContent('Say in a few words what the issue is')
  await expect.element(newIssueDialog()).toHaveTextContent('Choose what it is about')
  await expectAccessible()
  expect(api.askedFor('createIssue')).toEqual([])
})

test('[Q-038] what was written of a new issue is there when its window opens again', async () => {
  await openIssues([words])
  await openNew()
  await newIssueDialog().getByLabelText('Title').fill('Card blocked')
  await userEvent.keyboard('{Escape}')
  await expect.element(newIssueDialog()).not.toBeInTheDocument()
  await openNew()
  await expect.element(newIssueDialog().getByLabelText('Title')).toHaveValue('Card blocked')
})

test('[ERR-21 Q-038 ISSUE-04] a new issue that fails keeps every word, and the next press sends it under the same id', async () => {
  const { api } = await openIssues([words])
  await openNew()
  const title = newIssueDialog().getByLabelText('Title')
  await title.fill('Card blocked')
  await newIssueDialog().getByLabelText('Description').fill('For the second time')
  await chooseCategory('Account')
  const mend = api.cut('createIssue')
  await create().click()
  await expect
    .element(newIssueDialog().getByRole('alert'))
    .toHaveTextContent(/^Failed to create issue: The server could not be reached\. Try again\.$/)
  await expect.element(title).toHaveValue('Card blocked')
  await expect.element(newIssueDialog().getByLabelText('Description')).toHaveValue('For the second time')
  mend()
  await create().click()
  await expectSelected('Card blocked')
  await issueSelector().click()
  await expect
    .poll(() =>
      issueChoices()
        .elements()
        .map(one => one.textContent),
    )
    .toEqual(['No issue selected', 'Card blockedOpen'])
  await expectAccessible()
  const [first, second] = api.askedFor('createIssue').map(({ body }) => body)
  expect(first).toMatchObject({ title: 'Card blocked', category: 'ACCOUNT' })
  expect(second).toEqual(first)
})

test('[Q-260] on a slow machine too the window of a new issue keeps the focus, which its menu would take back', async () => {
  await openIssues([words])
  const nextFrame = window.requestAnimationFrame.bind(window)
  const slowed = vi
    .spyOn(window, 'requestAnimationFrame')
    // The menu is gone long after the window has opened.
    .mockImplementation(then => nextFrame(() => setTimeout(() => then(performance.now()), 400)))
  onTestFinished(() => slowed.mockRestore())
  for (const time of [1, 2]) {
    await openNew()
    await category().click()
    await expect.element(option('Account'), { message: `opened ${time}` }).toBeVisible()
    await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
    await expect.element(option('Account'), { message: `left open ${time}` }).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(category()).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(newIssueDialog()).not.toBeInTheDocument()
  }
})

test('[CDET-28 Q-016 Q-146] the selected issue, and the one that is being written, are there again after another screen', async () => {
  await openIssues([words], [latePayment])
  await selectIssue('Late payment')
  await openNew()
  await newIssueDialog().getByLabelText('Title').fill('And a second one')
  await newIssueDialog().getByLabelText('Description').fill('It is not clear yet')
  await userEvent.keyboard('{Escape}')
  await expect.element(newIssueDialog()).not.toBeInTheDocument()
  await page.getByRole('link', { name: /^Tickets/ }).click()
  await expect.poll(() => location.pathname).toBe('/tickets')
  history.back()
  await expectSelected('Late payment')
  await openNew()
  await expect.element(newIssueDialog().getByLabelText('Title')).toHaveValue('And a second one')
  await expect.element(newIssueDialog().getByLabelText('Description')).toHaveValue('It is not clear yet')
})
