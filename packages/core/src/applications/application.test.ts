import { describe, expect, test } from 'vitest'
import { ippOf, libOf } from '../application.fixture.ts'
import { ApiError } from '../errors.ts'
import { readApplication, readApplicationRow } from '../read/work.ts'
import { applicationRanges, applicationStatuses } from './constants.ts'
import {
  addNote,
  applicationNotFound,
  applicationNumber,
  applicationStatusLabel,
  applicationTabs,
  applicationTone,
  applyFlags,
  applyStatus,
  applicationOrder,
  hasPhone,
  isInRange,
  isSameStatus,
  matchesApplicationFilter,
  matchesApplicationSearch,
  rangeBounds,
} from './rules.ts'

const kampala = 'Africa/Kampala'
/** Saturday, 13:30 in Kampala. */
const now = new Date('2026-11-21T10:30:00.000Z')
const moment = { now, timeZone: kampala }
const ann = { id: '5', name: 'Ann' }
const ipp = (more: Parameters<typeof ippOf>[1] = {}) => readApplication(ippOf(1, more))

describe('statuses', () => {
  test('[DATA-36 APPL-03 APPL-04] six, of which four have a tab', () => {
    expect(applicationStatuses).toEqual([
      'DRAFT',
      'SUBMITTED',
      'PENDING_DOCUMENTS',
      'UNDER_REVIEW',
      'APPROVED',
      'REJECTED',
    ])
    expect(applicationTabs).toEqual([null, 'SUBMITTED', 'PENDING_DOCUMENTS', 'UNDER_REVIEW', 'APPROVED'])
    expect(applicationStatuses.map(applicationStatusLabel)).toEqual([
      'Draft',
      'Submitted',
      'Pending documents',
      'Under review',
      'Approved',
      'Rejected',
    ])
    expect(Object.keys(applicationTone).toSorted()).toEqual(applicationStatuses.toSorted())
  })

  const pairs = applicationStatuses.flatMap(from => applicationStatuses.map(to => [from, to] as const))
  test.each(pairs)('[APPD-07 APPD-09 APPD-10 DATA-34] from %s to %s, with one entry more', (from, to) => {
    const before = ipp({ status: from })
    const after = applyStatus(before, { status: to, notes: ' Seen ' }, ann, now)
    expect(after).toEqual({
      ...before,
      status: to,
      updated_at: now.toISOString(),
      version: 2,
      status_history: [
        {
          from_status: from,
          to_status: to,
          changed_at: now.toISOString(),
          notes: 'Seen',
          changed_by: ann,
          told: null,
          despite: [],
        },
      ],
    })
    expect(before.status_history).toEqual([])
    expect(isSameStatus(before, to)).toBe(from === to)
  })

  test.each([
    [undefined, null],
    ['', null],
    ['  \n', null],
    ['x', 'x'],
  ])('[APPD-08 Q-127] notes are optional: %j is kept as %j, and the time is in UTC', (notes, kept) => {
    const { status_history } = applyStatus(ipp(), { status: 'APPROVED', notes }, null, now)
    expect(status_history).toEqual([
      {
        from_status: 'SUBMITTED',
        to_status: 'APPROVED',
        changed_at: '2026-11-21T10:30:00.000Z',
        notes: kept,
        changed_by: null,
        told: null,
        despite: [],
      },
    ])
  })

  test('a draft that somebody moves on is sent in by that; a date of submission never changes', () => {
    const draft = ipp({ status: 'DRAFT', submission_date: null })
    expect(applyStatus(draft, { status: 'DRAFT' }, ann, now).submission_date).toBeNull()
    const submitted = applyStatus(draft, { status: 'UNDER_REVIEW' }, ann, now)
    expect(submitted.submission_date).toBe(now.toISOString())
    const later = new Date(now.getTime() + 1000)
    expect(applyStatus(submitted, { status: 'DRAFT' }, ann, later).submission_date).toBe(now.toISOString())
  })
})

describe('[ERR-29] an unknown application', () => {
  test.each([
    ['ipp', 'Application not found'],
    ['lib', 'LIB Application not found'],
  ] as const)('%s: %s', (kind, detail) => {
    expect(applicationNotFound(kind).body()).toEqual({ detail, code: 'application.not-found' })
  })
})

