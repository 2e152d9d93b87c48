import { ApiError } from '@parley/core/errors'
import { afterEach, expect, test, vi } from 'vitest'
import {
  actionMessages,
  applicationMessages,
  failureWords,
  issueMessages,
  logFailure,
  ticketMessages,
} from './action-messages.ts'
import { ApiFailure } from './api-failure.ts'

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

test('[ERR-21 Q-048] those of tickets, applications and issues', () => {
  expect({ ...ticketMessages, ...applicationMessages, ...issueMessages }).toMatchObject({
    fetchTickets: 'Failed to fetch tickets',
    createTicket: 'Failed to create ticket',
    updateTicket: 'Failed to update ticket',
    fetchApplications: 'Failed to fetch applications',
    updateApplicationStatus: 'Failed to update application status',
    addNote: 'Failed to add note',
    fetchIssues: 'Failed to fetch issues',
  })
})

test('[ERR-19 ERR-23 Q-038] a failure is logged with its reason, as a warning', () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  logFailure('markSeen', new Error('The server could not be reached'))
  expect(warned.mock.calls).toEqual([
    ['Failed to mark conversation as seen', 'The server could not be reached'],
  ])
})

test.each([
  [
    new ApiFailure({ kind: 'refused', status: 409, detail: 'Archive the other one first' }),
    'Archive the other one first.',
  ],
  [new ApiError('issue.not-resolved'), 'Only resolved issues can be reopened.'],
  [new ApiFailure({ kind: 'timeout' }), 'The server did not answer in time. Try again.'],
  [new ApiFailure({ kind: 'refused', status: 503 }), 'The server refused this (503). Try again.'],
])('[Q-038] beside its control a failed action says what, why, and what to do: %s', (cause, words) => {
  expect(failureWords('updateStatus', cause)).toBe(`Failed to update conversation status: ${words}`)
})
