import { expect, test } from 'vitest'
import { readNotifications } from '../read/entities.ts'
import { bellOrder } from './rules.ts'

test.each([
  ['nothing', '', ''],
  ['no offer', 'MESSAGE:3 ticket:2 info:1', 'MESSAGE:3 ticket:2 info:1'],
  ['an offer before all that came since', 'MESSAGE:4 ASSIGNMENT:3 info:2', 'ASSIGNMENT:3 MESSAGE:4 info:2'],
  [
    'offers among themselves as before',
    'ASSIGNMENT:5 MESSAGE:4 ASSIGNMENT:3 ticket:2',
    'ASSIGNMENT:5 ASSIGNMENT:3 MESSAGE:4 ticket:2',
  ],
])('[Q-252] the bell, of %s', (_, before, after) => {
  const named = before.split(' ').flatMap(one => {
    const [type, id] = one.split(':')
    return type === undefined || id === undefined ? [] : readNotifications([{ id, type }])
  })
  expect(
    bellOrder(named)
      .map(({ type, id }) => `${type}:${id}`)
      .join(' '),
  ).toBe(after)
})
