import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../../test/accessible.ts'
import { openConsole } from '../../../../test/console.tsx'
import { message } from '../../../../test/samples.ts'
import { messageWith, replyBox } from '../../../../test/screen.ts'
import { serveThread } from '../../../../test/thread.ts'

type Reactions = ReturnType<typeof message>['reactions']

const at = '2026-03-02T09:05:00.000Z'
const ofCustomer = (emoji: string): Reactions => [
  { emoji, by: 'CUSTOMER', agent_name: null, at, state: 'there', failure: null },
]
const ofUs = (emoji: string): Reactions => [
  { emoji, by: 'AGENT', agent_name: 'agent', at, state: 'there', failure: null },
]
const theirs = message({ id: '11', content: 'Is it paid?' })
const ours = message({
  id: '12',
  content: 'On Friday',
  direction: 'OUTBOUND',
  source: 'AGENT',
  status: 'delivered',
})
const signs = (words: string) => messageWith(words).getByRole('list', { name: 'Reactions' })
const react = () => messageWith('Is it paid?').getByRole('button', { name: 'React' })
const picker = () => page.getByRole('dialog', { name: 'React' })

/** Opens a conversation in which the customer asked and an agent answered; signs are put as the server does it. */
async function openBoth() {
  const api = await openConsole('/conversations/7', {
    given: given => {
      serveThread(given, [theirs, ours])
      given.answer('react', ({ body: { emoji } }) => ({
        ...theirs,
        reactions: emoji === null ? [] : ofUs(emoji),
      }))
    },
  })
  await expect.element(messageWith('On Friday')).toBeVisible()
  // The box takes the focus when it comes.
  await expect.element(replyBox()).toHaveFocus()
  return api
}

test('[Q-183] a customer’s reaction stands on our message, is announced, and says when', async () => {
  const api = await openBoth()
  api.publish({ event: 'message', data: { ...ours, reactions: ofCustomer('🙏') } })
  await expect.element(signs('On Friday')).toHaveTextContent('The customer reacted with 🙏')
  await expect
    .element(signs('On Friday').getByRole('listitem'))
    .toHaveAttribute('title', expect.stringMatching(/^The customer, .*\d\d:\d\d/))
  await expect
    .element(page.getByRole('log', { name: 'New messages' }))
    .toHaveTextContent('The customer reacted with 🙏')
  await expectAccessible(['best-practice'])
})

test('[Q-183] a customer’s reaction to their own message goes when it is taken back', async () => {
  const api = await openBoth()
  api.publish({ event: 'message', data: { ...theirs, reactions: ofCustomer('👍') } })
  await expect.element(signs('Is it paid?')).toHaveTextContent('👍')
  api.publish({ event: 'message', data: theirs })
  await expect.element(signs('Is it paid?')).not.toBeInTheDocument()
})

test('[Q-187] any other emoji is put too, and taken away by pressing it again', async () => {
  const api = await openBoth()
  await messageWith('Is it paid?').hover()
  await react().click()
  await picker().getByRole('textbox', { name: 'Another emoji' }).fill('🎉')
  await picker().getByRole('button', { name: 'React' }).click()
  // It closes with the answer; a press before that would close it.
  await expect.element(picker()).not.toBeInTheDocument()
  await expect.element(signs('Is it paid?')).toHaveTextContent('🎉')
  await messageWith('Is it paid?').hover()
  await react().click()
  await picker().getByRole('button', { name: '🎉', pressed: true }).click()
  await expect.element(signs('Is it paid?')).not.toBeInTheDocument()
  expect(api.askedFor('react').map(({ body }) => body.emoji)).toEqual(['🎉', null])
})

test('[Q-187] a sign that WhatsApp takes back says why beside the message', async () => {
  const api = await openBoth()
  const failure = { sentence: 'The message cannot be delivered.', code: '131026', remedy: 'Call them.' }
  api.publish({
    event: 'message',
    data: { ...theirs, reactions: ofUs('🙏').map(one => ({ ...one, state: 'failed', failure })) },
  })
  await expect
    .element(messageWith('Is it paid?'))
    .toHaveTextContent('🙏 failed: The message cannot be delivered. Call them.')
})
