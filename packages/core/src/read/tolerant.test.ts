import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { AgentProfile } from '../agents/api.ts'
import { ToldApplicationRow } from '../applications/application.ts'
import { Ask } from '../messages/asks.ts'
import { Assignment } from '../assignments/api.ts'
import { Attachment } from '../attachments/api.ts'
import { orElse } from '../call.ts'
import { CannedReply } from '../canned-replies/api.ts'
import { Capabilities } from '../access/capabilities.ts'
import { ToldConversation } from '../conversations/api.ts'
import { CustomerNote } from '../customers/note.ts'
import { ToldIssue } from '../issues/api.ts'
import { IntentAnalysis } from '../intent/api.ts'
import { MessageDetails } from '../messages/details.ts'
import { MessageDraft } from '../messages/drafts-api.ts'
import { UnreadStats, ViewedMessage } from '../messages/api.ts'
import { ToldNote } from '../notes/api.ts'
import { Notification } from '../notifications/api.ts'
import {
  AgentMetrics,
  Averages,
  CountedRows,
  Dashboard,
  MessageStats,
  OverloadedAgent,
  UniqueUsers,
  WorkloadMetrics,
} from '../reports/api.ts'
import { Reminder } from '../reminders/api.ts'
import { SavedView, SavedViewTotals } from '../saved-views/api.ts'
import { ToldTicket } from '../tickets/api.ts'
import {
  readAgent,
  readAssignments,
  readAttachment,
  readConversation,
  readIntent,
  readMessage,
  readNotification,
  readUnreadStats,
} from './entities.ts'
import { anyJson, draws } from './readers.fixture.ts'
import { tolerant, tolerantList } from './tolerant.ts'
import {
  readApplicationRow,
  readCustomerNote,
  readIssue,
  readNote,
  readReminder,
  readTicket,
} from './work.ts'

/** Every schema that the console reads, with its reader for other shapes if there is one. */
const read: readonly [string, z.ZodType, ((raw: unknown) => unknown)?][] = [
  ['[DATA-07 DATA-08 DATA-09] a message', ViewedMessage, readMessage],
  ['[DATA-01 DATA-02] a conversation', ToldConversation, readConversation],
  ['[DATA-07] the details of a message', MessageDetails],
  ['[Q-225] a draft', MessageDraft],
  ['[DATA-11] a file', Attachment, readAttachment],
  ['[DATA-13] an agent', AgentProfile, readAgent],
  ['[DATA-14] a notification', Notification, readNotification],
  ['[DATA-16] unread stats', UnreadStats, readUnreadStats],
  ['[DATA-17] an analysis of a text', IntentAnalysis, readIntent],
  ['[DATA-18 DATA-19] unique users', UniqueUsers],
  ['[DATA-20 DATA-21] message statistics', MessageStats],
  ['[DATA-22] the metrics of an agent', AgentMetrics],
  ['[DATA-23] averages', Averages],
  ['[DATA-26 Q-009] the dashboard', Dashboard],
  ['[DATA-27] workload', WorkloadMetrics],
  ['[DATA-28] an overloaded agent', OverloadedAgent],
  ['[Q-014] counted rows', CountedRows],
  ['[Q-219] a canned reply', CannedReply],
  ['[DATA-12] a ticket', ToldTicket, readTicket],
  ['[DATA-32] an issue', ToldIssue, readIssue],
  ['[DATA-33] a row of a list of applications', ToldApplicationRow, readApplicationRow],
  ['[Q-223] a note', ToldNote, readNote],
  ['[Q-224] a note on a customer', CustomerNote, readCustomerNote],
  ['[Q-242] a reminder', Reminder, readReminder],
  ['an assignment', Assignment],
  ['a saved view', SavedView],
  ['totals of saved views', SavedViewTotals],
  ['[GEN-08] capabilities', Capabilities.partial()],
]

