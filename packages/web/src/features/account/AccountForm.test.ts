import { expect, test } from 'vitest'
import { ApiFailure } from '../../client/api-failure.ts'
import { refusalWords } from './AccountForm.tsx'

const weak = new ApiFailure({
  kind: 'refused',
  status: 400,
  detail: 'Check what was sent: new_password must have at least 10 characters',
  fields: { new_password: 'must have at least 10 characters' },
})
const early = new ApiFailure({ kind: 'refused', status: 429, detail: 'Too many attempts' })
const elsewhere = new ApiFailure({
  kind: 'refused',
  status: 400,
  detail: 'Check what was sent',
  fields: { id: 'x' },
})

test.each([
  [weak, { new_password: 'The new password must have at least 10 characters' }],
  [early, 'Too many attempts'],
  [elsewhere, 'Check what was sent'],
  [new ApiFailure({ kind: 'network' }), 'The server could not be reached'],
])('a form that failed with %s says it at its field, else beside', (cause, words) => {
  expect(refusalWords({ current_password: 'current password', new_password: 'new password' })(cause)).toEqual(
    words,
  )
})