describe('notes', () => {
  test('[APPD-11 DATA-35] one more, trimmed, with author and time; the version stays', () => {
    const before = ipp()
    const after = addNote(before, { id: 'n1', content: ' Called back ' }, ann, now)
    expect(after).toEqual({
      ...before,
      updated_at: now.toISOString(),
      notes: [
        {
          id: 'n1',
          application_id: '1',
          content: 'Called back',
          created_at: now.toISOString(),
          created_by: ann,
        },
      ],
    })
    expect(addNote(after, { id: 'n1', content: 'Called back' }, ann, now)).toBe(after)
    expect(addNote(after, { id: 'n2', content: 'Again' }, null, now).notes.map(note => note.id)).toEqual([
      'n1',
      'n2',
    ])
  })

  test.each(['', '   ', '\n\t'])('[APPD-12] blank is refused: %j', content => {
    expect(() => addNote(ipp(), { id: 'n1', content }, ann, now)).toThrow(ApiError)
    expect(() => addNote(ipp(), { id: 'n1', content }, ann, now)).toThrow(/content/)
  })
})

describe('[DATA-44 DATA-48 Q-138] flags', () => {
  test('those that are named are set, and who set them is kept; the others stay', () => {
    const before = readApplication(libOf(1))
    const after = applyFlags(before, { medical_checked: true }, ann, now)
    expect(after.verification_flags).toEqual({ ...before.verification_flags, medical_checked: true })
    const changed_at = now.toISOString()
    const set = { flag: 'medical_checked', value: true, changed_at, changed_by: ann }
    expect(after.flag_history).toEqual([set])
    expect(after.version).toBe(2)
    expect(applyFlags(after, { medical_checked: true, id_verified: false }, ann, now)).toBe(after)
    expect(applyFlags(after, { medical_checked: false }, null, now).flag_history).toEqual([
      set,
      { ...set, value: false, changed_by: null },
    ])
  })
  test('a flag that the kind does not have counts for nothing', () => {
    const before = ipp()
    expect(applyFlags(before, { medical_checked: true }, ann, now)).toBe(before)
  })
})

describe('search', () => {
  const row = readApplicationRow(
    ippOf(1, {
      customer: { name: 'Élise Nakato', phone_number: '+256700000018', email: null, id_number: 'CF91AbC' },
    }),
  )
  test.each([
    ['nakato', true],
    ['NAKATO', true],
    ['élise', true],
    ['ÉLISE', true],
    ['e nak', true],
    ['nakato élise', true],
    ['ipp-1', true],
    ['IPP 1', true],
    ['lib-1', false],
    ['ipp-2', false],
    ['okello', false],
    ['  Nakato  ', true],
    ['', true],
    ['   ', true],
  ])('[APPL-10] the name, without case: %j is %j', (search, matches) => {
    expect(matchesApplicationSearch(row, search)).toBe(matches)
  })
  test.each([
    ['+2567', true],
    ['000018', true],
    ['+256 700 000 018', true],
    ['000 018', true],
    ['0700', true],
    ['0700 000 018', true],
    ['0701', false],
    ['CF91', true],
    ['1Ab', true],
    ['cf91', false],
    ['1AB', false],
    ['%', false],
  ])('[APPL-11] phone and id number, as written: %j is %j', (search, matches) => {
    expect(matchesApplicationSearch(row, search)).toBe(matches)
  })
  test('what is not there is not found', () => {
    const bare = readApplicationRow({ id: '1', customer: { name: 'X' } })
    expect(matchesApplicationSearch(bare, 'null')).toBe(false)
    expect(matchesApplicationSearch(bare, '1')).toBe(false)
  })
})

