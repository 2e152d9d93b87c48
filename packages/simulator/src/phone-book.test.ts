import { expect, test } from 'vitest'
import { businessNumber as business } from './business.fixture.ts'
import { bareMessage, phoneBookOf } from './phone.ts'

const silent = { phoneChanged: () => undefined, messageChanged: () => undefined }

test('a phone keeps its last 2,000 messages and forgets the rest wholly', () => {
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
