import { expect, test } from 'vitest'
import { ada, messageOf, metadata, only, textFrom, webhook } from './webhook.fixture.ts'
import { readWebhook } from './webhook.ts'

test('[GEN-06] reads a text message: who, when and the words unchanged', () => {
  const item = only(
    webhook({ metadata, contacts: [ada], messages: [textFrom('256700000001', '  Osiibye \n 👋🏽 ')] }),
  )
  expect(item).toEqual({
    kind: 'message',
    phoneNumberId: '100',
    message: {
      id: 'wamid.  Osiibye \n 👋🏽 ',
      from: '256700000001',
      userId: null,
      profileName: 'Ada',
      at: new Date('2023-11-14T22:13:20.000Z'),
      type: 'text',
      text: '  Osiibye \n 👋🏽 ',
      media: null,
      formFiles: [],
      contextId: null,
      forwarded: null,
      details: null,
      unsupportedCode: null,
      change: null,
      byBusiness: false,
    },
  })
})

test.each<[string, unknown, string]>([
  ['seconds as text', '1700000000', '2023-11-14T22:13:20.000Z'],
  ['seconds as a number', 1700000000, '2023-11-14T22:13:20.000Z'],
])('[DATA-07] takes a time given as %s', (_name, timestamp, at) => {
  expect(messageOf(textFrom('256700000001', 'a', { timestamp })).at?.toISOString()).toBe(at)
})

test.each([undefined, 'yesterday', '0', ' ', '99999999999999999'])(
  '[DATA-07] a message of the time %j has none',
  timestamp => {
    expect(messageOf(textFrom('256700000001', 'a', { timestamp })).at).toBeNull()
  },
)

test.each([
  ['1234', [], '1234'],
  ['123456789012345678901', [], '123456789012345678901'],
  [' PHONE_NUMBER ', [{ wa_id: 'OTHER' }], 'PHONE_NUMBER'],
  [undefined, [{ wa_id: 'WHATSAPP_ID' }], 'WHATSAPP_ID'],
])('[GEN-06] a sender %j who is named by no number is somebody all the same', (from, contacts, userId) => {
  expect(messageOf(textFrom('', 'a', { from }), contacts)).toMatchObject({ from: null, userId })
})

test('[GEN-06] a number may come with a plus or spaces', () => {
  expect(messageOf(textFrom('+256 700-000001', 'a')).from).toBe('256700000001')
})

test('[GEN-06] contacts belong to messages by id, not by place', () => {
  const brian = { wa_id: '256700000002', user_id: 'UG.2', profile: { name: 'Brian' } }
  const carol = { user_id: 'UG.3', profile: { name: 'Carol' } }
  const messages = [
    textFrom('256700000001', 'a'),
    textFrom('256700000002', 'b'),
    { ...textFrom('', 'c'), from: undefined, from_user_id: 'UG.3' },
    textFrom('256700000009', 'd'),
  ]
  const items = readWebhook(webhook({ metadata, contacts: [carol, brian, ada], messages }))
  expect(
    items.map(
      item => item.kind === 'message' && [item.message.from, item.message.userId, item.message.profileName],
    ),
  ).toEqual([
    ['256700000001', null, 'Ada'],
    ['256700000002', 'UG.2', 'Brian'],
    [null, 'UG.3', 'Carol'],
    ['256700000009', null, null],
  ])
})

test('[GEN-06] the only contact beside the only message is its sender', () => {
  const nameless = { ...textFrom('', 'a'), from: undefined }
  expect(messageOf(nameless, [{ user_id: 'UG.7', profile: { name: 'Dan' } }])).toMatchObject({
    from: null,
    userId: 'UG.7',
    profileName: 'Dan',
  })
  expect(
    messageOf(textFrom('5511987654321', 'a'), [{ wa_id: '551187654321', profile: { name: 'Edu' } }]),
  ).toMatchObject({
    from: '5511987654321',
    profileName: 'Edu',
  })
})

test.each<[string, object]>([
  ['no id', { id: undefined }],
  ['no sender', { from: undefined }],
])('a message with %s is refused without hiding its neighbours', (_name, broken) => {
  const messages = [textFrom('256700000001', 'a', broken), textFrom('256700000001', 'SECRET')]
  const [first, second] = readWebhook(webhook({ metadata, contacts: [ada], messages }))
  expect(first).toMatchObject({ kind: 'refused', what: 'entry[0].changes[0].messages[0]' })
  expect(JSON.stringify(first)).not.toContain('256700')
  expect(second).toMatchObject({ kind: 'message', message: { text: 'SECRET' } })
})

