import { expect, test } from 'vitest'
import { conversationStatuses } from '../api/conversations.ts'
import { assignedSentence, assigningSentence, isDefaultReason, isInQueue, isOfferLate } from './assignment.ts'
import { rejectReason } from './assignment.ts'

test('the queue: what is not over, has no owner and no open offer', () => {
  const waiting = (more: object) =>
    conversationStatuses.filter(status => isInQueue({ status, assigneeId: null, offer: null, ...more }))
  expect(waiting({})).toEqual(['ACTIVE', 'DORMANT', 'TRANSFERRED'])
  expect(waiting({ assigneeId: '7' })).toEqual([])
  expect(waiting({ offer: {} })).toEqual([])
})

test.each([
  [999, false],
  [1000, true],
  [1001, true],
])('an offer until 1000 is late at %i: %s', (now, late) => {
  expect(isOfferLate(1000, now)).toBe(late)
})

test.each([
  [undefined, 'Not interested', true],
  [' ', 'Not interested', true],
  ['Not interested', 'Not interested', true],
  [' At lunch ', 'At lunch', false],
])('[Q-088] the reason %j is kept as %j, the default: %s', (said, kept, isDefault) => {
  expect(rejectReason(said)).toBe(kept)
  expect(isDefaultReason(rejectReason(said))).toBe(isDefault)
})

test('what the two modals say', () => {
  expect(assignedSentence('12')).toBe('You have been assigned a new conversation (#12)')
  expect(assigningSentence('12', 'Amina')).toBe('Conversation #12 assigned to Amina')
})
