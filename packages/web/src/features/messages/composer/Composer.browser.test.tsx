import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openReplying } from '../../../../test/replying.ts'
import { messageWith, replyBox, replyTextarea, sendButton, sendReply } from '../../../../test/screen.ts'
import { sentReplies } from '../../../../test/thread.ts'
import { cannedReply } from '../../../../test/samples.ts'

const contents = (...args: Parameters<typeof sentReplies>) => sentReplies(...args).map(body => body?.content)
const press = (keys: string) => userEvent.keyboard(keys)

test('[COMP-01 COMP-02 COMP-03 COMP-13] the box says what it is for, blanks are nothing to send, and Enter sends', async () => {
  const { api } = await openReplying()
  await expect.element(replyBox()).toHaveAttribute('placeholder', 'Type a message (Shift+Enter for new line)')
  await expect.element(sendButton()).toBeDisabled()
  await replyBox().fill('   ')
  await expect.element(sendButton()).toBeDisabled()
  await sendReply('one\ntwo')
  await expect.element(replyBox()).toHaveValue('')
  await expect.element(messageWith('one').getByRole('img', { name: /^(Sent|Delivered)$/ })).toBeVisible()
  expect(contents(api)).toEqual(['one\ntwo'])
})

test('[COMP-04 COMP-05] Shift+Enter breaks the line, which is said, and the box grows to 128 px', async () => {
  const { api } = await openReplying()
  await replyBox().fill('one')
  const height = () => replyTextarea().getBoundingClientRect().height
  const single = height()
  await press('{Shift>}{Enter}{/Shift}two')
  await expect.element(replyBox()).toHaveValue('one\ntwo')
  await expect.element(page.getByText('Multiline message')).toBeVisible()
  await expect.poll(height).toBeGreaterThan(single)
  await replyBox().fill(Array.from({ length: 30 }, (_, index) => `line ${index}`).join('\n'))
  await expect.poll(height).toBe(128)
  expect(sentReplies(api)).toEqual([])
})

test('[COMP-02 Q-106] an Enter that ends a composition sends nothing; a double press sends once', async () => {
  const { api } = await openReplying()
  await replyBox().fill('ni hao')
  const enter = (composing: boolean) =>
    replyTextarea().dispatchEvent(
      new KeyboardEvent('keydown', {
        key: 'Enter',
        bubbles: true,
        cancelable: true,
        ...(composing && { keyCode: 229, isComposing: true }),
      }),
    )
  enter(true)
  await expect.element(replyBox()).toHaveValue('ni hao')
  enter(false)
  enter(false)
  await expect.element(messageWith('ni hao')).toBeVisible()
  // One goes after the other: what was sent twice would be there before the next.
  await sendReply('ni chi le ma')
  await expect.element(messageWith('ni chi le ma')).toBeVisible()
  await expect.poll(() => contents(api)).toEqual(['ni hao', 'ni chi le ma'])
})

test('[Q-341] an Enter that ends a composition chooses nothing in the palette', async () => {
  await openReplying()
  await replyBox().click()
  const palette = page.getByRole('dialog', { name: 'Search or jump to' })
  await press('{Control>}k{/Control}')
  await expect.element(palette.getByRole('combobox')).toHaveFocus()
  await palette.getByRole('combobox').fill('settings')
  await expect.element(palette.getByRole('option').first()).toBeVisible()
  const enter = { key: 'Enter', keyCode: 229, isComposing: true, bubbles: true, cancelable: true }
  palette.getByRole('combobox').element().dispatchEvent(new KeyboardEvent('keydown', enter))
  // A command runs behind the window's close: what was open a moment later still is.
  await press('x')
  await expect.element(palette.getByRole('combobox')).toHaveValue('settingsx')
})

/**
 * Takes back what was just typed, leaving `before`. Chromium ends a run of typing where the page takes an element away
 * meanwhile, so a sentence may be three runs; letter by letter would be many more.
 */
