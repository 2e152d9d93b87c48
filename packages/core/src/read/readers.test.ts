import { describe, expect, test } from 'vitest'
import type { MessageDetails } from '../messages/details.ts'
import { customerNameOf, phoneOf } from '../conversations/rules.ts'
import { readAttachment, readConversation, readConversations, readHistory, readMessage } from './entities.ts'
import { readMessageDrafts } from './message-draft.ts'
import { isText, isTime, strangeAnswers } from './readers.fixture.ts'

const text = expect.any(String)

const none = { name: null, address: null, url: null }
const everyPart: MessageDetails = {
  location: { ...none, latitude: 0.3, longitude: 32.5, coordinates: null, name: 'Office' },
  contacts: [
    {
      name: 'Brian',
      full_name: 'Dr Brian',
      phones: [{ number: '+256 700', label: 'CELL', wa_id: '256700' }],
      emails: [{ text: 'b@example.com', label: null }],
      addresses: [{ text: 'Kampala', label: 'HOME' }],
      urls: [{ text: 'https://example.com', label: null }],
      organisation: 'Nile',
      birthday: '1990-01-31',
    },
  ],
  choice: { kind: 'list', title: 'Pension', description: 'From 2,000', id: 'p' },
  form: { name: 'flow', body: 'Sent', answers: { a: [1, { b: null }] }, raw: null, reference: 't' },
  order: {
    catalogue: 'c',
    text: 'Please',
    items: [{ product: 'A1', quantity: 2, price: 'a third', currency: 'UGX' }],
  },
  product: { product: 'A1', catalogue: 'c' },
  referral: {
    source: 'ad',
    source_id: '7',
    headline: 'Retire',
    body: null,
    url: 'https://example.com',
    media_kind: 'image',
    media_url: null,
    click_id: 'x',
    welcome: null,
  },
  unsupported: { kind: 'gif', code: 131051, title: 'Unknown', details: 'Not supported' },
  missing: { what: 'audio', filename: null },
  unknown: { type: 'hologram', raw: '{}', cut: true },
  notice: { kind: 'number-changed', from: '1', to: '2', said: 'A moved' },
  call: { state: 'taken', seconds: 61 },
  preference: { marketing: true, said: null },
}

describe('readers are total: no answer of a server, however strange, throws or leaves a field of the wrong kind', () => {
  test('[DATA-01 DATA-03 DATA-04 DATA-05] a conversation', () => {
    for (const value of strangeAnswers) {
      const row = readConversation(value)
      expect(row).toMatchObject({ id: text, tags: expect.any(Array) })
      expect(customerNameOf(row)).toMatch(/./)
      expect([row.user.id, row.user.name, row.user.phone_number].every(isText)).toBe(true)
      expect(['ACTIVE', 'RESOLVED', 'DORMANT', 'ARCHIVED', 'TRANSFERRED']).toContain(row.status)
      expect(row.unread_count).toBeGreaterThanOrEqual(0)
      expect(isTime(row.last_activity) && isTime(row.last_message?.created_at ?? null)).toBe(true)
      expect(row.tags.every(tag => typeof tag === 'string')).toBe(true)
    }
  })

  test('[API-16] a history and a list: whatever they hold, each entry has an id', () => {
    for (const value of strangeAnswers) {
      const history = readHistory(value)
      expect(history.messages.every(message => message.id !== '')).toBe(true)
      expect(typeof history.has_more).toBe('boolean')
      expect(readConversations(value).every(row => row.id !== '')).toBe(true)
    }
  })

  test('[Q-225] drafts, and those that have ended', () => {
    const ended = { version: 9, text: '', quoted: null }
    expect(
      readMessageDrafts({ drafts: [{ conversation_id: '5', version: 7, text: ' ' }], ended: { 6: 9 } }),
    ).toMatchObject([
      { conversation_id: '5', version: 7, text: ' ' },
      { conversation_id: '6', ...ended },
    ])
  })
})

