import { expect, test } from 'vitest'
import { messageOf, textFrom } from './webhook.fixture.ts'

const hash = Buffer.alloc(32, 7)
test.each<[string, object, object]>([
  [
    'image',
    { id: '9', mime_type: 'image/jpeg', sha256: hash.toString('base64'), caption: 'My receipt' },
    {
      kind: 'image',
      mimeType: 'image/jpeg',
      sha256: hash.toString('hex'),
      caption: 'My receipt',
      voice: false,
    },
  ],
  [
    'document',
    {
      id: '9',
      mime_type: 'application/pdf',
      sha256: hash.toString('hex').toUpperCase(),
      filename: 'claim.pdf',
    },
    { kind: 'document', sha256: hash.toString('hex'), filename: 'claim.pdf', caption: null },
  ],
  [
    'audio',
    { id: '9', mime_type: 'audio/ogg; codecs=opus', voice: true },
    { kind: 'audio', mimeType: 'audio/ogg; codecs=opus', voice: true, sha256: null },
  ],
  ['audio', { id: '9', mime_type: 'audio/mpeg' }, { kind: 'audio', voice: false }],
  ['voice', { id: '9', mime_type: 'audio/ogg' }, { kind: 'audio', voice: true }],
  [
    'video',
    { id: '9', sha256: 'PLACEHOLDER' },
    { kind: 'video', mimeType: 'application/octet-stream', sha256: null },
  ],
  ['sticker', { id: '9', mime_type: 'image/webp' }, { kind: 'sticker' }],
])('[DATA-11] reads the file of a message of type %s', (type, node, media) => {
  const read = messageOf({ ...textFrom('256700000001', 'a'), type, text: null, [type]: node })
  expect(read.media).toMatchObject({ id: '9', ...media })
  expect(read.text).toBe('caption' in node ? node.caption : null)
})

test.each<[string, unknown, string | null]>([
  ['button', { text: 'Yes', payload: 'p' }, 'Yes'],
  ['interactive', { type: 'button_reply', button_reply: { id: 'b', title: 'Claim status' } }, 'Claim status'],
  [
    'interactive',
    { type: 'list_reply', list_reply: { id: 'r', title: 'Pension', description: 'd' } },
    'Pension',
  ],
  [
    'interactive',
    {
      type: 'nfm_reply',
      nfm_reply: { body: 'Sent', response_json: '{"flow_token":"t","age":30,"deep":{}}' },
    },
    'Sent\nage: 30',
  ],
  ['interactive', { type: 'nfm_reply', nfm_reply: { body: 'Sent', response_json: 'not json' } }, 'Sent'],
  [
    'interactive',
    {
      type: 'nfm_reply',
      nfm_reply: { response_json: '{"name":"Ada","agreed":true,"none":null,"list":[1]}' },
    },
    'name: Ada\nagreed: true',
  ],
  ['interactive', { type: 'nfm_reply', nfm_reply: { body: 'Sent' } }, 'Sent'],
  [
    'interactive',
    { type: 'call_permission_reply', call_permission_reply: { response: 'accept' } },
    'Call permission: accept',
  ],
  ['interactive', { type: 'call_permission_reply', call_permission_reply: {} }, 'Call permission: unknown'],
  ['interactive', { type: 'something_new', something_new: {} }, null],
  ['interactive', null, null],
  [
    'location',
    { latitude: 0.3136, longitude: 32.5811, name: 'Office', address: 'Kampala Road' },
    'Location: Office\nKampala Road\n0.3136, 32.5811',
  ],
  ['location', { latitude: '0.3', longitude: '32.5' }, 'Location: 0.3, 32.5'],
  ['location', { latitude: '0.3', name: 'Office' }, 'Location: Office'],
  ['location', { longitude: '32.5' }, null],
  [
    'contacts',
    [{ name: { formatted_name: 'Ada L', first_name: 'Ada' }, phones: [{}] }, {}],
    'Contact: Ada L',
  ],
  ['contacts', [{ phones: [{ phone: '+1', wa_id: '1' }] }], 'Contact: +1'],
  ['contacts', null, null],
  ['text', { body: 'Hello' }, 'Hello'],
  [
    'contacts',
    [
      {
        name: { formatted_name: 'Okello Brian' },
        phones: [{ phone: '+256 700 000 002' }, { wa_id: '256700000003' }],
      },
      { name: { first_name: 'Grace' } },
    ],
    'Contact: Okello Brian, +256 700 000 002, 256700000003\nContact: Grace',
  ],
  [
    'order',
    {
      text: 'Please',
      product_items: [{ product_retailer_id: 'A1', quantity: '2', item_price: 5, currency: 'UGX' }],
    },
    'Order: Please\n2 × A1 at 5 UGX',
  ],
  [
    'order',
    {
      product_items: [
        { product_retailer_id: 'A1', item_price: 5 },
        { product_retailer_id: 'B2', quantity: 1 },
        { quantity: 3 },
      ],
    },
    'Order: ? × A1 at 5\n1 × B2',
  ],
  ['order', {}, null],
  ['order', 'x', null],
  ['order', { product_items: [null] }, null],
  ['location', null, null],
  ['button', null, null],
  ['system', null, null],
  ['contacts', [null, { phones: [null] }], null],
  ['interactive', 'x', null],
  ['request_welcome', null, 'Opened the chat'],
  ['system', { body: 'Ada changed the number', type: 'user_changed_number' }, 'Ada changed the number'],
  ['hologram', { anything: 1 }, null],
  ['toString', { anything: 1 }, null],
  ['__proto__', { anything: 1 }, null],
])('[DATA-07] of a message of type %s the agent reads what it says', (type, node, text) => {
  const message = Object.fromEntries([
    ...Object.entries({ ...textFrom('256700000001', 'a'), text: undefined, type }),
    [type, node],
  ])
  expect(messageOf(message)).toMatchObject({ type, text, media: null })
})

test('[DATA-07] a message without a type has the type of the part it holds', () => {
  const { type: _type, ...untyped } = textFrom('256700000001', 'a')
  expect(messageOf(untyped)).toMatchObject({ type: 'text', text: 'a' })
  expect(messageOf({ ...untyped, text: null, location: { latitude: 1, longitude: 2 } }).type).toBe('location')
})

test('[DATA-07] an unsupported message keeps its type and code', () => {
  const message = {
    ...textFrom('256700000001', 'a'),
    text: null,
    type: 'unsupported',
    errors: [{ code: 131060 }],
  }
  expect(messageOf(message)).toMatchObject({ type: 'unsupported', text: null, unsupportedCode: 131060 })
})

test('[DATA-07] an answer names what it answers; a forwarded message need not', () => {
  expect(messageOf(textFrom('256700000001', 'a', { context: { id: 'wamid.q' } })).contextId).toBe('wamid.q')
  expect(messageOf(textFrom('256700000001', 'a', { context: { forwarded: true } })).contextId).toBeNull()
})

test('[DATA-07] a U+0000 inside a text, which no database takes, is left out', () => {
  expect(messageOf(textFrom('256700000001', 'a\u0000b')).text).toBe('ab')
})
