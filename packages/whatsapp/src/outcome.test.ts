import { expect, test } from 'vitest'
import { failureOf, harmless, refusalOf } from './outcome.ts'

test.each<[number, string]>([
  [301, 'channel'],
  [399, 'channel'],
  [400, 'permanent'],
  [401, 'channel'],
  [402, 'permanent'],
  [403, 'channel'],
  [404, 'channel'],
  [405, 'permanent'],
  [407, 'channel'],
  [408, 'transient'],
  [413, 'permanent'],
  [425, 'transient'],
  [429, 'rate'],
  [499, 'permanent'],
])('[Q-039] HTTP %i from something in front of WhatsApp is %s', (status, retry) => {
  expect(refusalOf(status, null)).toEqual({
    outcome: 'refused',
    retry,
    code: status,
    details: `HTTP ${status}`,
  })
})

test.each([500, 503])('[Q-039] after HTTP %i without a word of WhatsApp nobody knows', status => {
  const reason = `HTTP ${status} without an error of WhatsApp`
  expect(refusalOf(status, { error: 'x' })).toEqual({ outcome: 'unknown', reason })
  expect(harmless(refusalOf(status, null))).toEqual({ outcome: 'unreached', reason })
})

test.each<[string, object, string]>([
  ['details', { code: 131026, message: 'm', error_data: { details: 'd' } }, 'd'],
  ['empty details', { code: 131026, message: 'm', error_data: { details: '' } }, 'm'],
  ['details that are no text', { code: 131026, message: 'm', error_data: { details: 7 } }, 'm'],
  ['details in another shape', { code: 131026, message: 'm', error_data: 'd' }, 'm'],
  ['no message', { code: 131026, message: null }, ''],
])('[Q-039] a refusal of WhatsApp with %s', (_, error, details) => {
  expect(refusalOf(500, { error })).toEqual({ outcome: 'refused', retry: 'permanent', code: 131026, details })
})

const failed = (cause: unknown) => new TypeError('fetch failed', { cause })
const error = (more: object, message = 'x') => Object.assign(new Error(message), more)
test.each<[string, unknown, object]>([
  ['ECONNREFUSED', failed(error({ code: 'ECONNREFUSED' })), { outcome: 'unreached', reason: 'ECONNREFUSED' }],
  [
    'several addresses that refused',
    failed(error({ name: 'AggregateError', cause: error({ code: 'EHOSTUNREACH' }) })),
    { outcome: 'unreached', reason: 'EHOSTUNREACH' },
  ],
  [
    'a broken TLS handshake',
    failed(error({ code: 'ERR_SSL_WRONG_VERSION_NUMBER' })),
    { outcome: 'unreached', reason: 'ERR_SSL_WRONG_VERSION_NUMBER' },
  ],
  [
    'a reset while connecting',
    failed(error({ code: 'ECONNRESET', syscall: 'connect' })),
    { outcome: 'unknown' },
  ],
  ['a code that is a number', failed(error({ code: 7, name: 'Odd' })), { outcome: 'unknown', reason: 'Odd' }],
  ['no error at all', 'text', { outcome: 'unknown', reason: 'unknown failure' }],
  ['a cause that is none', failed('text'), { outcome: 'unknown', reason: 'TypeError' }],
])('[Q-039] what %s says of the request', (_, cause, outcome) => {
  expect(failureOf(cause)).toMatchObject(outcome)
})

test.each([
  'ENOTFOUND',
  'EAI_AGAIN',
  'EAI_NODATA',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
  'ERR_INVALID_URL',
  'EPROTO',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'HOSTNAME_MISMATCH',
])('[Q-039] %s comes before anything was sent', code => {
  expect(failureOf(failed(error({ code })))).toEqual({ outcome: 'unreached', reason: code })
})
