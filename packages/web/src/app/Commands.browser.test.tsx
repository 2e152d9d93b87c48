import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  current,
  expectCurrent,
  expectFocusOnCurrent,
  openQueue,
  viewButton,
  waiter,
} from '../../test/queue.ts'
import { customerPanel, focusOn, messageWith, queueRow, replyBox } from '../../test/screen.ts'
import { keyList, keysAreHeard, pressedAgo, setLetters } from '../../test/keys.ts'

const path = () => location.pathname
const palette = () => page.getByRole('dialog', { name: 'Search or jump to' })

/** Two customers wait, the first of whom is open; keys are heard, and the box has the focus. */
async function openTwo() {
  const opened = await openQueue([waiter(101, 'Keys one', 20), waiter(102, 'Keys two', 10)])
  await expectCurrent('Keys one')
  await keysAreHeard()
  await expect.element(replyBox()).toHaveFocus()
  return opened
}

/** Leaves the box for the row of the open conversation. */
async function leaveBox(): Promise<void> {
  await userEvent.keyboard('{Escape}')
  await expectFocusOnCurrent()
}

test('[Q-218] in the box letters are words; Escape leaves them as they are and leads to the queue', async () => {
  await openTwo()
  await userEvent.keyboard('jk?')
  await expect.element(replyBox()).toHaveValue('jk?')
  await leaveBox()
  await expect.element(replyBox()).toHaveValue('jk?')
  await expectCurrent('Keys one')
})

test('[Q-218 Q-375] J and K go along the queue: what has the focus is what is open; Enter leads into the box', async () => {
  await openTwo()
  await leaveBox()
  for (const [key, words, id] of [
    ['j', 'Keys two', '102'],
    ['k', 'Keys one', '101'],
    ['j', 'Keys two', '102'],
  ] as const) {
    await userEvent.keyboard(key)
    await expect.element(queueRow(words)).toHaveFocus()
    await expect.poll(path).toBe(`/conversations/${id}`)
    await expect.element(messageWith(words)).toBeVisible()
    await expectFocusOnCurrent()
  }
  await userEvent.keyboard('{Enter}')
  await expect.element(replyBox()).toHaveFocus()
  expect(path()).toBe('/conversations/102')
  await leaveBox()
})

test('[Q-218] a key folds the customer panel and unfolds it', async () => {
  await openTwo()
  await leaveBox()
  await expect.element(customerPanel()).toBeVisible()
  await userEvent.keyboard('[BracketRight]')
  await expect.element(customerPanel()).not.toBeInTheDocument()
  await userEvent.keyboard('[BracketRight]')
  await expect.element(customerPanel()).toBeVisible()
})

test.each([
  ['held down', { repeat: true }],
  ['composed by an input method', { isComposing: true }],
  ['taken by an input method, as some browsers say it', { keyCode: 229 }],
])('[Q-218] %s, a key is no command', async (_, how) => {
  await openTwo()
  await leaveBox()
  const about = { key: ']', bubbles: true, cancelable: true }
  current()?.dispatchEvent(new KeyboardEvent('keydown', { ...about, ...how }))
  // By the time that the next one has acted it would have acted too.
  await userEvent.keyboard('2')
  await expect.element(viewButton('Unassigned')).toHaveAttribute('aria-pressed', 'true')
  expect(customerPanel().query()).not.toBe(null)
})

test('[Q-218] in a window a key is no command', async () => {
  await openTwo()
  await leaveBox()
  await userEvent.keyboard('h')
  const snooze = page.getByRole('dialog', { name: 'Snooze' })
  await expect.element(snooze).toBeVisible()
  const close = snooze.getByRole('button', { name: 'Close' })
  focusOn(close)
  await expect.element(close).toHaveFocus()
  // So long ago that a command would act at once.
  pressedAgo(']', 1_000)
  await userEvent.keyboard('{Escape}')
  await expect.element(snooze).not.toBeInTheDocument()
  await expectFocusOnCurrent()
  expect(customerPanel().query()).not.toBe(null)
})

test('[Q-218] S opens whom to assign to, from which the queue that is drawn anew takes no focus', async () => {
  const { server } = await openTwo()
  await leaveBox()
  await userEvent.keyboard('s')
  const agents = page.getByRole('dialog', { name: 'Assign', exact: true })
  await expect.element(agents).toBeVisible()
  const { last_message: last } = waiter(102, 'Keys two and more', 10)
  server.become(102, { last_message: last })
  await expect.element(queueRow('Keys two and more')).toBeVisible()
  await expect.element(agents).toBeVisible()
  await expect.element(agents.getByRole('combobox')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(agents).not.toBeInTheDocument()
})

test('[Q-218] digits choose a view, and E resolves', async () => {
  const { api } = await openQueue([
    waiter(101, 'Keys one', 20, { waiting_since: null }),
    waiter(102, 'Keys two', 10, { agent: null }),
  ])
  await keysAreHeard()
  await expect.element(replyBox()).toHaveFocus()
  await leaveBox()
  await userEvent.keyboard('2')
  await expect.element(viewButton('Unassigned')).toHaveAttribute('aria-pressed', 'true')
  await userEvent.keyboard('1')
  await expect.element(viewButton('Mine')).toHaveAttribute('aria-pressed', 'true')
  await userEvent.keyboard('e')
  await expect.element(page.getByRole('button', { name: 'Status: Resolved' })).toBeVisible()
  await expect
    .poll(() => api.askedFor('setConversationStatus').map(({ params, body }) => [params.id, body.status]))
    .toEqual([['101', 'RESOLVED']])
})

test('[Q-218] the list of keys is searched', async () => {
  await openTwo()
  await leaveBox()
  await userEvent.keyboard('?')
  await expect.element(keyList().getByText('Send and next')).toBeVisible()
  await keyList().getByRole('searchbox', { name: 'Find a shortcut' }).fill('assign')
  await expect.element(keyList().getByText('Send and next')).not.toBeInTheDocument()
  await expect.element(keyList().getByText('Assign', { exact: true })).toBeVisible()
})

test('[Q-218] single letters are turned off and on; the palette opens all the same, and has the list of keys', async () => {
  await openTwo()
  await leaveBox()
  await userEvent.keyboard('?')
  await expect.element(keyList()).toBeVisible()
  await setLetters('off')
  // A key that prints nothing has what is held done at once.
  await userEvent.keyboard('gd{ArrowRight}?{ArrowRight}')
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(palette().getByRole('combobox')).toHaveFocus()
  expect(keyList().query()).toBe(null)
  expect(path()).toBe('/conversations/101')
  await userEvent.keyboard('keyboard shortcuts')
  await expect
    .element(palette().getByRole('option', { name: /Keyboard shortcuts/, selected: true }))
    .toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(keyList()).toBeVisible()
  await setLetters('on')
  focusOn(page.getByRole('heading', { level: 2 }).first())
  await userEvent.keyboard('?')
  await expect.element(keyList()).toBeVisible()
})

test('[Q-218] the second of two keys is waited for a moment, and not for ever', async () => {
  await openTwo()
  await leaveBox()
  pressedAgo('g', 1_600)
  // By itself it is the beginning of what is typed.
  await userEvent.keyboard('p')
  await expect.element(replyBox()).toHaveValue('p')
  expect(path()).toBe('/conversations/101')
  await leaveBox()
  await userEvent.keyboard('gp')
  await expect.poll(path).toBe('/applications')
})
