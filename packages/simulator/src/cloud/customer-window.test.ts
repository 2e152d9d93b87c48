import { expect, test } from 'vitest'
import { businessNumber as business } from '../business.fixture.ts'
import { failsLater } from './messages.ts'
import { faultsOf } from '../faults.ts'
import { bareMessage } from '../phone.ts'

const wrote = new Date('2026-03-02T09:00:00.000Z')
const daySeconds = 24 * 3600
const none = faultsOf(() => undefined)
const inbound = bareMessage({ id: 'wamid.1', business, direction: 'INBOUND', type: 'text', at: wrote })
const answer = bareMessage({
  id: 'wamid.2',
  business,
  direction: 'OUTBOUND',
  type: 'text',
  at: new Date(wrote.getTime() + 1000),
})

test.each([
  ['at once', [inbound, answer], 0, null],
  ['at 23:59:59', [inbound, answer], daySeconds - 1, null],
  ['at 24:00:00', [inbound, answer], daySeconds, 131047],
  ['at 24:00:01', [inbound, answer], daySeconds + 1, 131047],
  ['in a chat without a customer’s message', [answer], 10 * daySeconds, null],
])('[Q-184] a message sent %s', (_, chat, seconds, code) => {
  const now = new Date(wrote.getTime() + seconds * 1000)
  expect(failsLater(chat, none, now)?.code ?? null).toBe(code)
})
