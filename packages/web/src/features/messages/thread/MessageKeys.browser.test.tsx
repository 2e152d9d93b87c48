import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../../test/accessible.ts'
import { openConsole } from '../../../../test/console.tsx'
import { keyList, keysAreHeard, setLetters } from '../../../../test/keys.ts'
import { conversation, me, message } from '../../../../test/samples.ts'
import { messageWith, quotedMessage, replyBox } from '../../../../test/screen.ts'

const leave = () => {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
}

const minute = (at: number) => `2026-03-02T08:0${at}:00.000Z`
const asked = (at: number, content: string) =>
  message({ id: String(90 + at), content, created_at: minute(at) })
const answered = message({
  id: '95',
  content: 'What we answered',
  created_at: minute(5),
  direction: 'OUTBOUND',
  source: 'AGENT',
  status: 'sent',
  sender_id: me.id,
  sender_name: me.name,
})
/** From the newest to the oldest. */
const texts = ['What we answered', 'A newer question', 'An older question'] as const

/** Opens a conversation of two questions and an answer; keys are heard, and nothing has the focus. */
async function openThread() {
  await openConsole('/conversations/7', {
    given: api => {
      api.answer('conversations', [conversation({ agent: { id: me.id, name: me.name } })])
      api.answer('history', {
        messages: [asked(1, 'An older question'), asked(2, 'A newer question'), answered],
      })
    },
  })
  await expect.element(messageWith('What we answered')).toBeVisible()
  await expect.element(replyBox()).toHaveFocus()
  await keysAreHeard()
  await expect.element(replyBox()).toHaveFocus()
  leave()
}

/** Goes up from the newest message to this one. */
async function goUpTo(words: (typeof texts)[number]): Promise<void> {
  for (const text of texts.slice(0, texts.indexOf(words) + 1)) {
    await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
    await expect.element(messageWith(text)).toHaveFocus()
  }
}

test('[Q-253] where no message has the focus, Q quotes the customer’s newest', async () => {
  await openThread()
  await userEvent.keyboard('q')
  await expect.element(quotedMessage()).toHaveTextContent('A newer question')
  await expect.element(replyBox()).toHaveFocus()
})

test('[Q-253] Alt and the arrows go along the messages, and Q quotes the one that has the focus', async () => {
  await openThread()
  await goUpTo('An older question')
  await expectAccessible()
  await userEvent.keyboard('q')
  await expect.element(quotedMessage()).toHaveTextContent('An older question')
  await expect.element(replyBox()).toHaveFocus()
})

test('[Q-253] I opens the reactions of the message, and L copies a link to it; below it comes the next', async () => {
  await openThread()
  await goUpTo('An older question')
  await userEvent.keyboard('i')
  const signs = page.getByRole('dialog', { name: 'React' })
  await expect.element(signs.getByRole('group', { name: 'Emojis' }).getByRole('button').first()).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  const older = messageWith('An older question')
  await expect.element(older.getByRole('button', { name: 'React' })).toHaveFocus()
  // From one of its buttons it is still this message.
  await userEvent.keyboard('l')
  await expect.element(older.getByRole('button', { name: /Link copied|Copying failed/ })).toHaveFocus()
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
  await expect.element(messageWith('A newer question')).toHaveFocus()
})

test('[Q-253] the list of keys and the palette name what keys do with messages', async () => {
  await openThread()
  await userEvent.keyboard('?')
  for (const name of [
    'Quote the message',
    'React to the message',
    'Copy a link to the message',
    'Previous message',
  ])
    await expect.element(keyList().getByText(name, { exact: true })).toBeVisible()
  await keyList().getByRole('button', { name: 'Close' }).click()
  await expect.element(keyList()).not.toBeInTheDocument()
  await userEvent.keyboard('{Control>}k{/Control}')
  const palette = page.getByRole('dialog', { name: 'Search or jump to' })
  await palette.getByRole('combobox').fill('quote')
  await expect.element(palette.getByRole('option', { name: /Quote the message/ })).toBeVisible()
})

test('[Q-253] with single letters off the arrows go along the messages all the same', async () => {
  await openThread()
  await userEvent.keyboard('?')
  await expect.element(keyList()).toBeVisible()
  await setLetters('off')
  leave()
  await userEvent.keyboard('q')
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
  await expect.element(messageWith('What we answered')).toHaveFocus()
  expect(quotedMessage().query()).toBe(null)
  await userEvent.keyboard('?')
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
  await expect.element(messageWith('A newer question')).toHaveFocus()
  expect(keyList().query()).toBe(null)
})
