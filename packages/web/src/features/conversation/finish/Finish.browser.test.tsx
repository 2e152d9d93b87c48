import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../../test/accessible.ts'
import { keysAreHeard } from '../../../../test/keys.ts'
import { region, toasts } from '../../../../test/notices.ts'
import { expectCurrent, openQueue, type Row, waiter } from '../../../../test/queue.ts'
import { button, leaveReplyBox, messageWith, replyBox } from '../../../../test/screen.ts'
import { choose } from '../../../data/session/preferences.ts'

const path = () => location.pathname
const resolve = () => page.getByRole('button', { name: /^Resolve$/ })
const reopen = () => page.getByRole('button', { name: /^Reopen$/ })
const statusIs = (word: string) =>
  expect.element(page.getByRole('button', { name: /^Status: / })).toHaveAccessibleName(`Status: ${word}`)
const question = () => page.getByRole('group', { name: /has no answer/ })
const statuses = (api: Awaited<ReturnType<typeof openQueue>>['api']) =>
  api.askedFor('setConversationStatus').map(({ params, body }) => [params.id, body.status])

/** Was answered; nothing is asked before it is resolved. */
const answered = (id: number, text: string, fields: Partial<Row> = {}): Row =>
  waiter(id, text, 90, { waiting_since: null, ...fields })

/** The first is open, and single letters are commands. */
async function open(rows: readonly Row[], opening: Parameters<typeof openQueue>[1] = {}) {
  const opened = await openQueue(rows, opening)
  await keysAreHeard()
  await leaveReplyBox()
  return opened
}

afterEach(() => choose('afterFinishing', 'next'))

test('[Q-385 Q-231] Resolve stands in the header with its key; resolved, it is Reopen, and a toast says what is open all the same', async () => {
  const ticket = { id: '51', ticket_number: 'TCK-00051' }
  const { api } = await open([answered(301, 'Thank you', { ticket })])
  await expect.element(resolve()).toHaveAttribute('aria-keyshortcuts', 'E')
  await expect.element(resolve()).toHaveAttribute('title', 'Resolve (E)')
  await resolve().click()
  await statusIs('Resolved')
  await expect
    .poll(toasts)
    .toEqual([expect.stringMatching(/Resolved Customer 301.*Still open: ticket TCK-00051.*Undo \(Z\)/s)])
  await expectAccessible()
  await reopen().click()
  await statusIs('Active')
  await expect.poll(toasts).toEqual([])
  expect(statuses(api)).toEqual([
    ['301', 'RESOLVED'],
    ['301', 'ACTIVE'],
  ])
})

test('[Q-372] the key that resolves opens again', async () => {
  await open([answered(302, 'Thank you')])
  await userEvent.keyboard('e')
  await statusIs('Resolved')
  await userEvent.keyboard('e')
  await statusIs('Active')
})

test.each([
  [320, 640],
  [390, 844],
  [1024, 768],
  [1280, 768],
  [1366, 768],
] as const)('[Q-385] at %i × %i Resolve is in the header, and overlaps nothing', async (width, height) => {
  await open([answered(303, 'Thank you'), waiter(304, 'Hello', 10)])
  await page.viewport(width, height)
  await expect.element(resolve()).toBeInViewport({ ratio: 0.99 })
  const boxes = [...document.querySelectorAll('main header > *')]
    .map(one => one.getBoundingClientRect())
    .filter(box => box.width > 0)
  for (const [at, box] of boxes.entries()) {
    expect(box.right).toBeLessThanOrEqual(innerWidth)
    for (const other of boxes.slice(at + 1)) expect(other.left).toBeGreaterThanOrEqual(box.right - 1)
  }
  const badge = page
    .getByRole('button', { name: /^Status: / })
    .element()
    .getBoundingClientRect()
  expect(badge.right).toBeLessThanOrEqual(resolve().element().getBoundingClientRect().left)
  expect(document.querySelector('main h2')?.getBoundingClientRect().width).toBeGreaterThan(20)
})

test('[Q-385] an archived conversation has no such button', async () => {
  await openQueue([answered(305, 'Thank you'), answered(306, 'Old', { status: 'ARCHIVED' })])
  await expect.element(resolve()).toBeVisible()
  history.pushState(null, '', '/conversations/306')
  dispatchEvent(new PopStateEvent('popstate'))
  await expect.element(page.getByText('This conversation is archived')).toBeVisible()
  expect(resolve().query()).toBe(null)
})

test('[Q-387] resolving opens who waits next, and the box has the focus', async () => {
  await open([answered(311, 'Thank you'), waiter(312, 'Waits long', 30), waiter(313, 'Waits', 10)])
  await userEvent.keyboard('e')
  await expect.poll(path).toBe('/conversations/312')
  await expect.element(messageWith('Waits long')).toBeVisible()
  await expect.element(replyBox()).toHaveFocus()
  await expectCurrent('Waits long')
})

test('[Q-387 Q-221] so does snoozing', async () => {
  await open([waiter(314, 'Later, please', 40), waiter(315, 'Waits', 10)])
  await userEvent.keyboard('h')
  await page
    .getByRole('dialog', { name: /^Snooze / })
    .getByRole('button', { name: /^Tomorrow/ })
    .click()
  await expect.poll(path).toBe('/conversations/315')
  await expect.element(replyBox()).toHaveFocus()
  await expect.poll(toasts).toEqual([expect.stringMatching(/Snoozed Customer 314 until .*Undo \(Z\)/s)])
})

test('[Q-387] a change that is refused opens nothing, and says why', async () => {
  const { api } = await open([answered(316, 'Thank you'), waiter(317, 'Waits', 10)])
  api.refuse('setConversationStatus', 'conversation.changed')
  await userEvent.keyboard('e')
  await expect.element(page.getByText('Failed to update conversation status')).toBeVisible()
  expect(path()).toBe('/conversations/316')
})

