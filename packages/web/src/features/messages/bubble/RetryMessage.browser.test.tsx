import { expect, test } from 'vitest'
import { openReplying } from '../../../../test/replying.ts'
import { messageWith, sendReply } from '../../../../test/screen.ts'

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