describe('a conversation', () => {
  test('[API-12 DATA-01 DATA-02] nested, as our server writes it', () => {
    const row = readConversation({
      id: '5',
      user: { name: 'Nakato', phone_number: '+256700000001' },
      agent: { id: '2', name: 'Ann' },
      status: 'resolved',
      session_id: 'wa-5',
      last_message: {
        content: 'Hi',
        created_at: '2026-03-02T09:00:00Z',
        direction: 'outbound',
        source: 'agent',
        has_attachments: true,
      },
      ticket: { id: '9', ticket_number: 'TCK-00001' },
      tags: ['vip'],
      metadata: { account_type: 'IPP', customer_id: 'C1' },
      inbound_no: 7,
      seen_no: 5,
    })
    expect(row).toMatchObject({
      id: '5',
      user: { name: 'Nakato', phone_number: '+256700000001' },
      agent: { id: '2', name: 'Ann' },
      status: 'RESOLVED',
      session_id: 'wa-5',
      unread_count: 2,
      ticket: { id: '9', ticket_number: 'TCK-00001' },
      tags: ['vip'],
      metadata: { account_type: 'IPP', customer_id: 'C1' },
      last_message: {
        content: 'Hi',
        created_at: '2026-03-02T09:00:00.000Z',
        direction: 'OUTBOUND',
        source: 'AGENT',
        has_attachments: true,
      },
    })
  })

  test.each([
    ['nothing, where a provider does not tell', undefined, null],
    ['never', {}, { has_window: true, wrote_at: null, closes_at: null, unreachable: null }],
    [
      'until a time',
      { wrote_at: '2026-03-02T09:00:00Z', closes_at: '2026-03-03T09:00:00Z', unreachable: 'on the moon' },
      {
        has_window: true,
        wrote_at: '2026-03-02T09:00:00.000Z',
        closes_at: '2026-03-03T09:00:00.000Z',
        unreachable: null,
      },
    ],
    [
      'not at all',
      { wrote_at: 'yesterday', unreachable: 'blocked' },
      { has_window: true, wrote_at: null, closes_at: null, unreachable: 'blocked' },
    ],
    [
      'always',
      { has_window: false, wrote_at: '2026-03-02T09:00:00Z' },
      { has_window: false, wrote_at: '2026-03-02T09:00:00.000Z', closes_at: null, unreachable: null },
    ],
  ])('[Q-184] when WhatsApp takes what: %s', (_, reach, expected) => {
    expect(readConversation({ id: '1', reach }).reach).toEqual(expected)
  })

  test('[DATA-01] flat, as others write it; ids may be numbers', () => {
    const row = readConversation({
      id: 5,
      customer_name: 'Nakato',
      phone_number: '+256700000001',
      assignee_id: 2,
      assignee_name: 'Ann',
      unread_count: 4,
      lastMessage: { content: 'Hi', created_at: 1_772_442_000_000 },
    })
    expect(row).toMatchObject({
      id: '5',
      user: { id: null, name: 'Nakato', phone_number: '+256700000001' },
      agent: { id: '2', name: 'Ann' },
      unread_count: 4,
    })
    expect(row.last_message?.created_at).toBe('2026-03-02T09:00:00.000Z')
  })

  test('[DATA-03 DATA-04 DATA-05] defaults', () => {
    const numbered = readConversation({ id: '1', user: { phone_number: '+256700000001' } })
    expect([customerNameOf(numbered), numbered.status]).toEqual(['Customer (+256700000001)', 'ACTIVE'])
    const unknown = readConversation({ id: '1' })
    expect([customerNameOf(unknown), phoneOf(unknown)]).toEqual(['Customer (Unknown)', 'Unknown'])
    expect(readConversation({ id: '1', agent: { id: '2' } }).agent).toEqual({ id: '2', name: null })
  })

  test('unread is what came in behind the mark; without a mark, everything', () => {
    expect(readConversation({ id: '1', inbound_no: 7 }).unread_count).toBe(7)
    expect(readConversation({ id: '1', inbound_no: 7, seen_no: 6 }).unread_count).toBe(1)
  })

  test.each([
    ['bare', [{ id: '1' }, { name: 'no id' }]],
    ['wrapped', { conversations: [{ id: '1' }] }],
    ['wrapped otherwise', { total: 1, data: [{ id: 1 }] }],
  ])('a list, %s', (_, raw) => {
    expect(readConversations(raw).map(row => row.id)).toEqual(['1'])
  })
})

test('[CDET-04] a row says which version an edit of it is based on, where the server gives one', () => {
  expect(readConversation({ id: 1, version: 7 }).version).toBe(7)
  expect(readConversation({ id: 1 }).version).toBeNull()
})

