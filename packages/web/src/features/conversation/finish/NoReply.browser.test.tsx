import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../../test/accessible.ts'
import { keysAreHeard } from '../../../../test/keys.ts'
import { toasts } from '../../../../test/notices.ts'
import { expectCurrent, openQueue, order, type Row, viewButton, waiter } from '../../../../test/queue.ts'
import { leaveReplyBox, messageWith, queue, replyBox } from '../../../../test/screen.ts'

const path = () => location.pathname
const thanks = { acknowledgement: { confidence: 0.92 } }
const notice = () => page.getByText('The customer only thanks or agrees (92%)')
const marked = () => page.getByText(/^No reply needed since/)
const press = () => page.getByRole('button', { name: 'No reply needed' })
const calls = (api: Awaited<ReturnType<typeof openQueue>>['api']) => [
  api.askedFor('markNoReply').map(({ params, body }) => [params.id, body.inbound_no]),
  api.askedFor('unmarkNoReply').map(({ params }) => params.id),
]

/** The first is open, and single letters are commands. */
async function open(rows: readonly Row[]) {
  const opened = await openQueue(rows)
  await keysAreHeard()
  await leaveReplyBox()
  return opened
}

test('[Q-413] who only thanks stands behind the questions, and the row and the conversation say why', async () => {
  await open([
    waiter(401, 'Thanks a lot!', 60, thanks),
    waiter(402, 'Is it paid?', 5),
    waiter(403, 'Can it be sent?', 30),
  ])
  expect(order(['Thanks a lot!', 'Is it paid?', 'Can it be sent?'])).toEqual([
    'Can it be sent?',
    'Is it paid?',
    'Thanks a lot!',
  ])
  await expect
    .element(queue().getByText('Only thanks'))
    .toHaveAttribute('title', 'Behind the questions, because the customer only thanks or agrees (92%)')
  await expect.element(notice()).toBeVisible()
  await expectAccessible()
})

test('[Q-415] one key ends the wait and opens who asks next; Z leads back, and the customer waits again', async () => {
  const { api } = await open([
    waiter(411, 'Thanks a lot!', 60, { ...thanks, inbound_no: 3 }),
    waiter(412, 'Is it paid?', 5),
  ])
  await userEvent.keyboard('d')
  await expect.poll(path).toBe('/conversations/412')
  await expect.element(replyBox()).toHaveFocus()
  await expectCurrent('Is it paid?')
  await expect.poll(() => queue().getByText('Thanks a lot!').query()).toBe(null)
  await expect.poll(toasts).toEqual([expect.stringMatching(/No reply needed: Customer 411.*Undo \(Z\)/s)])
  await leaveReplyBox()
  await userEvent.keyboard('z')
  await expect.poll(path).toBe('/conversations/411')
  await expect.element(notice()).toBeVisible()
  await expect.element(queue().getByText('Thanks a lot!')).toBeVisible()
  expect(calls(api)).toEqual([[['411', 3]], ['411']])
})

test('[Q-415] the same key undoes it, and so does the notice, which says who and when', async () => {
  const { api } = await open([waiter(421, 'Thanks a lot!', 60, thanks)])
  await userEvent.keyboard('d')
  await expect.element(marked()).toHaveTextContent(/^No reply needed since .*, by agent/)
  await expectAccessible()
  await expect.element(notice()).not.toBeInTheDocument()
  await leaveReplyBox()
  await userEvent.keyboard('d')
  await expect.element(notice()).toBeVisible()
  await expect.poll(toasts).toEqual([])
  await press().click()
  await expect.element(marked()).toBeVisible()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.element(notice()).toBeVisible()
  expect(calls(api)[1]).toEqual(['421', '421'])
})

test('[Q-415] also a question can need no reply: its button stands in the header, with the key', async () => {
  const { server } = await open([waiter(431, 'Is it paid?', 20), waiter(432, 'And mine?', 10)])
  await expect.element(notice()).not.toBeInTheDocument()
  await expect.element(press()).toHaveAttribute('title', 'No reply needed (D)')
  await press().click()
  await expect.poll(path).toBe('/conversations/432')
  server.become(432, { waiting_since: null })
  await expect.element(press()).not.toBeInTheDocument()
})

test('[Q-415] a refused mark opens nothing, and says why', async () => {
  const { api } = await open([waiter(441, 'Thanks a lot!', 60, thanks), waiter(442, 'Is it paid?', 5)])
  api.refuse('markNoReply', 'conversation.wrote-again')
  await userEvent.keyboard('d')
  await expect
    .element(page.getByText(/Failed to mark that no reply is needed.*The customer wrote again/))
    .toBeVisible()
  expect(path()).toBe('/conversations/441')
})

test('[Q-415] from the inbox it is three keys', async () => {
  await open([waiter(451, 'Thanks a lot!', 60, thanks), waiter(452, 'Asante sana', 50, thanks)])
  await userEvent.keyboard('gi')
  await expect.poll(path).toBe('/inbox')
  await expect.element(page.getByRole('button', { name: 'Open next' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(messageWith('Thanks a lot!')).toBeVisible()
  await expect.element(replyBox()).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await userEvent.keyboard('d')
  await expect.poll(path).toBe('/conversations/452')
  await viewButton('Team').click()
  await expect.poll(() => order(['Thanks a lot!', 'Asante sana'])).toEqual(['Asante sana'])
})
