import { ApiError } from '@parley/core/errors'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../../test/accessible.ts'
import { openConsole, token } from '../../../../test/console.tsx'
import type { FakeApi } from '../../../../test/fake-api.ts'
import { bring, serveUploads } from '../../../../test/files.ts'
import { attachment, me } from '../../../../test/samples.ts'
import { button, messageWith, replyBox, sendButton, thread } from '../../../../test/screen.ts'
import { customerMessages, sentReplies, serveThread } from '../../../../test/thread.ts'

const chips = () => page.getByRole('list', { name: 'Attached files' })
const removes = () => chips().getByRole('button', { name: /^Remove / })
const file = (name: string, type = 'text/plain', text = name) => new File([text], name, { type })
const attach = (...files: readonly File[]) => page.getByLabelText('Files to attach').upload([...files])
const names = (api: FakeApi) => api.uploads.map(({ file: { name } }) => name)

/** Opens a conversation; the box has the focus. */
async function openWriting(given: (api: FakeApi) => void = () => undefined) {
  const api = await openConsole('/conversations/7', {
    given: one => {
      serveThread(one, customerMessages('Hello'))
      serveUploads(one)
      given(one)
    },
  })
  await expect.element(messageWith('Hello')).toBeVisible()
  await replyBox().click()
  await expect.element(replyBox()).toHaveFocus()
  return api
}

const shot = file('shot.png', 'image/png')

test('[Q-340] pasted words win over their picture, which is offered', async () => {
  await openWriting()
  const offer = button('Attach picture')
  // The browser goes on with it, and puts the words into the box.
  expect(bring(replyBox(), 'paste', [shot], 'Name\tAmount')).toBe(true)
  await replyBox().fill('Name\tAmount')
  await expect.element(chips()).not.toBeInTheDocument()
  await offer.click()
  await expect.element(chips()).toHaveTextContent('shot.png')
  await expect.element(offer).not.toBeInTheDocument()
  await expect.element(replyBox()).toHaveFocus()
  await expect.element(replyBox()).toHaveValue('Name\tAmount')
})

test('[Q-342] a file dropped in the thread is attached; anywhere else the page stays, and nothing is attached', async () => {
  await openWriting()
  bring(thread(), 'dragover', [shot])
  expect(bring(thread(), 'drop', [shot])).toBe(false)
  await expect.element(chips()).toHaveTextContent('shot.png')
  expect(bring(page.getByRole('banner').first(), 'drop', [shot])).toBe(false)
  await expect.poll(() => removes().elements()).toHaveLength(1)
})

test('[Q-188] what WhatsApp does not take is refused before it is uploaded', async () => {
  const api = await openWriting()
  await attach(file('dance.gif', 'image/gif'), file('empty.txt', 'text/plain', ''), file('form.txt'))
  await expect.element(chips()).toHaveTextContent('Files of the type image/gif cannot be sent.')
  await expect.element(chips()).toHaveTextContent('The file is empty.')
  await expect.element(chips().getByRole('button', { name: /^Retry/ })).not.toBeInTheDocument()
  await replyBox().fill('Here it is')
  await expect.element(sendButton()).toBeDisabled()
  await expect.element(page.getByText('One of the files cannot be sent. Remove it, then send')).toBeVisible()
  await expectAccessible()
  await button('Remove dance.gif').click()
  await button('Remove empty.txt').click()
  await expect.element(sendButton()).toBeEnabled()
  expect(names(api)).toEqual(['form.txt'])
})

test('[Q-188] a caption says how much room it has', async () => {
  await openWriting()
  await attach(file('form.txt'))
  await replyBox().fill('x'.repeat(1025))
  await expect.element(page.getByText('Too long for a caption: sent before the file')).toBeVisible()
  await replyBox().fill('x'.repeat(1000))
  await expect.element(page.getByText('24 characters left in the caption')).toBeVisible()
})

test('[COMP-06 COMP-07 COMP-08 Q-092] files go up one after the other, with progress over all; one is taken away, then all', async () => {
  let release: () => void = () => undefined
  const api = await openWriting(one => {
    release = one.hold('uploadDocument')
  })
  await expect.element(button('Attach files')).toBeVisible()
  await expect.element(page.getByLabelText('Files to attach')).toHaveAttribute('multiple')
  await attach(file('a.txt', 'text/plain', 'a'.repeat(300_000)), file('b.txt'), file('c.txt'))
  await expect.element(page.getByText(/^[45]\d% uploaded$/)).toBeVisible()
  await expect
    .element(page.getByRole('progressbar', { name: 'Upload' }))
    .toHaveAttribute('value', expect.stringMatching(/^[45]\d$/))
  await expect.element(sendButton()).toBeDisabled()
  expect(names(api)).toEqual(['a.txt'])
  await button('Remove a.txt').click()
  await expect.element(chips()).not.toHaveTextContent('a.txt')
  release()
  await expect.element(sendButton()).toBeEnabled()
  await expect.element(page.getByText(/% uploaded/)).not.toBeInTheDocument()
  expect(names(api)).toEqual(['a.txt', 'b.txt', 'c.txt'])
  await button('Clear all').click()
  await expect.element(chips()).not.toBeInTheDocument()
  await expect.element(sendButton()).toBeDisabled()
})

