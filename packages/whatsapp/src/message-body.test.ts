import { expect, test } from 'vitest'
import { messageBodySchema, readReceiptSchema } from './message-body.ts'
import { mediaMessage, textMessage } from './send.ts'

const to = { phone: '256700000001' }

test.each([
  ['text', textMessage({ to, text: 'a'.repeat(4096), opaque: 'o' })],
  ['image', mediaMessage({ to, opaque: 'o', media: { kind: 'image', id: '1', caption: 'c' } })],
  ['document', mediaMessage({ to, opaque: 'o', media: { kind: 'document', id: '1', filename: 'f.pdf' } })],
  ['audio', mediaMessage({ to, opaque: 'o', media: { kind: 'audio', id: '1' } })],
  ['video', mediaMessage({ to, opaque: 'o', media: { kind: 'video', id: '1' } })],
])('what we build for %s is what WhatsApp takes', (type, body) => {
  expect(messageBodySchema.parse(body)).toMatchObject({ type, biz_opaque_callback_data: 'o' })
})

const base = { messaging_product: 'whatsapp', to: '1' }
const button = (title: string) => ({ type: 'reply', reply: { id: 'b', title } })
const buttons = (...titles: string[]) => ({
  ...base,
  type: 'interactive',
  interactive: { type: 'button', body: { text: 'x' }, action: { buttons: titles.map(button) } },
})

test.each<[string, unknown, boolean]>([
  ['three buttons', buttons('a', 'b', 'c'), true],
  ['four buttons', buttons('a', 'b', 'c', 'd'), false],
  ['no button', buttons(), false],
  ['a title of 21 characters', buttons('a'.repeat(21)), false],
  ['a text over the limit', { ...base, type: 'text', text: { body: 'a'.repeat(4097) } }, false],
  ['an empty text', { ...base, type: 'text', text: { body: '' } }, false],
  [
    'a caption over the limit',
    { ...base, type: 'image', image: { id: '1', caption: 'a'.repeat(1025) } },
    false,
  ],
  ['a file without an id', { ...base, type: 'image', image: {} }, false],
  ['a picture by link', { ...base, type: 'image', image: { link: 'https://example.com/a.png' } }, true],
  ['a picture by a link of a file', { ...base, type: 'image', image: { link: 'file:///a.png' } }, false],
  [
    'a picture by link and id',
    { ...base, type: 'image', image: { id: '1', link: 'https://example.com/a.png' } },
    false,
  ],
  ['a place', { ...base, type: 'location', location: { latitude: 0.3, longitude: '32.5' } }, true],
  ['a place beyond the pole', { ...base, type: 'location', location: { latitude: 91, longitude: 1 } }, false],
  ['a card', { ...base, type: 'contacts', contacts: [{ name: { formatted_name: 'Ann' } }] }, true],
  ['a card without a name', { ...base, type: 'contacts', contacts: [{ phones: [] }] }, false],
  ['no cards', { ...base, type: 'contacts', contacts: [] }, false],
  [
    'a request for a location',
    {
      ...base,
      type: 'interactive',
      interactive: {
        type: 'location_request_message',
        body: { text: 'Where are you?' },
        action: { name: 'send_location' },
      },
    },
    true,
  ],
  ['an unknown type', { ...base, type: 'hologram' }, false],
  ['no product', { to: '1', type: 'text', text: { body: 'a' } }, false],
  ['a removed reaction', { ...base, type: 'reaction', reaction: { message_id: 'w', emoji: '' } }, true],
])('WhatsApp takes %s: %s', (_name, body, taken) => {
  expect(messageBodySchema.safeParse(body).success).toBe(taken)
})

test('a read receipt may say that an answer is being written', () => {
  const receipt = { messaging_product: 'whatsapp', status: 'read', message_id: 'wamid.1' }
  expect(
    readReceiptSchema.parse({ ...receipt, typing_indicator: { type: 'text' } }).typing_indicator,
  ).toBeDefined()
  expect(readReceiptSchema.parse(receipt).typing_indicator).toBeUndefined()
})
