import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../test/accessible.ts'
import { openConsole, setTime } from '../../../test/console.tsx'
import type { FakeApi } from '../../../test/fake-api.ts'
import { keyList } from '../../../test/keys.ts'
import { bell, notice, rows as notices, toasts } from '../../../test/notices.ts'
import { brian, me, reminder } from '../../../test/samples.ts'
import { customerMessages, serveThread } from '../../../test/thread.ts'
import { focusOn, leaveReplyBox, messageWith, replyBox } from '../../../test/screen.ts'

type Reminder = ReturnType<typeof reminder>

const dialog = (name = 'Remind me about this message') => page.getByRole('dialog', { name })
const when = (name?: string) => dialog(name).getByLabelText('When')
const words = (name?: string) => dialog(name).getByLabelText('What to do')
const marks = (message: string) => messageWith(message).getByRole('list', { name: 'Reminders' })
const remind = (message: string) => messageWith(message).getByRole('button', { name: 'Remind me' })
/** In the customer's panel. */
const section = () =>
  page.getByRole('complementary', { name: 'Customer' }).getByRole('region', { name: 'Reminders' })

const own = (fields: Partial<Reminder> = {}) =>
  reminder({
    id: '91',
    conversation_id: '7',
    message_id: '12',
    agent: { id: me.id, name: me.name },
    due_at: '2026-03-03T06:00:00.000Z',
    text: 'call back',
    ...fields,
  })

/** The server's reminders of conversation 7. Returns how colleagues leave others there. */
function serveReminders(api: FakeApi, first: readonly Reminder[]): (left: readonly Reminder[]) => void {
  let held = [...first]
  api.answer('reminders', () => held)
  api.answer('remind', ({ params, body }) => {
    const one = own({ message_id: params.id, ...body })
    held = [...held.filter(({ id }) => id !== one.id), one]
    return one
  })
  api.answer('endReminder', ({ params: { id } }) => {
    held = held.filter(one => one.id !== id)
    return { id }
  })
  return left => {
    held = [...left]
    api.publish({ event: 'reminder', data: { id: '91', conversation_id: '7' } })
  }
}

/** Half past noon; the box has the focus. */
async function open(first: readonly Reminder[] = [], given?: (api: FakeApi) => void) {
  setTime('2026-03-02T12:30:00+03:00')
  let leave: (left: readonly Reminder[]) => void = () => undefined
  const api = await openConsole('/conversations/7', {
    given: one => {
      serveThread(one, customerMessages('Call my brother', 'He is Okello'))
      leave = serveReminders(one, first)
      given?.(one)
    },
  })
  await expect.element(messageWith('He is Okello')).toBeVisible()
  await expect.element(replyBox()).toHaveFocus()
  return { api, leave }
}

test('[Q-242] a promise is set with keys: a time that is missing is asked for, and it stands at the message and in the panel', async () => {
  const { api } = await open()
  await leaveReplyBox()
  await userEvent.keyboard('m')
  await expect.element(when()).toHaveFocus()
  await expect.element(dialog()).toHaveTextContent('He is Okello')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog()).toHaveTextContent('Say when, for instance "tomorrow 14:00"')
  await userEvent.keyboard('tomorrow 9:00')
  await expect.element(dialog()).toHaveTextContent('at 09:00')
  await words().fill('call back')
  await expectAccessible()
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(marks('He is Okello')).toHaveTextContent('Reminder: tomorrow 09:00 · call back')
  await expect.element(section()).toHaveTextContent('Reminder: tomorrow 09:00 · call back')
  await expectAccessible()
  expect(api.askedFor('remind').map(({ params, body }) => ({ ...params, ...body }))).toEqual([
    { id: '12', due_at: '2026-03-03T06:00:00.000Z', text: 'call back' },
  ])
  expect(api.askedFor('send')).toEqual([])
})

test('[Q-242] the own reminder is changed: its words are in the box, and its time stays where no other is named', async () => {
  const { api } = await open([own()])
  await marks('He is Okello').getByRole('button', { name: 'Change' }).click()
  const change = 'Change the reminder'
  await expect.element(when(change)).toHaveFocus()
  await expect.element(words(change)).toHaveValue('call back')
  await expect.element(dialog(change)).toHaveTextContent('at 09:00')
  await words(change).fill('call her brother')
  await userEvent.keyboard('{Enter}')
  await expect.element(marks('He is Okello')).toHaveTextContent('Reminder: tomorrow 09:00 · call her brother')
  expect(api.askedFor('remind').at(-1)?.body.due_at).toBe('2026-03-03T06:00:00.000Z')
})

