import { describe, expect, test } from 'vitest'
import type { MessageDetails } from '../messages/details.ts'
import { ippOf, libOf } from '../application.fixture.ts'
import { issueOf, ticketOf } from '../live/live.fixture.ts'
import { customerNameOf, phoneOf, ticketLabel } from '../conversations/rules.ts'
import { applicationStatuses, provenanceSources } from '../applications/constants.ts'
import { issueCategories, issuePriorities, issueStatuses } from '../issues/constants.ts'
import { notificationTypes } from '../notifications/constants.ts'
import { ticketPriorities, ticketStatuses } from '../tickets/constants.ts'
import { readApplication, readApplicationRow, readApplicationRows } from './application.ts'
import {
  readAgent,
  readAttachment,
  readAttachments,
  readConversation,
  readConversations,
  readHistory,
  readIntent,
  readMessage,
  readNotification,
  readUnreadStats,
} from './entities.ts'
import { readMessageDrafts } from './message-draft.ts'
import { readIssue, readIssues } from './issue.ts'
import { anyJson, draws } from './readers.fixture.ts'
import { readTicket, readTickets } from './ticket.ts'

const names = [
  'id',
  'message_id',
  'conversation_id',
  'content',
  'text',
  'body',
  'created_at',
  'timestamp',
  'direction',
  'source',
  'status',
  'user',
  'agent',
  'name',
  'phone_number',
  'customer_name',
  'last_message',
  'lastMessage',
  'ticket',
  'ticket_number',
  'title',
  'priority',
  'agent_notes',
  'notes',
  'resolution',
  'resolved_at',
  'version',
  'tags',
  'metadata',
  'inbound_no',
  'seen_no',
  'unread_count',
  'attachments',
  'documents',
  'messages',
  'data',
  'has_more',
  'type',
  'title',
  'offer',
  'agent_id',
  'deadline',
  'issue_id',
  'assigned_agent',
  'attached_messages',
  'resolution_time',
  'open_issues',
  'kind',
  'form_type',
  'submission_date',
  'customer',
  'form_data',
  'personal_details',
  'date_of_birth',
  'full_name',
  'employment_details',
  'monthly_income',
  'contribution_details',
  'beneficiaries',
  'percentage',
  'declarations',
  'policy_details',
  'health_information',
  'existing_conditions',
  'smoker',
  'verification_flags',
  'id_verified',
  'status_history',
  'document_asks',
  'takes_fields',
  'document_type',
  'to_status',
  'changed_by',
  'created_by',
  'provenance',
  '__proto__',
  'constructor',
  'toString',
]

