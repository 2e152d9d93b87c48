import { expect, test } from 'vitest'
import { isUnanswered, isUndoable, resolveStep, undoMs } from './finish.ts'

test.each([
  ['ACTIVE', 'resolve'],
  ['DORMANT', 'resolve'],
  ['TRANSFERRED', 'resolve'],
  ['RESOLVED', 'reopen'],
  ['ARCHIVED', null],
] as const)('[Q-385] for a conversation that is %s the step is %s', (status, step) => {
  expect(resolveStep({ status })).toBe(step)
})

const since = '2026-03-02T09:00:00.000Z'

test.each([
  ['ACTIVE', since, true],
  ['DORMANT', since, true],
  ['ACTIVE', null, false],
  ['RESOLVED', since, false],
  ['ARCHIVED', since, false],
] as const)('[Q-389] %s, waiting since %s: resolving asks first is %s', (status, waiting_since, asks) => {
  expect(isUnanswered({ status, waiting_since })).toBe(asks)
})

test('[Q-388] an action is undone before its time is over, and not at it', () => {
  const until = 1_000 + undoMs
  expect([isUndoable(until, 1_000), isUndoable(until, until - 1), isUndoable(until, until)]).toEqual([
    true,
    true,
    false,
  ])
})
