import { afterEach, expect, test, vi } from 'vitest'
import { actionMessages, logFailure } from './action-messages.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

test('[ERR-20] the messages of failed actions, word for word', () => {
  expect(Object.values(actionMessages).slice(0, 9)).toEqual([
    'Failed to fetch conversations',
    'Failed to fetch conversation details',
    'Failed to send message',
    'Failed to update conversation status',
    'Failed to assign conversation',
    'Failed to upload attachment',
    'Failed to get attachment',
    'Failed to mark conversation as seen',
    'Failed to fetch unread statistics',
  ])
})

test('[ERR-19 ERR-23 Q-038] a failure is logged with its reason, as a warning', () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  logFailure('markSeen', new Error('The server could not be reached'))
  expect(warned.mock.calls).toEqual([
    ['Failed to mark conversation as seen', 'The server could not be reached'],
  ])
})