const values = Array.from({ length: 1_500 }, (_, seed) => anyJson(draws(seed), names))
const text = expect.any(String)
const isText = (value: unknown) => value === null || typeof value === 'string'
const isTime = (value: unknown) =>
  value === null || (typeof value === 'string' && new Date(value).toISOString() === value)

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
    for (const value of values) {
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
    for (const value of values) {
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

  test('[DATA-12] a ticket', () => {
    for (const value of values) {
      const ticket = readTicket(value)
      expect(ticket).toMatchObject({ id: text, title: text, description: text, conversation_id: text })
      expect(ticketStatuses).toContain(ticket.status)
      expect(ticketPriorities).toContain(ticket.priority)
      const times = [ticket.created_at, ticket.updated_at, ticket.resolved_at, ticket.reopened_at]
      expect(times.every(isTime)).toBe(true)
      expect([ticket.ticket_number, ticket.agent_notes, ticket.resolution].every(isText)).toBe(true)
      expect(ticket.notes.every(note => note.text !== '' && isTime(note.at) && isText(note.by))).toBe(true)
      expect(readTicket(ticket)).toEqual(ticket)
      expect(readTickets(value).every(one => one.id !== '')).toBe(true)
    }
  })

  test('[DATA-32] an issue', () => {
    for (const value of values) {
      const issue = readIssue(value)
      expect(issue).toMatchObject({ id: text, title: text, description: text, conversation_id: text })
      expect(issueStatuses).toContain(issue.status)
      expect(issuePriorities).toContain(issue.priority)
      expect([...issueCategories, null]).toContain(issue.category)
      expect([issue.created_at, issue.updated_at, issue.closed_at].every(isTime)).toBe(true)
      expect([issue.resolution_summary, issue.reopen_reason].every(isText)).toBe(true)
      expect(issue.attached_messages.every(id => id !== '')).toBe(true)
      expect(readIssue(issue)).toEqual(issue)
      expect(readIssues(value).every(one => one.id !== '')).toBe(true)
      expect(readConversation(value).open_issues).toBeGreaterThanOrEqual(0)
    }
  })

  test('[DATA-33 DATA-34 DATA-35] an application', () => {
    for (const value of values) {
      const application = readApplication(value)
      const { form_data, verification_flags, status_history, notes, provenance } = application
      expect(application).toMatchObject({ id: text, form_type: text, form_name: text, created_at: text })
      expect(application.customer.name).not.toBe('')
      expect(applicationStatuses).toContain(application.status)
      expect(isTime(application.submission_date) && isTime(application.updated_at)).toBe(true)
      expect(Object.values(verification_flags).every(flag => typeof flag === 'boolean')).toBe(true)
      expect(Object.values(form_data.personal_details).every(isText)).toBe(true)
      expect(Object.values(form_data.contact_details).every(isText)).toBe(true)
      for (const { percentage, name } of form_data.beneficiaries) {
        expect(isText(name) && (percentage === null || Number.isFinite(percentage))).toBe(true)
      }
      expect(status_history.every(one => applicationStatuses.includes(one.to_status))).toBe(true)
      expect(notes.every(note => note.content !== '' && note.id !== '' && isTime(note.created_at))).toBe(true)
      expect(Object.values(provenance).every(({ source }) => provenanceSources.includes(source))).toBe(true)
      expect(readApplication(application)).toEqual(application)
      const row = readApplicationRow(value)
      expect(application).toMatchObject(row)
      expect(readApplicationRow(row)).toEqual(row)
      expect(readApplicationRows(value).every(one => one.id !== '')).toBe(true)
    }
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
    expect(readAttachments({ attachments: [], media_urls: ['https://files.example/a'] })).toMatchObject([
      {
        download_url: 'https://files.example/a',
        name: 'File',
        mime_type: 'application/octet-stream',
        size: null,
      },
    ])
  })
})

describe('a ticket', () => {
  test('[DATA-12] every field, as our server writes it', () => {
    const ticket = ticketOf(2, {
      status: 'RESOLVED',
      agent_notes: '2026-03-02T09:00:00.000Z Ann\nAsked',
      notes: [{ at: '2026-03-02T09:00:00.000Z', by: 'Ann', text: 'Asked' }],
      resolution: 'Paid',
      resolved_at: '2026-03-02T10:00:00.000Z',
      reopened_at: '2026-03-02T09:30:00.000Z',
      version: 4,
    })
    expect(readTicket(ticket)).toEqual(ticket)
  })
  test('[DATA-12] others write less: ids as numbers, words in any case, notes as one text', () => {
    expect(
      readTicket({ ticket_id: 5, status: 'in_progress', priority: 'urgent', agent_notes: 'Rang twice' }),
    ).toMatchObject({
      id: '5',
      ticket_number: null,
      status: 'IN_PROGRESS',
      priority: 'URGENT',
      notes: [{ at: null, by: null, text: 'Rang twice' }],
      version: null,
    })
    expect(readTicket({ id: 5, status: 'odd' })).toMatchObject({
      status: 'NEW',
      priority: 'MEDIUM',
      notes: [],
    })
  })
  test('[TICKET-33] without a number it is called T-{id}', () => {
    expect(ticketLabel(readTicket({ id: 5 }))).toBe('T-5')
    expect(ticketLabel(readTicket({ id: 5, ticket_number: 'TCK-00005' }))).toBe('TCK-00005')
  })
  test.each([
    ['bare', [{ id: '1' }, { title: 'no id' }]],
    ['wrapped', { tickets: [{ id: '1' }] }],
  ])('a list, %s', (_, raw) => {
    expect(readTickets(raw).map(ticket => ticket.id)).toEqual(['1'])
  })
})

