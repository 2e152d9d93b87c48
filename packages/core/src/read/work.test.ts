import { describe, expect, test } from 'vitest'
import { applicationStatuses, provenanceSources } from '../applications/constants.ts'
import { issueCategories, issuePriorities, issueStatuses } from '../issues/constants.ts'
import { isDue } from '../reminders/rules.ts'
import { ticketPriorities, ticketStatuses } from '../tickets/constants.ts'
import { ticketLabel } from '../conversations/rules.ts'
import { ippOf, libOf } from '../application.fixture.ts'
import { issueOf, ticketOf } from '../live/live.fixture.ts'
import { readConversation, readMessage } from './entities.ts'
import { isText, isTime, strangeAnswers } from './readers.fixture.ts'
import {
  readApplication,
  readApplicationRow,
  readApplicationRows,
  readCustomerNote,
  readIssue,
  readIssues,
  readNote,
  readNotes,
  readReminder,
  readReminders,
  readTicket,
  readTickets,
} from './work.ts'

const text = expect.any(String)

describe('readers are total: no answer of a server, however strange, throws or leaves a field of the wrong kind', () => {
  test('[DATA-12] a ticket', () => {
    for (const value of strangeAnswers) {
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
    for (const value of strangeAnswers) {
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
    for (const value of strangeAnswers) {
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
    expect(files).toEqual(readMessage({ id: '1', attachments }).attachments)
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

test('[Q-223] what is missing in a note reads as empty, and a sign that is not known is left out', () => {
  expect(
    readNote({
      reactions: [
        { emoji: '🦆', agents: [] },
        { emoji: '👍', agents: [{ id: 3 }, null] },
      ],
    }),
  ).toEqual({
    id: '',
    conversation_id: '',
    agent: { id: '', name: 'A colleague' },
    text: '',
    created_at: new Date(0).toISOString(),
    edited_at: null,
    mentions: [],
    reactions: [{ emoji: '👍', agents: [{ id: '3', name: 'A colleague' }] }],
    client_note_id: null,
  })
  expect(readNotes({ none: true })).toEqual([])
})

test('[Q-224] a note on a customer that nobody has written reads as empty', () => {
  expect(readCustomerNote(null)).toEqual({ conversation_id: '', text: '', version: 0, changed: null })
})

test('[Q-242] what is missing in a reminder reads as empty, and one without a time is due', () => {
  expect(readReminder({ id: 3 })).toEqual({
    id: '3',
    conversation_id: '',
    message_id: '',
    agent: { id: '', name: 'A colleague' },
    text: '',
    due_at: new Date(0).toISOString(),
  })
  expect(readReminders([{ id: '1' }, {}, null, 'x'])).toHaveLength(1)
  expect(readReminders({ reminders: [] })).toEqual([])
})

test.each([
  ['2026-03-02T08:59:59.999Z', false],
  ['2026-03-02T09:00:00.000Z', true],
  ['2026-03-02T09:00:00.001Z', true],
])('[Q-242] at %s a reminder for 9:00 is due: %s', (now, due) => {
  expect(isDue({ due_at: '2026-03-02T09:00:00.000Z' }, new Date(now))).toBe(due)
})
