import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { openConsole } from '../../../../test/console.tsx'
import type { FakeApi } from '../../../../test/fake-api.ts'
import { briansNote, noteOf, ownNote, serveNotes } from '../../../../test/notes.ts'
import { notification } from '../../../../test/samples.ts'
import { address, linkedRowText, messageWith, thread } from '../../../../test/screen.ts'
import { customerMessages, manyMessages, serveParts, serveThread } from '../../../../test/thread.ts'

const longAgo = ownNote({ text: 'A note from long ago', created_at: '2026-03-02T09:00:30.000Z' })

const hundred = manyMessages(100, no => `Message ${no}.`)

/** A colleague mentioned the agent in the note "Is this it?". */
function serveMention(api: FakeApi, noticeId: string, created_at: string): void {
  serveNotes(api, [longAgo, briansNote({ text: 'Is this it?', created_at })])
  api.answer('pollNotifications', [
    notification({
      id: noticeId,
      type: 'mention',
      title: 'Brian mentioned you',
      conversation_id: '7',
      note_id: '72',
      data: { importance: 'medium' },
      auto_close: true,
    }),
  ])
}

async function openMention(): Promise<void> {
  const bell = page.getByRole('button', { name: /^Notifications/ })
  await expect.element(bell).toHaveAccessibleName(/unread/)
  await bell.click()
  await page.getByRole('button', { name: /^Unread: Brian mentioned you/ }).click()
}

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

test.each([
  ['a note', 'A note from long ago', '71'],
  ['a message', 'Message 1.', '1001'],
])('[Q-223] a link to %s opens the thread there, however far back it is', async (_, words, id) => {
  const api = await openConsole(`/conversations/7?message=${id}`, {
    given: given => {
      serveParts(given, hundred)
      serveNotes(given, [longAgo])
    },
  })
  await expect.poll(linkedRowText).toContain(words)
  await expect.element(thread().getByText(words)).toBeInViewport()
  await expect.element(messageWith('Message 100.')).not.toBeInTheDocument()
  expect(api.askedFor('history').map(({ query }) => query.around)).toContain(id)
})

test('[Q-223] a mention at the bell leads to its note', async () => {
  const api = await openConsole('/', {
    given: given => {
      serveThread(given, customerMessages('I paid and it is not there'))
      serveMention(given, '81', '2026-03-02T09:05:00.000Z')
    },
  })
  await openMention()
  await expect.poll(address).toBe('/conversations/7?message=72')
  await expect.poll(linkedRowText).toContain('Is this it?')
  await expect.element(noteOf('Is this it?')).toBeInViewport()
  await expect.poll(() => api.askedFor('readNotification').map(({ params }) => params.id)).toEqual(['81'])
})

test('[Q-223] a mention at the bell leads to its note where the thread stands open, far from it', async () => {
  await openConsole('/conversations/7?message=1001', {
    given: given => {
      serveParts(given, hundred)
      serveMention(given, '82', '2026-03-02T11:00:00.000Z')
    },
  })
  await expect.poll(linkedRowText).toContain('Message 1.')
  await expect.element(noteOf('Is this it?')).not.toBeInTheDocument()
  await openMention()
  await expect.poll(linkedRowText).toContain('Is this it?')
  await expect.element(noteOf('Is this it?')).toBeInViewport()
})
