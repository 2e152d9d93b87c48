import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { openConsole } from '../../../../test/console.tsx'
import { address } from '../../../../test/conversation-list.ts'
import type { FakeApi } from '../../../../test/fake-api.ts'
import { briansNote, noteOf, ownNote, serveNotes } from '../../../../test/notes.ts'
import { notification } from '../../../../test/samples.ts'
import { revealed, rowOf, said, serveThread } from '../../../../test/thread.ts'

const longAgo = ownNote({ text: 'A note from long ago', created_at: '2026-03-02T09:00:30.000Z' })

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
      serveThread(api, said('I paid and it is not there'))
      serveNotes(api, [longAgo])
    },
  })
  await rowOf(words).hover()
  await rowOf(words).getByRole('button', { name: 'Copy link' }).click()
  await expect.element(rowOf(words).getByRole('button', { name: 'Link copied' })).toBeVisible()
  expect(copied.mock.calls).toEqual([[`${location.origin}/conversations/7?message=${id}`]])
})

test('[Q-223] a mention at the bell leads to its note', async () => {
  const api = await openConsole('/', {
    given: given => {
      serveThread(given, said('I paid and it is not there'))
      serveMention(given, '81', '2026-03-02T09:05:00.000Z')
    },
  })
  await openMention()
  await expect.poll(address).toBe('/conversations/7?message=72')
  await expect.poll(revealed).toContain('Is this it?')
  await expect.element(noteOf('Is this it?')).toBeInViewport()
  await expect.poll(() => api.askedFor('readNotification').map(({ params }) => params.id)).toEqual(['81'])
})
