import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../../test/accessible.ts'
import { openConsole } from '../../../../test/console.tsx'
import { pictureUrl } from '../../../../test/files.ts'
import { attachment, message, quoted } from '../../../../test/samples.ts'
import {
  button,
  focusOn,
  messageWith,
  quotedMessage,
  replyBox,
  sendButton,
  thread,
} from '../../../../test/screen.ts'
import {
  customerMessages,
  manyMessages,
  sentReplies,
  serveParts,
  serveThread,
} from '../../../../test/thread.ts'

const claim = 'Is the claim paid?'
const premium = 'And the premium?'
const press = (keys: string) => userEvent.keyboard(keys)
const up = '{Alt>}{ArrowUp}{/Alt}'
const down = '{Alt>}{ArrowDown}{/Alt}'
const quoteOf = (words: string) =>
  thread()
    .getByRole('button', { name: /^Quoted: / })
    .filter({ hasText: words })

/** Opens a conversation with two questions of the customer; the box has the focus. */
async function openQuestions() {
  const api = await openConsole('/conversations/7', {
    given: given => serveThread(given, customerMessages(claim, premium)),
  })
  await expect.element(messageWith(premium)).toBeVisible()
  await replyBox().click()
  await expect.element(replyBox()).toHaveFocus()
  return api
}

test('[Q-178] a message that a customer answers stands above their answer with its picture; a forwarded one says so', async () => {
  const url = await pictureUrl(40, 40)
  const photo = attachment({ id: '3', mime_type: 'image/png', state: 'ready', thumbnail_url: url })
  const image = message({ id: '11', content: '' })
  const about = { ...quoted(image).message, message_type: 'image', attachment: photo }
  await openConsole('/conversations/7', {
    given: api =>
      serveThread(api, [
        message({ id: '12', content: 'This page', quote: { message: about } }),
        message({ id: '13', content: 'Read this', forwarded: 'frequently_forwarded' }),
      ]),
  })
  await expect.element(quoteOf('Photo')).toBeVisible()
  const picture = () => messageWith('This page').element().querySelector('img')
  await expect.poll(() => picture()?.naturalWidth).toBe(40)
  await expect.element(messageWith('Read this')).toHaveTextContent('Forwarded many times')
  await expectAccessible(['best-practice'])
})

test('[Q-178] a press on a quote goes to its message, however much was said since', async () => {
  const many = manyMessages(200, no => `Message ${no}.`)
  const [, second] = many
  if (second === undefined) throw new Error('There is no message')
  const answer = message({
    id: '1201',
    content: 'That is a lot',
    created_at: '2026-03-02T13:00:00.000Z',
    quote: quoted(second),
  })
  await openConsole('/conversations/7', { given: api => serveParts(api, [...many, answer]) })
  await expect.element(messageWith('That is a lot')).toBeInViewport()
  const original = messageWith(/^(?!.*That is a lot).*Message 2\./)
  await expect.element(original).not.toBeInTheDocument()
  await expect.element(replyBox()).toHaveFocus()
  focusOn(quoteOf('Message 2.'))
  await press('{Enter}')
  await expect.element(original).toBeInViewport()
  await expect.element(original).toHaveFocus()
})

test('[Q-178] Reply chooses a message to answer; Escape lets go of it', async () => {
  await openQuestions()
  await messageWith(claim).hover()
  await messageWith(claim).getByRole('button', { name: 'Reply' }).click()
  await expect.element(replyBox()).toHaveFocus()
  await expect.element(quotedMessage()).toHaveAccessibleName('Replying to Customer')
  await expect.element(quotedMessage()).toHaveTextContent(claim)
  await expectAccessible(['best-practice'])
  await press('{Escape}')
  await expect.element(quotedMessage()).not.toBeInTheDocument()
})

test('[Q-178] Alt and the arrows go through the messages from the newest, and back to none', async () => {
  await openQuestions()
  for (const [keys, words] of [
    [up, premium],
    [up, claim],
    [down, premium],
  ] as const) {
    await press(keys)
    await expect.element(quotedMessage()).toHaveTextContent(words)
  }
  await press(down)
  await expect.element(quotedMessage()).not.toBeInTheDocument()
  await press(up)
  await expect.element(quotedMessage()).toBeVisible()
  await button('Do not quote').click()
  await expect.element(quotedMessage()).not.toBeInTheDocument()
  await expect.element(replyBox()).toHaveFocus()
})

test('[Q-178] the chosen message is kept with the draft, and goes with the answer', async () => {
  const api = await openQuestions()
  await press(up)
  await expect.element(quotedMessage()).toHaveTextContent(premium)
  await press(up)
  await expect.element(quotedMessage()).toHaveTextContent(claim)
  await replyBox().fill('Yes, it is')
  await page.getByRole('link', { name: 'Back to list' }).click()
  await expect.element(replyBox()).not.toBeInTheDocument()
  history.back()
  await expect.element(quotedMessage()).toHaveTextContent(claim)
  await expect.element(replyBox()).toHaveValue('Yes, it is')
  await expect.element(sendButton()).toBeEnabled()
  await sendButton().click()
  await expect.element(quotedMessage()).not.toBeInTheDocument()
  await expect.element(messageWith('Yes, it is')).toHaveTextContent(claim)
  await expect
    .poll(() => sentReplies(api))
    .toMatchObject([{ content: 'Yes, it is', quoted_message_id: '11' }])
})