describe('a message', () => {
  test.each([
    ['inbound', 'INBOUND'],
    ['Outbound', 'OUTBOUND'],
  ])('[DATA-08] direction %s', (direction, read) => {
    expect(readMessage({ id: '1', direction }).direction).toBe(read)
  })
  test.each([
    ['user', 'USER', 'INBOUND'],
    ['customer', 'CUSTOMER', 'INBOUND'],
    ['agent', 'AGENT', 'OUTBOUND'],
    ['Bot', 'BOT', 'OUTBOUND'],
  ])('[DATA-09] source %s; without a direction it tells that too', (source, read, direction) => {
    expect(readMessage({ id: '1', source })).toMatchObject({ source: read, direction })
  })
  test('[DATA-07] every field, as our server writes it', () => {
    const written = {
      id: '9',
      conversation_id: '5',
      content: 'Paid on Friday',
      created_at: '2026-03-02T09:00:00.000Z',
      direction: 'OUTBOUND',
      message_type: 'document',
      source: 'AGENT',
      sender_id: '2',
      sender_name: 'Ann',
      username: 'ann@parley.example',
      response_time_seconds: 42,
      attachments: [],
      issue_id: '7',
      is_read: true,
      first_seen_at: '2026-03-02T09:01:00.000Z',
      inbound_no: 3,
      status: 'failed',
      failure: { code: 'window.closed', sentence: 'Too late', remedy: 'Ask them to write' },
      waits: { sentence: 'Too fast.', until: '2026-11-19T09:41:03.000Z' },
      leaves_at: '2026-11-19T09:41:05.000Z',
      client_message_id: 'c-1',
      quote: {
        message: {
          id: '8',
          created_at: '2026-03-02T08:00:00.000Z',
          direction: 'INBOUND',
          message_type: 'text',
          source: 'CUSTOMER',
          sender_name: 'Nakato',
          excerpt: 'When will it be paid?',
          attachment: null,
        },
      },
      forwarded: 'frequently_forwarded',
      reactions: [
        {
          emoji: '👍',
          by: 'CUSTOMER',
          agent_name: null,
          at: '2026-03-02T09:02:00.000Z',
          state: 'there',
          failure: null,
        },
        {
          emoji: '🙏',
          by: 'AGENT',
          agent_name: 'Ann',
          at: '2026-03-02T09:03:00.000Z',
          state: 'failed',
          failure: { code: 'late', sentence: 'Too late.', remedy: 'Choose it again.' },
        },
      ],
      edited: { at: '2026-03-02T09:04:00.000Z', original: 'Paid' },
      revoked_at: '2026-03-02T09:05:00.000Z',
      details: everyPart,
    }
    expect(readMessage(written)).toEqual(written)
    const bare = readMessage({ id: '9', reactions: [{}, 7, { emoji: '' }], edited: {}, revoked_at: 'x' })
    expect(bare).toMatchObject({ reactions: [], edited: null, revoked_at: null })
    expect(readMessage({ id: '9', quote: { message: null } }).quote).toEqual({ message: null })
    expect(readMessage({ id: '9' }).quote).toBeNull()
    expect(readMessage({ id: '9', is_read: 'yes' }).is_read).toBe(false)
  })
  test('[DATA-10] the sender "system" stays', () => {
    expect(readMessage({ id: '1', sender_id: 'system' }).sender_id).toBe('system')
  })
  test('[DATA-11] every field of a file, as our server writes it', () => {
    const written = {
      id: '7',
      document_id: '8',
      name: 'card.png',
      mime_type: 'image/png',
      size: 2048,
      download_url: '/files/7/download',
      preview_url: '/files/7/preview',
      thumbnail_url: '/files/7/thumbnail',
      file_path: 'documents/7/card.png',
      document_type: 'ID_DOCUMENT',
      state: 'failed',
      failure: 'Lost',
      width: 640,
      height: 480,
    }
    expect(readAttachment(written)).toEqual(written)
  })
  test.each([
    [{ mime_type: 'image/png', content_type: 'text/plain', type: 'document' }, 'image/png'],
    [{ content_type: 'image/png' }, 'image/png'],
    [{ type: 'image/png' }, 'image/png'],
  ])('[DATA-11] of a file %j the type is %s', (raw, type) => {
    expect(readAttachment(raw).mime_type).toBe(type)
  })
  test('[API-18 DATA-11] files come under three names, as objects or as bare addresses', () => {
    const file = { id: 7, file_name: 'a.pdf', content_type: 'application/pdf', size: '2048' }
    for (const name of ['attachments', 'documents', 'media_urls']) {
      expect(readMessage({ id: '1', [name]: [file] }).attachments).toMatchObject([
        {
          id: '7',
          document_id: '7',
          name: 'a.pdf',
          mime_type: 'application/pdf',
          size: 2048,
          document_type: 'OTHER',
        },
      ])
    }
    expect(
      readMessage({ id: '1', attachments: [], media_urls: ['https://files.example/a'] }).attachments,
    ).toMatchObject([
      {
        download_url: 'https://files.example/a',
        name: 'File',
        mime_type: 'application/octet-stream',
        size: null,
      },
    ])
  })
})

describe('[API-16] a history answer', () => {
  const messages = [{ id: '1' }, { message_id: 2 }, { content: 'no id' }]
  test.each([
    ['an array', messages],
    ['an object with messages', { messages, has_more: true }],
    ['another name', { conversation: '5', history: messages }],
    ['one level down', { data: { messages } }],
    ['one level down beside an empty list', { errors: [], data: { messages } }],
  ])('%s', (_, raw) => {
    expect(readHistory(raw).messages.map(message => message.id)).toEqual(['1', '2'])
  })
  test.each([null, 'text', 5, {}, { messages: null }])('nothing: %j', raw => {
    expect(readHistory(raw)).toEqual({ messages: [], has_more: false, has_newer: false })
  })
})
