import { expect, onTestFinished, test, vi } from 'vitest'
import { openConsole } from '../../../../test/console.tsx'
import { ownNote, serveNotes } from '../../../../test/notes.ts'
import { messageWith } from '../../../../test/screen.ts'
import { customerMessages, serveThread } from '../../../../test/thread.ts'

const longAgo = ownNote({ text: 'A note from long ago', created_at: '2026-03-02T09:00:30.000Z' })

test.each([
  ['a note', 'A note from long ago', '71'],
  ['a message', 'I paid and it is not there', '11'],
])('[Q-223] the link to %s is copied, and it says so', async (_, words, id) => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  onTestFinished(() => copied.mockRestore())
  await openConsole('/conversations/7', {
    given: api => {
      serveThread(api, customerMessages('I paid and it is not there'))
      serveNotes(api, [longAgo])
    },
  })
  await messageWith(words).hover()
  await messageWith(words).getByRole('button', { name: 'Copy link' }).click()
  await expect.element(messageWith(words).getByRole('button', { name: 'Link copied' })).toBeVisible()
  expect(copied.mock.calls).toEqual([[`${location.origin}/conversations/7?message=${id}`]])
})
