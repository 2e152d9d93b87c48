import { ApiError } from '@parley/core/errors'
import { expect, test } from 'vitest'
import { findExisting, insertOrConflict } from './once.ts'

const click = (clientId: string | null | undefined, made?: string) => ({
  clientId,
  find: async () => made,
  isSame: (one: string) => one === 'asked for',
  conflictError: () => new ApiError('message.same-client-id'),
})

test('a click is new without an id, and with one that made nothing', async () => {
  expect(await findExisting(click(null, 'asked for'))).toBeNull()
  expect(await findExisting(click(undefined, 'asked for'))).toBeNull()
  expect(await findExisting(click('c-1'))).toBeNull()
})

test('the same click answers what it made; its id for something else is refused', async () => {
  expect(await findExisting(click('c-1', 'asked for'))).toBe('asked for')
  await expect(findExisting(click('c-1', 'another'))).rejects.toMatchObject({
    code: 'message.same-client-id',
  })
})

test('an id on its way into another place at this moment is refused too', () => {
  const { conflictError } = click('c-1')
  expect(insertOrConflict({ id: 7 }, conflictError)).toEqual({ id: 7 })
  expect(() => insertOrConflict(undefined, conflictError)).toThrow(conflictError())
})
