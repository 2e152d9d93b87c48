import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { keysAreHeard } from '../../../../../test/keys.ts'
import { openReplying, type ServedConversation } from '../../../../../test/replying.ts'
import { me } from '../../../../../test/samples.ts'
import { focusOn, messageWith, replyBox, sendReply } from '../../../../../test/screen.ts'

test('[ERR-20] a Retry that the server refuses says why at the message, until one works', async () => {
  const { api, served } = await openReplying()
  await sendReply('It arrived this morning')
  const answer = messageWith('It arrived this morning')
  await expect.element(answer.getByRole('img', { name: 'Sent' })).toBeVisible()
  const { id = '' } = served.messages.at(-1) ?? {}
  const sentence = 'WhatsApp may or may not have this message.'
  served.publishMessage({
    id,
    status: 'unknown',
    failure: { sentence, code: 'unknown', remedy: 'Try again.' },
  })
  await expect.element(answer).toHaveTextContent(sentence)
  api.refuse('retry', 'conversation.archived')
  await answer.getByRole('button', { name: 'Retry' }).click()
  await expect.element(answer.getByRole('alert')).toHaveTextContent(/^Failed to send message: .*archived/)
  api.answer('retry', () => {
    const { is_read: _, ...sent } = served.publishMessage({ id, status: 'sent', failure: null })
    return sent
  })
  await answer.getByRole('button', { name: 'Retry' }).click()
  await expect.element(answer.getByRole('img', { name: 'Sent' })).toBeVisible()
  await expect.element(answer.getByRole('alert')).not.toBeInTheDocument()
})

/** Opens a conversation in which the agent's answer stands as the server has it. */
async function openAnswer(text: string, fields: Parameters<ServedConversation['publishMessage']>[0]) {
  const { served } = await openReplying()
  served.publishMessage({
    content: text,
    direction: 'OUTBOUND',
    source: 'AGENT',
    sender_id: me.id,
    ...fields,
  })
  await expect.element(messageWith(text)).toBeVisible()
  return served
}

test('[Q-428] Y tries the newest reply again where it failed, and says why not', async () => {
  const failure = { sentence: 'WhatsApp could not be reached.', code: 'reset', remedy: 'Try again.' }
  const { api, served } = await openReplying()
  const reply = { direction: 'OUTBOUND', source: 'AGENT', sender_id: me.id } as const
  const { id } = served.publishMessage({ ...reply, content: 'We have it', status: 'failed', failure })
  await expect.element(messageWith('We have it')).toHaveTextContent(failure.sentence)
  api.refuse('retry', 'conversation.archived')
  focusOn(page.getByRole('heading', { level: 2 }).first())
  await keysAreHeard()
  await userEvent.keyboard('y')
  await expect.element(page.getByText(/^Failed to send message: .*archived/).first()).toBeVisible()
  api.answer('retry', () => {
    const { is_read: _, ...sent } = served.publishMessage({ id, status: 'sent', failure: null })
    return sent
  })
  focusOn(page.getByRole('heading', { level: 2 }).first())
  await userEvent.keyboard('y')
  await expect.element(messageWith('We have it').getByRole('img', { name: 'Sent' })).toBeVisible()
  expect(api.askedFor('retry')).toHaveLength(2)
})

test('[Q-039] Edit takes the text of an undelivered answer back into the box', async () => {
  const sentence = 'WhatsApp could not be reached.'
  await openAnswer('Here is the wrong form', {
    status: 'failed',
    failure: { sentence, code: 'reset', remedy: 'Try again.' },
  })
  const answer = messageWith('Here is the wrong form')
  await expect.element(answer).toHaveTextContent(sentence)
  await answer.getByRole('button', { name: 'Edit' }).click()
  await expect.element(replyBox()).toHaveValue('Here is the wrong form')
  await expect.element(replyBox()).toHaveFocus()
})

test('[Q-190] an answer that WhatsApp does not take for the moment says why it waits, until it has gone', async () => {
  const sentence = 'We sent this customer too many messages in a short time.'
  const served = await openAnswer('We have it', {
    status: 'queued',
    waits: { sentence, until: '2026-03-02T12:00:04.000Z' },
  })
  await expect
    .element(messageWith('We have it').getByRole('status'))
    .toHaveTextContent(`Waiting: ${sentence} Parley tries again at 15:00:04.`)
  const { id = '' } = served.messages.at(-1) ?? {}
  served.publishMessage({ id, status: 'delivered', waits: null })
  await expect.element(messageWith('We have it').getByRole('img', { name: 'Delivered' })).toBeVisible()
  await expect.element(messageWith('We have it').getByRole('status')).not.toBeInTheDocument()
})
