import { LastMessage } from '@parley/core/conversations/api'
import { revokedType } from '@parley/core/messages/constants'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../../test/accessible.ts'
import { openConsole } from '../../../../test/console.tsx'
import { sampleOf } from '../../../../test/sample-of.ts'
import { conversation, message } from '../../../../test/samples.ts'
import { focusOn, messageWith, replyBox, thread } from '../../../../test/screen.ts'
import { customerMessages, serveThread } from '../../../../test/thread.ts'

const first = message({ id: '11', content: 'Send 40,000' })
const edited = {
  ...first,
  content: 'Send 50,000',
  edited: { at: '2026-03-02T09:05:00.000Z', original: 'Send 40,000' },
}
const revoked = { ...edited, revoked_at: '2026-03-02T09:06:00.000Z' }

/** Opens the conversation in which the customer said the first words. */
async function openFirst() {
  const api = await openConsole('/conversations/7', {
    given: given => serveThread(given, customerMessages('Send 40,000')),
  })
  await expect.element(messageWith('Send 40,000')).toBeVisible()
  return api
}

test('[Q-183] an edited message shows the new words, and on a click the first', async () => {
  const api = await openFirst()
  api.publish({ event: 'message', data: edited })
  const row = messageWith('Send 50,000')
  await expect.element(row.getByText('Send 50,000')).toBeVisible()
  await expect.element(row.getByText('Send 40,000')).not.toBeVisible()
  await row.getByText('Edited', { exact: true }).click()
  await expect.element(row.getByText('Send 40,000')).toBeVisible()
})

test('[Q-183] a deleted message says so, and keeps its words behind a press', async () => {
  const api = await openFirst()
  api.publish({ event: 'message', data: revoked })
  const summary = thread().getByText('Deleted by the customer')
  await expect.element(summary).toBeVisible()
  await expect.element(thread().getByText('Send 50,000')).not.toBeVisible()
  await expectAccessible(['best-practice'])
  await expect.element(replyBox()).toHaveFocus()
  focusOn(summary)
  await userEvent.keyboard('{Enter}')
  await expect.element(thread().getByText('Send 50,000')).toBeVisible()
})

test('[Q-183] the list of conversations says of a deleted message what the thread says', async () => {
  const last = { ...sampleOf(LastMessage), id: '11', message_type: revokedType, content: '' }
  await openConsole('/conversations', {
    given: api => api.answer('conversations', [conversation({ last_message: last })]),
  })
  await expect.element(page.getByText('Deleted by the customer').first()).toBeVisible()
})