/** The names of all fields in a schema, and of its records' keys. */
const namesIn = (schema: z.ZodType): readonly string[] => {
  const found = JSON.stringify(z.toJSONSchema(schema, { unrepresentable: 'any' })).matchAll(/"(\w+)":\{/g)
  return [...new Set([...found].map(([, name = '']) => name)), '__proto__', 'constructor', 'toString']
}

/** Values of the wrong type. Limits and formats are the server's: the console shows the value it gets. */
const ofWrongKind = (schema: z.ZodType, value: unknown) =>
  (schema.safeParse(value).error?.issues ?? []).filter(({ code }) =>
    ['invalid_type', 'invalid_value', 'invalid_union'].includes(code),
  )

describe('any JSON reads as a value of the schema, and that value reads as itself', () => {
  test.each(read)('%s', (_, schema, own) => {
    const [readOne, readList] = [own ?? tolerant(schema), tolerantList(schema)]
    const names = namesIn(schema)
    for (let seed = 0; seed < 400; seed += 1) {
      const raw = anyJson(draws(seed), names)
      const value = readOne(raw)
      expect(ofWrongKind(schema, value)).toEqual([])
      expect(readOne(value)).toEqual(value)
      for (const one of readList(raw)) expect(ofWrongKind(schema, one)).toEqual([])
    }
  })
})

const Row = z.object({
  id: z.string(),
  name: z.string(),
  count: z.int().min(0),
  at: z.iso.datetime(),
  state: orElse(z.enum(['open', 'closed']), 'closed'),
  kind: z.enum(['a', 'b']),
  note: z.string().nullable(),
  more: z.object({ on: z.boolean() }).optional(),
  rows: z.array(z.object({ id: z.string() })),
})

describe('the tolerant reader', () => {
  const readRow = tolerant(Row)

  test('reads numbers as ids, numerals as numbers, times as ISO text, and words in any case', () => {
    expect(
      readRow({ id: 7, count: '3.9', at: 1_772_442_000_000, state: 'OPEN', kind: 'B', unknown: 1 }),
    ).toEqual({
      id: '7',
      name: '',
      count: 3,
      at: '2026-03-02T09:00:00.000Z',
      state: 'open',
      kind: 'b',
      note: null,
      rows: [],
    })
  })

  test('puts what the schema declares, else an empty value, in the place of an unreadable one', () => {
    expect(readRow({ count: -1, at: 'noon', state: 'lost', kind: 'c', more: 5, rows: 'none' })).toEqual({
      id: '',
      name: '',
      count: 0,
      at: '1970-01-01T00:00:00.000Z',
      state: 'closed',
      kind: 'a',
      note: null,
      rows: [],
    })
  })

  test.each([
    ['bare', [{ id: 1 }, { name: 'no id' }, null, 5]],
    ['wrapped', { total: 1, data: [{ id: 1 }, { id: '' }] }],
  ])('a list, %s, has the entries whose first field can be read', (_, raw) => {
    expect(tolerantList(Row)(raw).map(({ id }) => id)).toEqual(['1'])
    expect(readRow({ rows: [{ id: 1 }, {}] }).rows).toEqual([{ id: '1' }])
  })
})

test('a union has the option of the same type, else the first option that can be read', () => {
  const amount = tolerant(z.union([z.number(), z.string()]))
  expect([amount('2'), amount(2)]).toEqual(['2', 2])
  const rows = [{ title: 'Pension', description: null }]
  expect(tolerant(Ask)({ kind: 'list', button: 'Choose', rows })).toEqual({
    kind: 'list',
    button: 'Choose',
    rows,
  })
})

test('[DATA-18 DATA-20 DATA-22 Q-008] what a server of another kind does not measure is null or zero', () => {
  expect(tolerant(UniqueUsers)({ summary: { total_new_users: 3 } })).toMatchObject({
    summary: { start_date: '', total_new_users: 3, total_bot_users: 0 },
  })
  expect(tolerant(UniqueUsers)({ daily: [{ date: '2026-11-31' }, { unique_users: 2 }, null] }).daily).toEqual(
    [],
  )
  expect(tolerantList(AgentMetrics)([{ agent_id: 7, average_response_time_minutes: 2.5 }])).toMatchObject([
    { agent_id: '7', average_response_time_minutes: 2.5, resolution_rate: null, satisfaction: null },
  ])
  expect(tolerant(Averages)({ avg_response_time: 3 })).toEqual({
    avg_response_time: 3,
    avg_resolution_time: null,
    avg_satisfaction: null,
    avg_fcr_rate: null,
    fcr_pending: 0,
  })
})

test('an offer comes bare or wrapped; one in a state that this page does not know is over', () => {
  const entry = { id: 5, agent_id: 7, by: { id: 8, name: 'Brian' }, state: 'REJECTED' }
  const offers = readAssignments({ assignment_history: [entry, { ...entry, state: 'lent' }, { state: 'x' }] })
  expect(offers).toMatchObject([
    { id: '5', agent_id: '7', by: { id: '8', name: 'Brian' }, state: 'rejected' },
    { id: '5', state: 'withdrawn' },
  ])
  expect(readAssignments([entry])).toEqual(offers.slice(0, 1))
})