test('[Q-242] of a colleague’s one sees whose it is and may say that it is done; another time is for whoever promised', async () => {
  const { api } = await open([own({ agent: { id: brian.id, name: brian.name } })])
  await expect
    .element(marks('He is Okello'))
    .toHaveTextContent('Reminder of Brian: tomorrow 09:00 · call back')
  expect(marks('He is Okello').getByRole('button', { name: 'Change' }).elements()).toEqual([])
  focusOn(marks('He is Okello').getByRole('button', { name: 'Done' }))
  await userEvent.keyboard('{Enter}')
  await expect.element(marks('He is Okello')).not.toBeInTheDocument()
  await expect.element(section()).not.toBeInTheDocument()
  expect(api.askedFor('endReminder').map(({ params }) => params.id)).toEqual(['91'])
})

test('[Q-242] what colleagues promise, change and end is there by itself', async () => {
  const { leave } = await open()
  const theirs = own({ agent: { id: brian.id, name: brian.name } })
  leave([theirs])
  await expect.element(marks('He is Okello')).toHaveTextContent('call back')
  leave([{ ...theirs, text: 'call her brother' }])
  await expect.element(section()).toHaveTextContent('call her brother')
  leave([])
  await expect.element(marks('He is Okello')).not.toBeInTheDocument()
  await expect.element(section()).not.toBeInTheDocument()
})

test('[Q-242] at its time the bell says so and leads to the message, which says since when; in the panel it is done', async () => {
  const due = own({ message_id: '11', due_at: '2026-03-02T09:10:00.000Z', text: 'ask the brother' })
  const told = notice({
    type: 'info',
    title: 'Reminder: Nakato Prossy',
    message: 'ask the brother',
    conversation_id: '7',
    message_id: '11',
  })
  await open([due], api => api.answer('pollNotifications', [told]))
  await expect.element(bell()).toHaveAccessibleName('Notifications, 1 unread')
  await bell().click()
  await expect.element(notices().first()).toHaveTextContent(/Reminder: Nakato Prossy.*ask the brother/)
  await notices().first().getByRole('button').click()
  await expect.poll(() => location.search).toBe('?message=11')
  await expect.element(marks('Call my brother')).toHaveTextContent(/Reminder, due since .* · ask the brother/)
  await expect.element(messageWith('Call my brother')).toBeInViewport()
  await expectAccessible()
  await section().getByRole('button', { name: 'Done' }).click()
  await expect.element(marks('Call my brother')).not.toBeInTheDocument()
})

test('[Q-242] what is set by mistake is taken back by the words on the toast, and the focus went back to the button', async () => {
  const { api } = await open()
  // By key: who leaves the box by pointer is led back to it.
  await userEvent.keyboard('{Shift}')
  focusOn(remind('Call my brother'))
  await userEvent.keyboard('{Enter}')
  await expect.element(when()).toHaveFocus()
  await dialog()
    .getByRole('button', { name: /^Tomorrow/ })
    .click()
  await expect.element(marks('Call my brother')).toHaveTextContent('Reminder: tomorrow 09:00')
  await expect.element(remind('Call my brother')).toHaveFocus()
  await expect.poll(toasts).toEqual([expect.stringContaining('Reminder: tomorrow 09:00')])
  await page.getByRole('region', { name: 'New notifications' }).getByText('Undo').click()
  await expect.element(marks('Call my brother')).not.toBeInTheDocument()
  expect(api.askedFor('endReminder')).toHaveLength(1)
})

test('[Q-260] M is at the message that has the focus, else at the newest, whoever wrote it', async () => {
  await open()
  await leaveReplyBox()
  await userEvent.keyboard('m')
  await expect.element(dialog()).toHaveTextContent('He is Okello')
  await expect.element(when()).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog()).not.toBeInTheDocument()
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
  await expect.element(messageWith('He is Okello')).toHaveFocus()
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
  await expect.element(messageWith('Call my brother')).toHaveFocus()
  await expect.element(remind('Call my brother')).toHaveAttribute('title', expect.stringContaining('(M)'))
  await userEvent.keyboard('m')
  await expect.element(dialog()).toHaveTextContent('Call my brother')
  await expect.element(when()).toHaveFocus()
  await userEvent.keyboard('tomorrow 9:00{Enter}')
  await expect.element(marks('Call my brother')).toHaveTextContent('Reminder: tomorrow 09:00')
  await expect.element(remind('Call my brother')).toHaveFocus()
  await userEvent.keyboard('?')
  for (const name of ['Remind me about the message', 'Attach the message to an issue'])
    await expect.element(keyList().getByText(name, { exact: true })).toBeVisible()
})
