import { expect, test } from 'vitest'
import { businessNumber as business } from './business.fixture.ts'
import { bareMessage, phoneBookOf, readNumber } from './phone.ts'

test.each<[string, string | null]>([
  ['+256700000001', '+256700000001'],
  ['256700000001', '+256700000001'],
  ['00256 700 000 001', '+256700000001'],
  [' +256 (700) 000-001 ', '+256700000001'],
  ['+1.650.555.1234', '+16505551234'],
  ['0700000001', null],
  ['12345', null],
  ['+1234567890123456', null],
  ['', null],
  ['UG.123', null],
  ['+256700000001x', null],
])('the spelling %j is the number %j', (spelling, number) => {
  expect(readNumber(spelling)).toBe(number)
})

const silent = { phoneChanged: () => undefined, messageChanged: () => undefined }

test('a phone keeps its last 2,000 messages', () => {
  const book = phoneBookOf([], silent)
  const phone = book.open('+256700000001')
  for (let n = 0; n < 2_003; n++) {
    book.add(
      phone,
      bareMessage({ id: `w${n}`, business, direction: 'INBOUND', type: 'text', at: new Date(n) }),
    )
  }
  expect(phone.messages).toHaveLength(2_000)
  expect(book.holding('w2')).toBeUndefined()
  expect(book.holding('w3')?.message.id).toBe('w3')
})

test('a number keeps its user id over restarts, and numbers do not share one', () => {
  const [one, again] = [phoneBookOf([], silent), phoneBookOf([], silent)]
  expect(one.open('+256700000001').userId).toBe(again.open('+256700000001').userId)
  expect(one.open('+256700000002').userId).not.toBe(one.open('+256700000001').userId)
  expect(one.findByUserId(one.open('+256700000002').userId)?.number).toBe('+256700000002')
})