describe('an issue', () => {
  test('[DATA-32] every field, as our server writes it', () => {
    const issue = issueOf(2, {
      status: 'RESOLVED',
      closed_at: '2026-03-02T10:00:00.000Z',
      priority: 'HIGH',
      category: 'BENEFITS',
      assigned_agent: { id: '5' as never, name: 'Ann' },
      resolution_summary: 'Paid',
      resolution_time: 60,
      reopen_reason: 'Came back',
      attached_messages: ['8', '9'] as never,
    })
    expect(readIssue(issue)).toEqual(issue)
  })
  test('[DATA-32] others write less: an agent’s name, ids as numbers, words in any case', () => {
    const raw = { issue_id: 5, status: 'in_progress', assigned_agent: 'Ann', attached_messages: [8, 8, null] }
    expect(readIssue(raw)).toMatchObject({
      id: '5',
      status: 'IN_PROGRESS',
      priority: 'MEDIUM',
      category: null,
      assigned_agent: { id: null, name: 'Ann' },
      attached_messages: ['8'],
    })
  })
  test.each([
    ['bare', [{ id: '1' }, { title: 'no id' }]],
    ['wrapped', { issues: [{ id: '1' }] }],
  ])('a list, %s', (_, raw) => {
    expect(readIssues(raw).map(issue => issue.id)).toEqual(['1'])
  })
  test('[Q-064] a row counts its open ones, under either name', () => {
    expect(readConversation({ id: 1, open_issues: 2 }).open_issues).toBe(2)
    expect(readConversation({ id: 1, openIssueCount: '3' }).open_issues).toBe(3)
    expect(readConversation({ id: 1 }).open_issues).toBe(0)
  })
})

