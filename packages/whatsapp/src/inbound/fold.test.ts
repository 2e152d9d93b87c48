import { expect, test } from 'vitest'
import { ada, metadata, only, textFrom, webhook } from './webhook.fixture.ts'
import { readWebhook } from './webhook.ts'

const from = '256700000001'
const base = { id: 'wamid.change', from, timestamp: '1700000000' }
const read = (message: object) => only(webhook({ metadata, contacts: [ada], messages: [message] }))

test.each<[string, object, object]>([
  [
    'a reaction',
    { type: 'reaction', reaction: { message_id: 'wamid.a', emoji: '👍🏽' } },
    { kind: 'reaction', targetId: 'wamid.a', content: '👍🏽' },
  ],
  [
    'a reaction taken back, without an emoji',
    { type: 'reaction', reaction: { message_id: 'wamid.a' } },
    { kind: 'reaction', content: null },
  ],
  [
    'a reaction taken back, with an empty emoji',
    { type: 'reaction', reaction: { message_id: 'wamid.a', emoji: '' } },
    { kind: 'reaction', content: null },
  ],
  [
    'a reaction without a type',
    { reaction: { message_id: 'wamid.a', emoji: '❤️' } },
    { kind: 'reaction', content: '❤️' },
  ],
  [
    'an edited text',
    {
      type: 'edit',
      edit: { original_message_id: 'wamid.a', message: { type: 'text', text: { body: 'New  words' } } },
    },
    { kind: 'edit', targetId: 'wamid.a', content: 'New  words' },
  ],
  [
    'an edited text whose type is left out',
    { type: 'edit', edit: { original_message_id: 'wamid.a', message: { text: { body: 'New' } } } },
    { kind: 'edit', content: 'New' },
  ],
  [
    'an edited caption',
    {
      type: 'edit',
      edit: {
        original_message_id: 'wamid.a',
        message: { type: 'image', image: { id: '7', mime_type: 'image/png', caption: 'New' } },
      },
    },
    { kind: 'edit', content: 'New' },
  ],
  [
    'a caption that was taken away',
    {
      type: 'edit',
      edit: { original_message_id: 'wamid.a', message: { type: 'video', video: { id: '7' } } },
    },
    { kind: 'edit', content: null },
  ],
  [
    'a deletion',
    { type: 'revoke', revoke: { original_message_id: 'wamid.a' } },
    { kind: 'revoke', targetId: 'wamid.a', content: null },
  ],
])('reads %s, and what it changes', (_name, message, fold) => {
  expect(read({ ...base, ...message })).toMatchObject({
    kind: 'fold',
    phoneNumberId: '100',
    change: { id: 'wamid.change', from, userId: null, at: new Date('2023-11-14T22:13:20.000Z'), ...fold },
  })
})

test('one whose time cannot be read has none, and one without a number names the user id', () => {
  const reaction = { message_id: 'wamid.a', emoji: '👍' }
  const message = { id: 'wamid.change', from_user_id: 'UG.7', timestamp: 'now', type: 'reaction', reaction }
  expect(read(message)).toMatchObject({ change: { at: null, from: null, userId: 'UG.7' } })
})

test.each<[string, object, string]>([
  ['no id', { id: undefined, type: 'revoke', revoke: { original_message_id: 'a' } }, 'The revoke has no id.'],
  ['no content', { type: 'reaction' }, 'The reaction does not name its message.'],
  [
    'no message',
    { type: 'edit', edit: { message: { type: 'text', text: { body: 'a' } } } },
    'The edit does not name its message.',
  ],
  ['no words', { type: 'edit', edit: { original_message_id: 'a' } }, 'The edit has no words.'],
  [
    'an empty text',
    {
      type: 'edit',
      edit: { original_message_id: 'a', message: { type: 'text', text: { body: '' } } },
    },
    'The edit has no words.',
  ],
])('a change with %s is refused, without its words, and hides no neighbour', (_name, broken, reason) => {
  const messages = [{ ...base, ...broken }, textFrom(from, 'Hello')]
  const [first, second] = readWebhook(webhook({ metadata, contacts: [ada], messages }))
  expect(first).toMatchObject({ kind: 'refused', noun: 'message', reason })
  expect(second).toMatchObject({ kind: 'message', message: { text: 'Hello' } })
})

test('what WhatsApp does not tell of an edit stays a message: nothing says which one was edited', () => {
  const unsupported = {
    ...base,
    type: 'unsupported',
    unsupported: { type: 'edit' },
    errors: [{ code: 131051 }],
  }
  expect(read(unsupported)).toMatchObject({ kind: 'message', message: { type: 'unsupported' } })
})

test('one in a group is noted', () => {
  const reaction = { message_id: 'wamid.a', emoji: '👍' }
  expect(read({ ...base, group_id: 'g', type: 'reaction', reaction })).toMatchObject({ kind: 'noted' })
})
