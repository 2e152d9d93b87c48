import { expect, test } from 'vitest'
import { ada, metadata, only, textFrom, webhook } from './webhook.fixture.ts'
import { readWebhook } from './webhook.ts'

/* The log shows an operator only the place and the reason of an item that was not stored, without the customer's text. */
const from = (...broken: readonly object[]) =>
  webhook({
    metadata,
    contacts: [],
    messages: broken.map(one => ({ ...textFrom('256700000001', 'a'), ...one })),
  })
const message = 'entry[0].changes[0].messages[0]'
const statusOf = (status: unknown) => webhook({ metadata, statuses: [status] })
const status = 'entry[0].changes[0].statuses[0]'
const change = (one: unknown) => ({ entry: [{ changes: [one] }] })

test.each<[unknown, string, string]>([
  ['text', 'body', 'The body is not a webhook: it has no list of entries.'],
  [{ entry: {} }, 'body', 'The body is not a webhook: it has no list of entries.'],
  [{ entry: [7] }, 'entry[0]', 'The entry has no list of changes.'],
  [{ entry: [{ changes: 'x' }] }, 'entry[0]', 'The entry has no list of changes.'],
  [change([]), 'entry[0].changes[0]', 'The change is not an object.'],
  [change({ field: 'messages', value: [] }), 'entry[0].changes[0]', 'The change has no value.'],
  [
    webhook({ messages: [textFrom('256700000001', 'a')] }),
    message,
    'It does not say which business number it belongs to.',
  ],
  [webhook({ metadata, messages: [7] }), message, 'The message is not an object.'],
  [from({ id: '' }), message, 'The message has no id.'],
  [from({ from: ' ' }), message, 'The message names no sender.'],
  [from({ from: {} }), message, 'The message names no sender.'],
  [from({ from: 'x'.repeat(151) }), message, 'The message names no sender.'],
  [statusOf(7), status, 'The status is not an object.'],
  [statusOf({ status: 'sent', timestamp: 1 }), status, 'The status does not name its message.'],
  [statusOf({ id: 'w', timestamp: 1 }), status, 'The status has no name.'],
  [statusOf({ id: 'w', status: 'sent' }), status, 'The status has no time.'],
])('%j is refused at its place with its reason', (body, what, reason) => {
  expect(only(body)).toMatchObject({ kind: 'refused', what, reason })
})

const group = { ...textFrom('256700000001', 'a'), group_id: 'g' }
test.each<[unknown, string, string]>([
  [{ object: 'page', entry: [] }, 'body', 'It is about the object page.'],
  [{ object: 7, entry: [] }, 'body', 'It is about the object none.'],
  [
    change({ field: 'x'.repeat(50) }),
    'entry[0].changes[0]',
    `The field ${'x'.repeat(40)} is not shown in conversations.`,
  ],
  [change({}), 'entry[0].changes[0]', 'The field none is not shown in conversations.'],
  [webhook({ metadata }), 'entry[0].changes[0]', 'The change holds neither messages nor statuses.'],
  [
    webhook({ errors: [{ code: '130429' }] }),
    'entry[0].changes[0].errors[0]',
    'WhatsApp reports the error 130429.',
  ],
  [
    webhook({ errors: [{ code: {} }] }),
    'entry[0].changes[0].errors[0]',
    'WhatsApp reports the error without a code.',
  ],
  [webhook({ metadata, messages: [group] }), message, 'It was written in a group.'],
  [
    webhook({ metadata, messages: [{ id: 'w', timestamp: 1, type: 'system' }] }),
    message,
    'The notice names no sender.',
  ],
  [statusOf({ id: 'w', status: 'in_orbit', timestamp: 1 }), status, 'The status in_orbit is not known.'],
])('%j is noted with its reason', (body, what, reason) => {
  expect(only(body)).toMatchObject({ kind: 'noted', what, reason })
})

test('the places of later items are their own', () => {
  const value = {
    metadata,
    contacts: [ada],
    messages: [textFrom('256700000001', 'a'), 7],
    statuses: [{ id: 'w', status: 'sent', timestamp: 1 }, 7],
    errors: [7, 7],
  }
  const body = { entry: [{ changes: [] }, { changes: [{}, { field: 'messages', value }] }] }
  expect(readWebhook(body).map(item => ('what' in item ? item.what : item.kind))).toEqual([
    'entry[1].changes[0]',
    'message',
    'entry[1].changes[1].messages[1]',
    'status',
    'entry[1].changes[1].statuses[1]',
    'entry[1].changes[1].errors[0]',
    'entry[1].changes[1].errors[1]',
  ])
})

test('[GEN-06] among several messages no contact speaks for one that names nobody', () => {
  const nameless = { ...textFrom('', 'a'), from: undefined }
  const other = textFrom('256700000001', 'b')
  const [first] = readWebhook(webhook({ metadata, contacts: [ada], messages: [nameless, other] }))
  expect(first).toMatchObject({ kind: 'refused', reason: 'The message names no sender.' })
  const two = webhook({ metadata, contacts: [ada, { wa_id: '256700000002' }], messages: [nameless] })
  expect(only(two)).toMatchObject({ kind: 'refused' })
})

test.each<[string, unknown, readonly string[]]>([
  [
    'each call of a field',
    { field: 'calls', value: { metadata, calls: [{ id: 'a' }, { id: 'b' }] } },
    ['calls', 'calls'],
  ],
  [
    'a field without a list, once',
    { field: 'account_update', value: { restriction_info: [{}, {}] } },
    ['account_update'],
  ],
  ['a field of tomorrow', { field: 'unheard_of', value: 7 }, ['unheard_of']],
  [
    'what stands beside messages',
    { field: 'messages', value: { metadata, groups: [{}], errors: [{}] } },
    ['error', 'groups'],
  ],
])('%s is noted under its name', (_, one, nouns) => {
  const items = readWebhook(change(one))
  expect(items.map(item => item.kind === 'noted' && item.noun)).toEqual(nouns)
})

test('an item without an id is known again by its content, in whatever order it is written, and by its entry’s time', () => {
  const digestOf = (time: number, value: object) => {
    const item = only({ entry: [{ id: '1', time, changes: [{ field: 'account_update', value }] }] })
    return item?.kind === 'noted' ? item.digest : null
  }
  const first = digestOf(1, { event: 'BANNED', info: { a: 1, b: 2 } })
  expect(digestOf(1, { info: { b: 2, a: 1 }, event: 'BANNED' })).toBe(first)
  expect(digestOf(2, { event: 'BANNED', info: { a: 1, b: 2 } })).not.toBe(first)
  expect(digestOf(1, { event: 'BANNED', info: { a: 1, b: 3 } })).not.toBe(first)
})