describe('an application', () => {
  const person = { id: '5' as never, name: 'Ann' }
  const more = {
    notes: [
      {
        id: '20',
        application_id: '2' as never,
        content: 'Called',
        created_at: '2026-03-02T10:00:00.000Z',
        created_by: person,
      },
    ],
    status_history: [
      {
        from_status: null,
        to_status: 'SUBMITTED' as const,
        changed_at: '2026-03-02T08:00:00.000Z',
        notes: null,
        changed_by: null,
        told: null,
        despite: [],
      },
      {
        from_status: 'SUBMITTED' as const,
        to_status: 'UNDER_REVIEW' as const,
        changed_at: '2026-03-02T09:00:00.000Z',
        notes: 'Complete',
        changed_by: person,
        told: { not: 'no-template' as const },
        despite: [{ code: 'shares.sum', field: 'beneficiaries', sentence: 'Beneficiaries add up to 90%' }],
      },
    ],
    takes_fields: true,
    document_asks: [
      {
        document_type: 'INCOME_PROOF' as const,
        asked_at: '2026-03-02T09:30:00.000Z',
        asked_by: person,
        message_id: '31' as never,
        conversation_id: '1' as never,
        brought_at: null,
      },
    ],
    provenance: {
      'personal_details.full_name': {
        source: 'message' as const,
        at: '2026-03-02T07:30:00.000Z',
        message_id: '30' as never,
        conversation_id: '1' as never,
        document_id: null,
        agent: null,
      },
    },
  }
  test('[DATA-33 DATA-34 DATA-35 DATA-37 DATA-38 DATA-39 DATA-40 DATA-41 DATA-42 DATA-43 DATA-44] IPP, as our server writes it', () => {
    const { attachments, ...written } = ippOf(2, more)
    const { attachments: files, ...read } = readApplication({ ...written, attachments })
    expect(read).toEqual(written)
    expect(files).toEqual(readAttachments({ attachments }))
  })
  test('[DATA-45 DATA-46 DATA-47 DATA-48] LIB Flex, as our server writes it', () => {
    const { attachments, ...written } = libOf(2, more)
    const { attachments: files, ...read } = readApplication({ ...written, attachments })
    expect(read).toEqual(written)
    expect(files).toHaveLength(2)
  })
  test('[DATA-44 Q-128] flags at the top win; what is missing there is read from inside the form', () => {
    const { form_data } = ippOf(1)
    const inside = { id_verified: true, income_verified: true }
    const raw = {
      ...ippOf(1),
      form_data: { ...form_data, verification_flags: inside },
      verification_flags: { income_verified: false, beneficiary_details_complete: 'true' },
    }
    expect(readApplication(raw).verification_flags).toEqual({
      id_verified: true,
      income_verified: false,
      beneficiary_details_complete: true,
    })
    expect(readApplication({ form_data: { verification_flags: inside } }).verification_flags).toEqual({
      ...inside,
      beneficiary_details_complete: false,
    })
  })
  test('others write less: amounts as people do, names for people, no customer part', () => {
    const raw = {
      application_id: 7,
      form_type: 'LIB_FLEX_MAISHA',
      status: 'pending_documents',
      form_data: {
        personal_details: { full_name: 'Okello', date_of_birth: '1990-02-30', id_number: 12 },
        contact_details: { phone_number: '0700 000 001' },
        employment_details: { monthly_income: 'UGX 1,500,000' },
        beneficiaries: [{ name: 'Ruth', percentage: '40%' }, null],
        policy_details: { policy_type: 'FAMILY', policy_term: '15' },
        health_information: { smoker: 'no', existing_conditions: ['Asthma', ''] },
      },
      notes: [{ content: 'Rang', created_by: 'Ann' }],
      status_history: [{ to_status: 'approved' }, { to_status: 'LOST' }],
      version: 'x',
    }
    const read = readApplication(raw)
    expect(read).toMatchObject({
      id: '7',
      kind: 'lib',
      status: 'PENDING_DOCUMENTS',
      submission_date: null,
      customer: { name: 'Okello', phone_number: '0700 000 001', email: null, id_number: '12' },
      policy_type: 'FAMILY',
      version: null,
      notes: [{ id: '7-0', content: 'Rang', created_by: { id: null, name: 'Ann' } }],
      status_history: [{ from_status: null, to_status: 'APPROVED', changed_by: null }],
    })
    expect(read.form_data).toMatchObject({
      personal_details: { date_of_birth: null },
      employment_details: { monthly_income: 1_500_000 },
      beneficiaries: [{ percentage: 40 }, { name: null, percentage: null }],
      policy_details: { policy_term: 15 },
      health_information: { smoker: false, existing_conditions: ['Asthma'], has_existing_conditions: null },
    })
  })
  test.each([
    ['bare', [{ id: '1' }, { form_name: 'no id' }]],
    ['wrapped', { applications: [{ id: '1' }] }],
  ])('a list, %s', (_, raw) => {
    expect(readApplicationRows(raw).map(row => row.id)).toEqual(['1'])
  })
})

