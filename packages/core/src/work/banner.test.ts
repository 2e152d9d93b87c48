import { expect, test } from 'vitest'
import { byUrgency, type Banner } from './rules.ts'

test.each<[readonly Banner[], readonly Banner[]]>([
  [[], []],
  [['in-queue'], ['in-queue']],
  // A screen that cannot send is no place to answer an offer.
  [
    ['offered-here', 'unloaded'],
    ['unloaded', 'offered-here'],
  ],
  // An offer expires; fetches make up for interrupted live updates.
  [
    ['behind', 'offered-here'],
    ['offered-here', 'behind'],
  ],
  // A failed action comes before permanent states.
  [
    ['in-queue', 'answer-failed'],
    ['answer-failed', 'in-queue'],
  ],
  [
    ['snoozed', 'snooze-failed'],
    ['snooze-failed', 'snoozed'],
  ],
  // Claiming a conversation that continues elsewhere claims the wrong one.
  [
    ['in-queue', 'continued'],
    ['continued', 'in-queue'],
  ],
  [
    ['in-queue', 'snoozed', 'tickets-failed', 'astray'],
    ['astray', 'tickets-failed', 'snoozed', 'in-queue'],
  ],
  [
    ['in-queue', 'snoozed', 'unloaded'],
    ['unloaded', 'snoozed', 'in-queue'],
  ],
])('[Q-239] of %j above a thread the order is %j', (holds, expected) => {
  expect(byUrgency(banner => holds.includes(banner))).toEqual(expected)
})