test('[COMP-09 COMP-14 API-19 Q-093] each file is a message of its own; the words go with the first', async () => {
  const api = await openWriting()
  await attach(file('first.txt'), file('second.txt'))
  await expect.element(sendButton()).toBeEnabled()
  await replyBox().fill('Both papers')
  await expect.element(replyBox()).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => sentReplies(api).length).toBe(2)
  expect(sentReplies(api)).toEqual([
    {
      client_message_id: expect.any(String),
      content: 'Both papers',
      seen_message_id: '11',
      document_id: '501',
      draft: { page_id: expect.any(String), version: expect.any(Number), write_no: expect.any(Number) },
    },
    { client_message_id: expect.any(String), document_id: '502', seen_message_id: '11' },
  ])
})

test('[AUTH-08 API-19] an upload with a token that has just expired is made once more with a renewed one', async () => {
  const api = await openWriting()
  const renewed = `e30.${btoa(JSON.stringify({ exp: 4_102_444_900, sid: '1' }))}.e30`
  api.answer('uploadDocument', () => {
    if (api.uploads.length === 1) throw new ApiError('session.expired')
    return attachment({ id: '502', document_id: '502', name: 'first.txt', state: 'ready' })
  })
  api.answer('token', { access_token: renewed, refresh_token: 'next', user_id: me.id })
  await attach(file('first.txt'))
  await replyBox().fill('A paper')
  await expect.element(sendButton()).toBeEnabled()
  expect(api.uploads.map(({ authorization }) => authorization)).toEqual([
    `Bearer ${token}`,
    `Bearer ${renewed}`,
  ])
})

test('[ERR-16 ERR-20 ATT-07 Q-041] a failed upload is logged, stays, lets the next one through, and holds Send back', async () => {
  const logged = vi.spyOn(console, 'warn')
  onTestFinished(() => logged.mockRestore())
  const api = await openWriting()
  // An answer without an id.
  api.fail('uploadDocument', 200)
  await attach(file('broken.txt'))
  const failure = 'Document upload failed: No document_id returned'
  await expect.element(chips()).toHaveTextContent(`Failed to upload: ${failure}`)
  await expect.element(chips().getByTitle(`Failed to upload attachment: ${failure}`)).toBeVisible()
  expect(logged.mock.calls.map(([text]) => text)).toContain('Failed to upload file:')
  serveUploads(api)
  await attach(file('fine.txt'))
  await expect.poll(() => names(api)).toEqual(['broken.txt', 'fine.txt'])
  await replyBox().fill('With papers')
  await expect.element(page.getByText('A file was not uploaded. Retry or remove it, then send')).toBeVisible()
  await expect.element(sendButton()).toBeDisabled()
  await button('Retry broken.txt').click()
  await expect.element(sendButton()).toBeEnabled()
})

/** Texts are taken for questions about a claim. */
const serveMeaning = (api: FakeApi) =>
  api.answer('executeIntent', {
    success: true,
    intent_result: { intent: 'claim_status', confidence: 0.87, entities: { reference: ['LF-20311'] } },
  })

test('[INTENT-02] files alone are sent without being analysed', async () => {
  const api = await openWriting(serveMeaning)
  await attach(file('claim.txt'))
  await expect.element(sendButton()).toBeEnabled()
  await sendButton().click()
  await expect.poll(() => sentReplies(api)).toMatchObject([{ document_id: '501' }])
  expect(api.askedFor('executeIntent')).toEqual([])
})

test('[INTENT-07 Q-092 Q-095] a text too long for a caption goes first, and carries what it means alone', async () => {
  const api = await openWriting(serveMeaning)
  await attach(file('claim.txt'))
  await replyBox().fill(`What is the status of your claim LF-20311? ${'x'.repeat(1_100)}`)
  await expect.element(sendButton()).toBeEnabled()
  await expect.element(replyBox()).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Did you mean to:')).toBeVisible()
  await expect.element(chips()).toHaveTextContent('claim.txt')
  await button('Yes, proceed').click()
  await expect
    .poll(() =>
      sentReplies(api).map(body => [body?.content?.length, body?.document_id, body?.metadata !== undefined]),
    )
    .toEqual([
      [1_143, undefined, true],
      [undefined, '501', false],
    ])
})
