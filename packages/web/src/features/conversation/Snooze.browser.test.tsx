import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../test/accessible.ts'
import { keysAreHeard } from '../../../test/keys.ts'
import { toasts } from '../../../test/notices.ts'
import { openQueue, viewButton, waiter } from '../../../test/queue.ts'
import { message } from '../../../test/samples.ts'
import { leaveReplyBox, messageWith, queueRow } from '../../../test/screen.ts'

const dialog = () => page.getByRole('dialog', { name: /^Snooze / })
const until = () => dialog().getByLabelText('Until')
const snoozed = () => page.getByRole('status').filter({ hasText: 'Snoozed until' })
const undo = () => page.getByRole('region', { name: 'New notifications' }).getByText('Undo')

/** The conversation of one who waits is open, and keys are heard. */
async function open() {
  const { api, server } = await openQueue([waiter(201, 'When will the bank answer?', 20)])
  await keysAreHeard()
  await leaveReplyBox()
  return { api, server }
}

/** Put off until tomorrow at nine. */
async function snooze(): Promise<void> {
  await userEvent.keyboard('h')
  await expect.element(until()).toHaveFocus()
  await dialog()
    .getByRole('button', { name: /^Tomorrow/ })
    .click()
  await expect.element(snoozed()).toHaveTextContent(/Mar 3, 09:00/)
}

test('[Q-221 Q-244] H puts a conversation off in words: what names no time is said, and the reason stands beside the time', async () => {
  const { api } = await open()
  await userEvent.keyboard('h')
  await expect.element(until()).toHaveFocus()
  await until().fill('the bank')
  await userEvent.keyboard('{Enter}')
  await expect
    .element(dialog())
    .toHaveTextContent('Enter a time in the future, for instance "tomorrow 14:00"')
  await expect.element(until()).toHaveFocus()
  await until().fill('tomorrow 14:00')
  await expect.element(dialog()).toHaveTextContent('at 14:00')
  await dialog().getByLabelText('Reason').fill('The bank answers')
  await expectAccessible()
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(snoozed()).toHaveTextContent(/, 14:00.*: The bank answers/)
  expect(api.askedFor('snoozeConversation')[0]?.body).toMatchObject({
    until: '2026-03-03T11:00:00.000Z',
    reason: 'The bank answers',
    undo: false,
  })
  await viewButton('Snoozed').click()
  await expect.element(viewButton('Snoozed')).toHaveAttribute('aria-pressed', 'true')
  await expect.element(queueRow('Customer 201')).toHaveTextContent(', 14:00')
  await expectAccessible()
})

test('[Q-221] a press brings it back, which the server is told', async () => {
  const { api } = await open()
  await snooze()
  await snoozed().getByRole('button', { name: 'Unsnooze' }).click()
  await expect.element(snoozed()).not.toBeInTheDocument()
  expect(api.askedFor('snoozeConversation').at(-1)?.body).toMatchObject({ until: null, undo: false })
})

test('[Q-221] it is back by itself when the server says so', async () => {
  const { server } = await open()
  await snooze()
  server.become('201', { snoozed: null })
  await expect.element(snoozed()).not.toBeInTheDocument()
})

test('[Q-221] the toast undoes a snooze, and the thread keeps no line about it', async () => {
  const { api } = await open()
  await snooze()
  await expect.poll(toasts).toEqual([expect.stringContaining('Snoozed Customer 201 until')])
  await undo().click()
  await expect.element(snoozed()).not.toBeInTheDocument()
  // The server leaves no line where `before` is null.
  expect(api.askedFor('undoConversations').at(-1)?.body.changes).toMatchObject([
    { conversation_id: '201', undo: { kind: 'snooze', before: null } },
  ])
})

test.each([
  ['press', 'brought back by Brian'],
  ['customer', 'came back because the customer wrote'],
] as const)(
  '[Q-266] the thread keeps until when it was put off, by whom, and by what it is back: %s',
  async (end, words) => {
    const { api } = await open()
    const snooze = {
      until: '2026-03-03T06:00:00.000Z',
      by: 'Amina',
      end,
      ended_by: end === 'press' ? 'Brian' : null,
    }
    api.publish({
      event: 'message',
      data: message({
        id: '30001',
        conversation_id: '201',
        source: 'SYSTEM',
        message_type: 'snooze',
        content: 'Snoozed',
        details: { snooze },
      }),
    })
    await expect.element(messageWith(`Snoozed until Tue 09:00 by Amina · ${words}`)).toBeVisible()
    await expectAccessible()
  },
)