describe('[DATA-17 API-35] an analysis of a text', () => {
  const result = { intent: 'claim_status', confidence: 0.9, entities: { reference: ['LF-1'] } }
  const read = { success: true, ...result, suggestions: ['One', 'Two'] }
  test.each([
    ['as our server writes it', [{ text: 'One' }, { text: 'Two' }]],
    ['with bare texts', ['One', 'Two']],
    ['with other names', [{ label: 'One' }, {}, null, { title: 'Two' }]],
  ])('%s', (_, suggestions) => {
    expect(readIntent({ success: true, intent_result: result, response: { suggestions } })).toEqual(read)
    expect(readIntent({ success: true, ...result, suggestions })).toEqual(read)
  })
  test('[INTENT-09] of many suggestions three are kept', () => {
    expect(readIntent({ suggestions: ['1', '2', '3', '4'] }).suggestions).toEqual(['1', '2', '3'])
  })
  test.each([85, -1, 'high', null])('a confidence of %j tells nothing', confidence => {
    expect(readIntent({ success: true, intent_result: { intent: 'x', confidence } }).confidence).toBe(0)
  })
  test.each([undefined, 'true', 1])('success %j is none', success => {
    expect(readIntent({ success, intent_result: result }).success).toBe(false)
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

test('[DATA-16] unread stats: missing and negative counts read as 0, only counts above 0 are kept', () => {
  expect(
    readUnreadStats({ total_unread_messages: '3', conversation_unread_counts: { '1': 3, '2': 0, '3': -1 } }),
  ).toEqual({
    total_unread_messages: 3,
    conversations_with_unread: 0,
    conversation_unread_counts: { '1': 3 },
    unread_notifications: 0,
    unread_conversations: [],
  })
})

describe('[DATA-13] an agent', () => {
  test('every field, as our server writes it', () => {
    const written = {
      id: '7',
      name: 'Amina',
      department: 'Claims',
      status: 'AVAILABLE',
      is_online: true,
      current_workload: 1,
      max_capacity: 4,
      availability_percentage: 75,
      skills: ['Motor', 'Luganda'],
      last_activity_at: '2026-03-02T09:00:00.000Z',
      status_reason: 'Lunch',
      status_since: '2026-03-02T09:00:00.000Z',
      status_until: '2026-03-02T09:30:00.000Z',
    }
    const profile = { ...written, user_id: '7', user_name: 'Amina' }
    expect(readAgent(profile)).toEqual(profile)
  })
  test('the names that providers use', () => {
    expect(
      readAgent({
        user_id: 7,
        user_name: 'Amina',
        status: 'available',
        current_workload: '4',
        max_concurrent_tickets: 8,
        skills: ['Motor', null],
      }),
    ).toEqual({
      id: '7',
      user_id: '7',
      name: 'Amina',
      user_name: 'Amina',
      department: null,
      status: 'AVAILABLE',
      is_online: true,
      current_workload: 4,
      max_capacity: 8,
      availability_percentage: 50,
      skills: ['Motor'],
      last_activity_at: null,
      status_reason: null,
      status_since: null,
      status_until: null,
    })
  })
  test.each([
    [{ id: 1, status: 'AVAILABLE', is_online: false }, false],
    [{ id: 1, status: 'AWAY', is_online: true }, false],
    [{ id: 1 }, false],
  ])('[AGENT-01] %j is online: %s', (raw, online) => {
    expect(readAgent(raw).is_online).toBe(online)
  })
})

describe('[DATA-14] a notice', () => {
  test('[BELL-16] importance defaults to medium and auto-close to on', () => {
    expect(readNotification({ id: '1', type: 'info' })).toMatchObject({
      data: { importance: 'medium' },
      auto_close: true,
    })
    const raw = { id: '1', data: { importance: 'HIGH' }, autoClose: false, conversationId: 5, ticketId: 6 }
    expect(readNotification(raw)).toMatchObject({
      data: { importance: 'high' },
      auto_close: false,
      conversation_id: '5',
      ticket_id: '6',
    })
  })
  test.each<[string, string]>([
    ...notificationTypes.map((type): [string, string] => [type, type]),
    ['SYSTEM', 'system'],
    ['other', 'info'],
  ])('[DATA-15] type %j reads as %j', (type, read) => {
    expect(readNotification({ type }).type).toBe(read)
  })
})
