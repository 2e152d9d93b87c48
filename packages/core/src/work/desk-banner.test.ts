import { expect, test } from 'vitest'
import { byUrgency, type DeskBanner } from './rules.ts'

test.each<[readonly DeskBanner[], readonly DeskBanner[]]>([
  [[], []],
  [['in-queue'], ['in-queue']],
  // What cannot be sent from is no place to answer an offer.
  [
    ['offered-here', 'unloaded'],
    ['unloaded', 'offered-here'],
  ],
  // An offer runs out; that live updates are interrupted is made up for by fetches.
  [
    ['behind', 'offered-here'],
    ['offered-here', 'behind'],
  ],
  // What was tried in vain is said before what stands there anyway.
  [
    ['in-queue', 'answer-failed'],
    ['answer-failed', 'in-queue'],
  ],
  [
    ['snoozed', 'snooze-failed'],
    ['snooze-failed', 'snoozed'],
  ],
  // Whoever claims a conversation that goes on elsewhere claims the wrong one.
  [
    ['in-queue', 'continued'],
    ['continued', 'in-queue'],
  ],
  [
    ['in-queue', 'snoozed', 'tickets-failed', 'astray'],
    ['astray', 'tickets-failed', 'snoozed', 'in-queue'],
  ],
  [
    ['offered-away', 'snoozed', 'unloaded'],
    ['unloaded', 'snoozed', 'offered-away'],
  ],
])('[Q-239] of %j above a thread the order is %j', (holds, expected) => {
  expect(byUrgency(banner => holds.includes(banner))).toEqual(expected)
})
