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
  ['text', { body: 'Hello' }, 'Hello'],
  ['text', 'Hello', 'Hello'],
  ['request_welcome', null, 'Opened the chat'],
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
  expect(messageOf(message)).toMatchObject({ type: 'unsupported', unsupportedCode: 131060 })
})

test('[DATA-07] an answer names what it answers; a forwarded message need not', () => {
  expect(messageOf(textFrom('256700000001', 'a', { context: { id: 'wamid.q' } })).contextId).toBe('wamid.q')
  expect(messageOf(textFrom('256700000001', 'a', { context: { forwarded: true } })).contextId).toBeNull()
})

test('[DATA-07] a U+0000 inside a text, which no database takes, is left out', () => {
  expect(messageOf(textFrom('256700000001', 'a\u0000b')).text).toBe('ab')
})
