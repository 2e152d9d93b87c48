import { readConversation } from '@parley/core/read/entities'
import { expect, test } from 'vitest'
import { lastMessageView } from './LastMessage.tsx'

const viewed = (last_message: object | null) =>
  lastMessageView(readConversation({ id: '1', last_message }), '7')
const at = '2026-11-19T09:00:00.000Z'

test('[CLIST-09] without a message it reads "No messages yet"', () => {
  expect(viewed(null)).toEqual({ by: null, text: 'No messages yet', file: false, none: true })
})

test.each([
  [{ direction: 'INBOUND', source: 'CUSTOMER', sender_name: 'Nakato' }, null],
  [{ direction: 'OUTBOUND', source: 'BOT' }, 'Bot'],
  [{ direction: 'outbound', source: 'bot' }, 'Bot'],
  [{ direction: 'OUTBOUND', source: 'AGENT', sender_id: '7', sender_name: 'amina' }, 'You'],
  [{ direction: 'OUTBOUND', source: 'AGENT', sender_id: '8', sender_name: 'Carol' }, 'Carol'],
  [{ direction: 'OUTBOUND', source: 'AGENT', sender_id: '8' }, null],
])('[CLIST-09] %j was written by %j', (message, by) => {
  expect(viewed({ ...message, content: 'Hello', created_at: at }).by).toBe(by)
})

test.each([
  ['Hello\n\n  there ', 'text', 'Hello there'],
  ['', 'image', 'Photo'],
  ['', 'AUDIO', 'Voice message'],
  ['', 'document', 'Document'],
  ['', 'contacts', 'Attachment'],
])('[CLIST-09] content %j of type %s reads %j', (content, message_type, text) => {
  expect(viewed({ content, message_type, created_at: at }).text).toBe(text)
})
