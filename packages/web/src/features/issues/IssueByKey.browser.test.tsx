import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../test/accessible.ts'
import { openConsole } from '../../../test/console.tsx'
import {
  attach,
  expectSelected,
  issueChoices,
  latePayment,
  linked,
  linkNote,
  newIssueDialog,
  openIssues,
  selectIssue,
  serveIssues,
} from '../../../test/issues.ts'
import { message } from '../../../test/samples.ts'
import { leaveReplyBox, messageWith } from '../../../test/screen.ts'
import { customerMessages, serveThread } from '../../../test/thread.ts'

const [first, second, third] = ['The first matter', 'The second matter', 'The third matter'] as const
const three = [first, second, third]
type Api = Awaited<ReturnType<typeof openConsole>>
const attached = (api: Api) =>
  api.askedFor('attachMessage').map(({ params, body }) => [params.id, body.message_id])

/** Goes to the message above, which has these words. */
async function goUpTo(words: string): Promise<void> {
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
  await expect.element(messageWith(words)).toHaveFocus()
}

/** Asks which issue the message that has the focus belongs to. */
async function ask(): Promise<void> {
  await userEvent.keyboard('b')
  await expect.element(issueChoices().first()).toHaveFocus()
}

test('[Q-260] where no issue is selected B asks which one; left without a choice the message has the focus again', async () => {
  const { api } = await openIssues(three)
  await leaveReplyBox()
  await goUpTo(third)
  await goUpTo(second)
  await ask()
  expect(
    issueChoices()
      .elements()
      .map(one => one.textContent),
  ).toEqual(['No issue selected'])
  await userEvent.keyboard('{Escape}')
  await expect.element(issueChoices()).not.toBeInTheDocument()
  await expect.element(messageWith(second)).toHaveFocus()
  expect(attached(api)).toEqual([])
})

test('[Q-260] an issue that is raised for a message has it, and is the selected one', async () => {
  const { api } = await openIssues(three)
  await leaveReplyBox()
  await goUpTo(third)
  await goUpTo(second)
  await ask()
  await userEvent.keyboard('{End}')
  await expect.element(page.getByRole('menuitem', { name: 'New issue…' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await newIssueDialog().getByLabelText('Title').fill('Raised by key')
  await newIssueDialog().getByRole('combobox', { name: 'Category' }).click()
  await page.getByRole('option', { name: 'Claims' }).click()
  await newIssueDialog().getByRole('button', { name: 'Create issue' }).click()
  await expect.element(linked(second)).toHaveFocus()
  await expectSelected('Raised by key')
  await expectAccessible()
  expect(attached(api)).toEqual([[expect.any(String), '12']])
})

test('[Q-260] an issue that is chosen for a message of ours has it', async () => {
  const own = message({
    id: '21',
    content: 'Our own answer',
    direction: 'OUTBOUND',
    source: 'AGENT',
    status: 'delivered',
  })
  const api = await openConsole('/conversations/7', {
    given: given => {
      serveThread(given, [...customerMessages(first), own])
      serveIssues(given, [latePayment])
    },
  })
  await expect.element(messageWith(own.content)).toBeVisible()
  await leaveReplyBox()
  await goUpTo(own.content)
  await ask()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(issueChoices().nth(1)).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(linked(own.content)).toHaveFocus()
  await expectSelected('Late payment')
  expect(attached(api)).toEqual([['51', '21']])
})

test('[Q-260] an issue that is selected after a choice was given up takes no message along', async () => {
  const { api } = await openIssues(three, [latePayment])
  await leaveReplyBox()
  await ask()
  await userEvent.keyboard('{Escape}')
  await expect.element(issueChoices()).not.toBeInTheDocument()
  await selectIssue('Late payment')
  await expect.element(linkNote()).toBeVisible()
  await expect.element(linked(third)).not.toBeInTheDocument()
  expect(attached(api)).toEqual([])
})

test('[Q-260] with an issue selected B attaches the customer’s newest message, or the one that has the focus', async () => {
  const { api } = await openIssues(three, [latePayment])
  await selectIssue('Late payment')
  await leaveReplyBox()
  await userEvent.keyboard('b')
  await expect.element(linked(third)).toHaveFocus()
  await goUpTo(second)
  await expect.element(attach(second)).toHaveAttribute('title', expect.stringContaining('(B)'))
  await userEvent.keyboard('b')
  await expect.element(linked(second)).toHaveFocus()
  expect(attached(api)).toEqual([
    ['51', '13'],
    ['51', '12'],
  ])
})

test('[Q-260] a message that is attached stays so: B does nothing more, nor does selecting no issue', async () => {
  const { api } = await openIssues(three, [latePayment])
  await selectIssue('Late payment')
  await leaveReplyBox()
  await userEvent.keyboard('b')
  await expect.element(linked(third)).toHaveFocus()
  await userEvent.keyboard('b')
  // The next key comes after what the one before does.
  await goUpTo(second)
  await expect.element(issueChoices()).not.toBeInTheDocument()
  await selectIssue('No issue selected')
  await expect.element(linked(third)).toBeVisible()
  expect(attached(api)).toEqual([['51', '13']])
})

test('[Q-260] the palette attaches the message that had the focus', async () => {
  const { api } = await openIssues(three, [latePayment])
  await selectIssue('Late payment')
  await leaveReplyBox()
  await goUpTo(third)
  await goUpTo(second)
  await userEvent.keyboard('{Control>}k{/Control}')
  const palette = page.getByRole('dialog', { name: 'Search or jump to' })
  await palette.getByRole('combobox').fill('attach')
  await palette.getByRole('option', { name: /Attach the message to an issue/ }).click()
  await expect.element(linked(second)).toHaveFocus()
  expect(attached(api)).toEqual([['51', '12']])
})
