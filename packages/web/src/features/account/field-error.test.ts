import { expect, test } from 'vitest'
import { ApiFailure } from '../../client/api-failure.ts'
import { fieldError, formError } from './field-error.ts'

const weak = new ApiFailure({
  kind: 'refused',
  status: 400,
  detail: 'Check what was sent: new_password must have at least 10 characters',
  fields: { new_password: 'must have at least 10 characters' },
})
const early = new ApiFailure({ kind: 'refused', status: 429, detail: 'Too many attempts' })

test.each([
  [weak, 'The new password must have at least 10 characters', null],
  [early, undefined, 'Too many attempts'],
  [new ApiFailure({ kind: 'network' }), undefined, 'The server could not be reached'],
  [null, undefined, null],
])('a form that failed with %s says it at its field, else beside', (cause, atField, beside) => {
  expect(fieldError(cause, 'new_password', 'new password')).toBe(atField)
  expect(formError(cause, ['new_password'])).toBe(beside)
})
