import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { openReplying } from '../../../../../test/replying.ts'
import { messageWith, replyBox, sendReply } from '../../../../../test/screen.ts'
import { sentReplies } from '../../../../../test/thread.ts'
import { brian } from '../../../../../test/samples.ts'

/** A conversation in which Brian answers what the viewer has not heard of. */
async function openAnswered() {
  const { api, served } = await openReplying({ texts: ['Where is my card?'] })
  // Its number is above all that the viewer has seen.
  const answer = served.unheard({
    content: 'It is on its way',
    direction: 'OUTBOUND',
    source: 'AGENT',
    status: 'sent',
    sender_id: brian.id,
    sender_name: brian.name,
  })
  api.refuse('send', 'message.answered-since', { name: brian.name }, { messages: [answer] })
  return { api, served }
}

test('an answer that is held back while the next is written takes no focus; Edit puts its words before those, and they go once the answer is read', async () => {
  const { api, served } = await openAnswered()
  const release = api.hold('send')
  await sendReply('Perhaps on Monday')
  const late = messageWith('Perhaps on Monday')
  await expect.element(late).toHaveTextContent('On this device')
  await replyBox().fill('Anything else?')
  release()
  await expect.element(late).toHaveTextContent('Not sent: Brian has answered since.')
  await expect.element(replyBox()).toHaveFocus()
  await late.getByRole('button', { name: 'Edit' }).click()
  await expect.element(late).not.toBeInTheDocument()
  await expect.element(replyBox()).toHaveValue('Perhaps on Monday\nAnything else?')
  served.takesMessages()
  await sendReply('On Friday, as Brian says')
  await expect
    .element(messageWith('On Friday, as Brian says').getByRole('img', { name: 'Sent' }))
    .toBeVisible()
  const [first, second] = sentReplies(api)
  expect(second?.force).toBeUndefined()
  expect(Number(second?.seen_message_id)).toBeGreaterThan(Number(first?.seen_message_id))
})

test('an answer that is held back shows what was answered, and goes only if said so', async () => {
  const { api, served } = await openAnswered()
  await sendReply('We are looking for it')
  const late = messageWith('We are looking for it')
  await expect.element(late).toHaveTextContent('Not sent: Brian has answered since.')
  await expect.element(messageWith('It is on its way')).toBeVisible()
  await expect.element(late.getByRole('button', { name: 'Send anyway' })).toHaveFocus()
  served.takesMessages()
  // An Enter within half a second of the focus presses nothing: it was meant for something else.
  await new Promise(resolve => setTimeout(resolve, 500))
  await userEvent.keyboard('{Enter}')
  await expect.element(late.getByRole('img', { name: 'Sent' })).toBeVisible()
  await expect.element(late).not.toHaveTextContent('has answered since')
  await expect.element(replyBox()).toHaveFocus()
  const [held, forced] = sentReplies(api)
  expect(forced).toEqual({ ...held, force: true })
})
