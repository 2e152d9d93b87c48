import { Refusal } from '@parley/core/errors'
import { expect, test } from 'vitest'
import { madeBefore, madeNow } from './once.ts'

const click = (clientId: string | null | undefined, made?: string) => ({
  clientId,
  find: async () => made,
  isSame: (one: string) => one === 'asked for',
  refusal: () => new Refusal('message.same-client-id'),
})

test('a click is new without an id, and with one that made nothing', async () => {
  expect(await madeBefore(click(null, 'asked for'))).toBeNull()
  expect(await madeBefore(click(undefined, 'asked for'))).toBeNull()
  expect(await madeBefore(click('c-1'))).toBeNull()
})

test('the same click answers what it made; its id for something else is refused', async () => {
  expect(await madeBefore(click('c-1', 'asked for'))).toBe('asked for')
  await expect(madeBefore(click('c-1', 'another'))).rejects.toMatchObject({ code: 'message.same-client-id' })
})

test('an id on its way into another place at this moment is refused too', () => {
  const { refusal } = click('c-1')
  expect(madeNow({ id: 7 }, refusal)).toEqual({ id: 7 })
  expect(() => madeNow(undefined, refusal)).toThrow(refusal())
})
