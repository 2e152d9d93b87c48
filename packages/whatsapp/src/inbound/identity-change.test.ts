import { expect, test } from 'vitest'
import { readIdentityChange, readUserIdUpdate } from './identity-change.ts'

const [old, now] = ['256772000001', '256752000002']

test.each([
  [
    'a number, with the new user id',
    { from: old, system: { type: 'user_changed_number', wa_id: now, user_id: 'UG.2' } },
    { from: old, userId: null, change: { toNumber: now, toUserId: 'UG.2' } },
  ],
  [
    'a number, under the older name of the field',
    { from: old, system: { type: 'user_changed_number', new_wa_id: now } },
    { from: old, userId: null, change: { toNumber: now, toUserId: null } },
  ],
  [
    'a number, with that of before in the notice',
    { system: { type: 'customer_changed_number', customer: old, wa_id: now } },
    { from: old, userId: null, change: { toNumber: now, toUserId: null } },
  ],
  [
    'a user id, with the one of before in words alone',
    { system: { type: 'user_changed_user_id', user_id: 'UG.2', body: 'Joy changed from UG.1 to UG.2' } },
    { from: null, userId: 'UG.1', change: { toNumber: null, toUserId: 'UG.2' } },
  ],
  [
    'a user id, with words that speak of another',
    { system: { type: 'user_changed_user_id', user_id: 'UG.2', body: 'Joy changed from UG.1 to UG.3' } },
    { from: null, userId: null, change: { toNumber: null, toUserId: 'UG.2' } },
  ],
  [
    'a user id, with the number',
    { from_user_id: 'UG.1', system: { type: 'user_changed_user_id', user_id: 'UG.2', wa_id: old } },
    { from: old, userId: 'UG.1', change: { toNumber: null, toUserId: 'UG.2' } },
  ],
  [
    'nothing: the number is the same',
    { from: old, system: { type: 'user_changed_number', wa_id: old } },
    null,
  ],
  ['nothing: no new number', { from: old, system: { type: 'user_changed_number' } }, null],
  ['nothing: it is of something else', { from: old, system: { type: 'customer_identity_changed' } }, null],
  ['nothing: no notice', { from: old }, null],
])('a notice changes %s', (_, message, changed) => {
  expect(readIdentityChange(message)).toEqual(changed)
})

test.each([
  [
    { wa_id: now, user_id: { previous: 'UG.1', current: 'UG.2' } },
    { from: now, userId: 'UG.1', change: { toNumber: null, toUserId: 'UG.2' } },
  ],
  [
    { user_id: { current: 'UG.2' } },
    { from: null, userId: null, change: { toNumber: null, toUserId: 'UG.2' } },
  ],
  [{ wa_id: now, user_id: { previous: 'UG.1' } }, null],
])('the update %j is read as %j', (update, changed) => {
  expect(readUserIdUpdate(update)).toEqual(changed)
})