test.each<[string, object, object]>([
  ['sent', {}, { status: 'sent', opaque: null, error: null }],
  ['delivered', { biz_opaque_callback_data: 'attempt-1' }, { status: 'delivered', opaque: 'attempt-1' }],
  ['read', {}, { status: 'read' }],
  ['played', {}, { status: 'played' }],
  [
    'failed',
    { errors: [{ code: 131047, title: 'Re-engagement', error_data: { details: 'More than 24 hours' } }] },
    { status: 'failed', error: { code: 131047, details: 'More than 24 hours' } },
  ],
  [
    'failed',
    { errors: [{ code: 131026, title: 'Undeliverable' }] },
    { error: { code: 131026, details: 'Undeliverable' } },
  ],
  ['failed', {}, { status: 'failed', error: null }],
  [
    'sent',
    { errors: [{ code: 470, title: 'Too late' }] },
    { status: 'failed', error: { code: 470, details: 'Too late' } },
  ],
  ['delivered', { errors: [{ code: 470, title: 'Too late' }] }, { status: 'delivered' }],
  ['sent', {}, { pricing: null }],
  ['sent', { pricing: null }, { pricing: null }],
  [
    'sent',
    { pricing: { billable: true, pricing_model: 'PMP', type: 'regular', category: 'marketing' } },
    { pricing: { billable: true, model: 'PMP', type: 'regular', category: 'marketing' } },
  ],
  [
    'read',
    { pricing: { pricing_model: 'PMP', type: 'free_customer_service', category: 'service' } },
    { pricing: { billable: false, model: 'PMP', type: 'free_customer_service', category: 'service' } },
  ],
  [
    'delivered',
    { pricing: { type: 'regular', category: 7 } },
    { pricing: { billable: true, model: null, type: 'regular', category: null } },
  ],
  ['delivered', { pricing: {} }, { pricing: { billable: null, model: null, type: null, category: null } }],
])('[Q-018] reads the status %s', (status, more, read) => {
  const statuses = [
    { id: 'wamid.out', status, timestamp: '1700000000', recipient_id: '256700000001', ...more },
  ]
  expect(only(webhook({ metadata, statuses }))).toMatchObject({
    kind: 'status',
    phoneNumberId: '100',
    status: { wamid: 'wamid.out', at: new Date('2023-11-14T22:13:20.000Z'), ...read },
  })
})

test.each(['deleted', 'in_orbit', 'constructor'])('[Q-018] the unknown status %s is noted', status => {
  const statuses = [{ id: 'wamid.out', status, timestamp: '1700000000' }]
  expect(only(webhook({ metadata, statuses }))).toMatchObject({ kind: 'noted' })
})

test('every item of every entry and change is read, in order', () => {
  const one = {
    id: '1',
    changes: [{ field: 'messages', value: { metadata, messages: [textFrom('256700000001', 'a')] } }],
  }
  const two = {
    id: '2',
    changes: [
      { field: 'account_update', value: {} },
      {
        field: 'messages',
        value: {
          metadata: { phone_number_id: '200' },
          messages: [textFrom('256700000002', 'b'), textFrom('256700000002', 'c')],
          statuses: [{ id: 'w', status: 'sent', timestamp: '1' }],
          errors: [{ code: 130429 }],
        },
      },
    ],
  }
  const items = readWebhook({ object: 'whatsapp_business_account', entry: [one, two] })
  expect(items.map(item => item.kind)).toEqual(['message', 'noted', 'message', 'message', 'status', 'noted'])
  expect(items.map(item => item.phoneNumberId)).toEqual(['100', null, '200', '200', '200', '200'])
})

test('one value with nulls for every other kind of node is read', () => {
  const message = {
    ...textFrom('256700000001', 'a'),
    image: null,
    context: null,
    errors: null,
    from_user_id: null,
  }
  const value = { metadata, contacts: [ada], messages: [message], statuses: null, errors: null }
  expect(only(webhook(value))).toMatchObject({ kind: 'message', message: { text: 'a' } })
})

test.each<[string, object]>([
  ['an entry of the address book', { field: 'smb_app_state_sync', value: { metadata, state_sync: [{}] } }],
  ['a field of tomorrow', { field: 'unknown_field_xyz', value: { metadata } }],
  ['a change without a field', { value: { metadata } }],
  ['a value without items', { field: 'messages', value: { metadata } }],
  [
    'a message in a group',
    { field: 'messages', value: { metadata, messages: [textFrom('256700000001', 'a', { group_id: 'g' })] } },
  ],
  [
    'a notice that names nobody',
    {
      field: 'messages',
      value: { metadata, messages: [{ id: 'w', timestamp: 1, type: 'system', system: {} }] },
    },
  ],
])('%s is noted with a reason', (_name, change) => {
  expect(only({ entry: [{ changes: [change] }] })).toMatchObject({
    kind: 'noted',
    reason: expect.any(String),
  })
})

const strange: unknown[] = [
  null,
  undefined,
  7,
  'text',
  [],
  {},
  { entry: null },
  { entry: [null, 7, [], { changes: null }] },
  { entry: [{ changes: [null, [], 'x', { field: 'messages' }, { field: 'messages', value: [] }] }] },
  webhook({ metadata: null, messages: [textFrom('256700000001', 'a')] }),
  webhook({ metadata, messages: [null, 7, 'x', [], {}, { id: {} }] }),
  webhook({
    metadata,
    contacts: [null, 7, { profile: null }],
    messages: [textFrom('256700000001', 'a', { from: 5 })],
  }),
  webhook({ metadata, statuses: [null, 7, {}, { id: 'w' }, { id: 'w', status: 'sent' }] }),
  webhook({
    metadata,
    messages: [{ ...textFrom('256700000001', 'a'), type: 'interactive', interactive: { type: {} } }],
  }),
]
test.each(strange.map(body => [JSON.stringify(body) ?? 'undefined', body]))('is total: %s', (_json, body) => {
  expect(readWebhook(body).every(item => item.kind !== 'status')).toBe(true)
})

test('another object than WhatsApp is noted', () => {
  expect(only({ object: 'page', entry: [] })).toMatchObject({ kind: 'noted' })
})

test.each([{ field: 'standby' }, {}])('a customer wrote, whatever the change is called: %j', named => {
  const value = { metadata, contacts: [ada], messages: [textFrom('256700000001', 'a')] }
  const [item] = readWebhook({ entry: [{ changes: [{ ...named, value }] }] })
  expect(item).toMatchObject({ kind: 'message', message: { from: '256700000001' } })
  const [status] = readWebhook({
    entry: [
      {
        changes: [{ ...named, value: { metadata, statuses: [{ id: 'w', status: 'read', timestamp: '1' }] } }],
      },
    ],
  })
  expect(status?.kind).toBe('status')
})