describe('ranges', () => {
  const instants = [
    ['TODAY', '2026-11-21T10:30:00.000Z', true, 'now'],
    ['TODAY', '2026-11-20T21:00:00.000Z', true, 'midnight in Kampala'],
    ['TODAY', '2026-11-20T20:59:59.999Z', false, 'yesterday in Kampala'],
    ['TODAY', '2026-11-21T20:59:59.999Z', true, 'the last moment of today'],
    ['TODAY', '2026-11-21T21:00:00.000Z', false, 'tomorrow'],
    ['WEEK', '2026-11-14T10:30:00.000Z', true, 'exactly 7 days ago'],
    ['WEEK', '2026-11-14T10:29:59.999Z', false, 'a moment earlier'],
    ['WEEK', '2026-11-21T10:30:00.000Z', true, 'now'],
    ['MONTH', '2026-10-21T10:30:00.000Z', true, 'the same day and time of the last month'],
    ['MONTH', '2026-10-21T10:29:59.999Z', false, 'a moment earlier'],
  ] as const
  test.each(instants.map(([range, at, inside, what]) => ({ range, at, inside, what })))(
    '[APPL-06 APPL-07 APPL-08] $range, $at, $what: $inside',
    ({ range, at, inside }) => {
      expect(isInRange(at, range, moment)).toBe(inside)
    },
  )

  test.each([
    ['2026-03-31T12:00:00.000Z', '2026-02-28T12:00:00.000Z', 'a month that is shorter'],
    ['2026-01-15T12:00:00.000Z', '2025-12-15T12:00:00.000Z', 'a year that is another'],
    ['2028-03-31T12:00:00.000Z', '2028-02-29T12:00:00.000Z', 'a leap year'],
    ['2026-02-28T22:00:00.000Z', '2026-01-31T22:00:00.000Z', 'March here, February in UTC'],
  ])('[APPL-08] a month before %s is %s: %s', (at, from) => {
    expect(rangeBounds('MONTH', { now: new Date(at), timeZone: kampala })).toEqual({
      from: new Date(from),
      before: null,
    })
  })

  test.each([
    ['2026-03-29T12:00:00.000Z', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z', 23],
    ['2026-10-25T12:00:00.000Z', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z', 25],
  ])('[APPL-06] a day on which the clocks change is a day: %s', (at, from, before, hours) => {
    const bounds = rangeBounds('TODAY', { now: new Date(at), timeZone: 'Europe/Berlin' })
    expect(bounds).toEqual({ from: new Date(from), before: new Date(before) })
    expect(new Date(before).getTime() - new Date(from).getTime()).toBe(hours * 3_600_000)
  })

  test.each(applicationRanges)('[APPL-05] what was never sent in is in none: %s', range => {
    expect(isInRange(null, range, moment)).toBe(false)
  })

  test('the zone decides what today is', () => {
    const late = '2026-11-20T22:00:00.000Z'
    expect(isInRange(late, 'TODAY', moment)).toBe(true)
    expect(isInRange(late, 'TODAY', { now, timeZone: 'America/New_York' })).toBe(false)
  })
})

test('[APPL-04 APPL-05 APPL-09] a filter is all of its parts', () => {
  const row = readApplicationRow(ippOf(1, { submission_date: '2026-11-21T08:00:00.000Z' }))
  const cases: readonly (readonly [Parameters<typeof matchesApplicationFilter>[1], boolean])[] = [
    [{}, true],
    [{ status: 'SUBMITTED' }, true],
    [{ status: 'APPROVED' }, false],
    [{ status: 'SUBMITTED', range: 'TODAY', search: 'nakato' }, true],
    [{ status: 'SUBMITTED', range: 'TODAY', search: 'okello' }, false],
    [{ range: 'WEEK', search: '+256700' }, true],
  ]
  for (const [filter, matches] of cases)
    expect({ filter, matches: matchesApplicationFilter(row, filter, moment) }).toEqual({ filter, matches })
})

test('the order: newest submission first, a draft by its beginning, then the greater id', () => {
  const row = (id: number, submission_date: string | null, created_at = '2026-11-01T00:00:00.000Z') =>
    readApplicationRow(ippOf(id, { submission_date, created_at }))
  const rows = [
    row(9, '2026-11-02T00:00:00.000Z'),
    row(10, '2026-11-02T00:00:00.000Z'),
    row(3, null, '2026-11-03T00:00:00.000Z'),
    row(4, '2026-11-04T00:00:00.000Z'),
    row(5, null),
  ]
  expect(rows.toSorted(applicationOrder()).map(({ id }) => id)).toEqual(['4', '3', '10', '9', '5'])
  expect(rows.toSorted(applicationOrder('oldest')).map(({ id }) => id)).toEqual(['5', '9', '10', '3', '4'])
})

test('what people call one', () => {
  expect(applicationNumber(ippOf(2207))).toBe('IPP-2207')
  expect(applicationNumber(libOf(2210))).toBe('LIB-2210')
})

test.each([
  ['+256 700 000 001', true],
  ['0700000001', true],
  ['+256700000002', false],
  ['', false],
  [null, false],
])('[CDET-17] an application is of the customer with phone %j: %j', (phone, is) => {
  expect(hasPhone(ippOf(1), phone)).toBe(is)
  expect(hasPhone({ customer: { ...ippOf(1).customer, phone_number: null } }, phone)).toBe(false)
})