async function undoTyping(before: string): Promise<void> {
  for (let run = 0; run < 3; run += 1) {
    const typed = replyTextarea().value
    if (typed === before) break
    await press('{Control>}z{/Control}')
    await expect.element(replyBox()).not.toHaveValue(typed)
  }
  await expect.element(replyBox()).toHaveValue(before)
}

test('[Q-343] typing is undone in runs, and a canned reply at once with what it replaced', async () => {
  const late = cannedReply({ id: '23', scope: 'shared', shortcut: 'pay-late', body: 'Nothing changes.' })
  await openReplying({ given: api => api.answer('cannedReplies', [late]) })
  await replyBox().click()
  await press('/pay-late')
  await expect
    .element(page.getByRole('region', { name: 'Canned replies' }).getByRole('option', { selected: true }))
    .toBeVisible()
  await press('{Enter}')
  await expect.element(replyBox()).toHaveValue('Nothing changes.')
  await press(' Bye for now')
  await undoTyping('Nothing changes.')
  await press('{Control>}z{/Control}')
  await expect.element(replyBox()).toHaveValue('/pay-late')
  await press('{Control>}{Shift>}z{/Shift}{/Control}')
  await expect.element(replyBox()).toHaveValue('Nothing changes.')
})

test('[Q-343] what was typed into an empty box is undone', async () => {
  await openReplying()
  await replyBox().click()
  await press('Good morning')
  await expect.element(replyBox()).toHaveValue('Good morning')
  await undoTyping('')
})

test('[COMP-12 COMP-13] Send is off while the thread is loading', async () => {
  let release = (): void => undefined
  await openReplying({
    withoutThread: true,
    given: api => {
      release = api.hold('history')
    },
  })
  await replyBox().fill('too early')
  await expect.element(sendButton()).toBeDisabled()
  release()
  await expect.element(sendButton()).toBeEnabled()
})

test('[ERR-20 COMP-02 Q-039] a refused send stays as a bubble with its reason; Retry keeps its id, Edit takes it back', async () => {
  const { api, served } = await openReplying()
  api.fail('send', 409, 'Not now, please')
  await sendReply('Important words')
  const bubble = messageWith('Important words')
  await expect.element(bubble).toHaveTextContent('Failed to send message: Not now, please')
  await expect.element(replyBox()).toHaveValue('')
  await bubble.getByRole('button', { name: 'Retry' }).click()
  await expect.poll(() => sentReplies(api)).toHaveLength(2)
  const [first, second] = sentReplies(api)
  expect(second?.client_message_id).toBe(first?.client_message_id)
  await expect.element(bubble).toHaveTextContent('Failed to send message: Not now, please')
  await bubble.getByRole('button', { name: 'Edit' }).click()
  await expect.element(replyBox()).toHaveValue('Important words')
  await expect.element(bubble).not.toBeInTheDocument()
  served.takesMessages()
  await replyBox().click()
  await press('{Enter}')
  await expect.element(bubble.getByRole('img', { name: 'Sent' })).toBeVisible()
  expect(served.messages.filter(({ content }) => content === 'Important words')).toHaveLength(1)
})

test('[COMP-13 Q-029] near 4,096 characters the room left is counted; above, Send is off', async () => {
  const { api } = await openReplying()
  await replyBox().fill('x'.repeat(3_800))
  await expect.element(sendButton()).toBeEnabled()
  await expect.element(page.getByText(/characters left/)).not.toBeInTheDocument()
  await replyBox().fill('x'.repeat(4_097))
  await expect.element(page.getByText('1 character too many')).toBeVisible()
  await expect.element(sendButton()).toBeDisabled()
  await replyBox().fill('x'.repeat(4_096))
  await expect.element(page.getByText('0 characters left')).toBeVisible()
  await press('{Enter}')
  await expect.poll(() => contents(api)).toEqual(['x'.repeat(4_096)])
})