test('[Q-387] the account’s menu says what follows: the list, or nothing', async () => {
  await open([answered(318, 'Thank you'), waiter(319, 'Waits', 10)])
  await page.getByRole('complementary', { name: 'Sidebar' }).getByRole('button', { name: 'agent' }).click()
  await page.getByRole('menuitemradio', { name: 'Stay' }).click()
  await userEvent.keyboard('{Escape}')
  await leaveReplyBox()
  await resolve().click()
  await statusIs('Resolved')
  expect(path()).toBe('/conversations/318')
  await reopen().click()
  await statusIs('Active')
  choose('afterFinishing', 'list')
  await resolve().click()
  await expect.poll(path).toBe('/conversations')
})

test('[Q-387] where the queue is not shown, the next one is asked for; after the last one the queue is shown', async () => {
  await open([answered(321, 'Thank you'), waiter(322, 'Waits', 10)])
  await page.viewport(390, 844)
  await resolve().click()
  await expect.poll(path).toBe('/conversations/322')
  // The toast lies over the header of a phone.
  await region().getByRole('button', { name: 'Close' }).click()
  await expect.poll(toasts).toEqual([])
  await resolve().click()
  await question().getByRole('button', { name: 'Resolve anyway' }).click()
  await expect.poll(path).toBe('/inbox')
})

test.each(['e', '{Enter}'])(
  '[Q-389] whose last message has no answer is asked about once; then %s resolves',
  async key => {
    const { api } = await open([waiter(331, 'Is it paid?', 20)])
    await userEvent.keyboard('e')
    await expect
      .element(question())
      .toHaveTextContent('Customer 331’s last message has no answer. Resolve anyway?')
    await expect.element(question().getByRole('button', { name: 'Resolve anyway' })).toHaveFocus()
    await expectAccessible()
    expect(statuses(api)).toEqual([])
    await userEvent.keyboard(key)
    await statusIs('Resolved')
    await expect.element(question()).not.toBeInTheDocument()
    expect(statuses(api)).toEqual([['331', 'RESOLVED']])
  },
)

test('[Q-389] Reply leads to the box, Escape back, and an answer ends the question', async () => {
  const { api, server } = await open([waiter(332, 'Is it paid?', 20)])
  await resolve().click()
  await question().getByRole('button', { name: 'Reply' }).click()
  await expect.element(replyBox()).toHaveFocus()
  await expect.element(question()).not.toBeInTheDocument()
  await resolve().click()
  await expect.element(question()).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(question()).not.toBeInTheDocument()
  await expect.element(resolve()).toHaveFocus()
  await resolve().click()
  await expect.element(question()).toBeVisible()
  server.become(332, { waiting_since: null })
  await expect.element(question()).not.toBeInTheDocument()
  expect(statuses(api)).toEqual([])
})

test('[Q-386] Ctrl Shift Enter sends and resolves, and goes on; taken back from there, both are undone', async () => {
  const { api, server } = await openQueue([waiter(341, 'Is it paid?', 20), waiter(342, 'And mine?', 10)])
  await keysAreHeard()
  server.holdReplies()
  await replyBox().fill('It is. Goodbye')
  await userEvent.keyboard('{Control>}{Shift>}{Enter}{/Shift}{/Control}')
  await expect.poll(path).toBe('/conversations/342')
  await expect
    .poll(() => api.askedFor('send').map(({ body }) => [body?.content, body?.resolve]))
    .toEqual([['It is. Goodbye', true]])
  await expect
    .poll(toasts)
    .toEqual([expect.stringMatching(/Sent to Customer 341, and resolved.*Undo \(Z\)/s)])
  // The box is empty: there is nothing else to undo.
  await expect.element(replyBox()).toHaveFocus()
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.poll(path).toBe('/conversations/341')
  await expect.element(replyBox()).toHaveValue('It is. Goodbye')
  await statusIs('Active')
  await expect.poll(toasts).toEqual([])
})

test('[Q-386] beside Send a menu sends and resolves; a plain reply resolves nothing', async () => {
  const { api } = await openQueue([waiter(343, 'Is it paid?', 20)])
  const more = button('More ways to send')
  await expect.element(more).toBeDisabled()
  await replyBox().fill('It is')
  await userEvent.keyboard('{Enter}')
  await expect.element(messageWith('It is')).toBeVisible()
  await replyBox().fill('Goodbye')
  await more.click()
  await expectAccessible()
  await page.getByRole('menuitem', { name: /^Send and resolve/ }).click()
  await statusIs('Resolved')
  expect(api.askedFor('send').map(({ body }) => [body?.content, body?.resolve])).toEqual([
    ['It is', undefined],
    ['Goodbye', true],
  ])
  // Resolved already.
  await expect.element(more).not.toBeInTheDocument()
})

test('[Q-386 Q-388] a reply that is not held cannot be taken back, but what it resolved is opened again', async () => {
  await openQueue([waiter(344, 'Is it paid?', 20), waiter(345, 'And mine?', 10)])
  await keysAreHeard()
  await replyBox().fill('It is')
  await userEvent.keyboard('{Control>}{Shift>}{Enter}{/Shift}{/Control}')
  await expect.poll(path).toBe('/conversations/345')
  await expect.poll(toasts).toEqual([expect.stringContaining('Resolved Customer 344')])
  await leaveReplyBox()
  await userEvent.keyboard('z')
  await expect.poll(path).toBe('/conversations/344')
  await statusIs('Active')
  await expect.element(messageWith('It is')).toBeVisible()
})
