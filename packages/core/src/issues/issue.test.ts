import { describe, expect, test } from 'vitest'
import { ApiError } from '../errors.ts'
import { issueOf } from '../live/live.fixture.ts'
import { readIssue } from '../read/work.ts'
import { CreateIssueBody, type IssueStatus } from './api.ts'
import { issueCategories, issuePriorities, issueStatuses } from './constants.ts'
import {
  attachMessage,
  compareIssues,
  createIssue,
  isOpenIssue,
  issueNotFound,
  issueTone,
  issueWord,
  reopenIssue,
  resolveIssue,
} from './rules.ts'

const now = new Date('2026-03-02T10:30:59.999Z')
const issue = (more: Parameters<typeof issueOf>[1] = {}) => readIssue(issueOf(1, more))
const resolved = issue({
  status: 'RESOLVED',
  closed_at: '2026-03-02T09:30:00.000Z',
  resolution_summary: 'Paid',
  resolution_time: 30,
})

/** The error that an action throws. */
const apiError = (act: () => unknown): ApiError => {
  try {
    act()
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
  throw new Error('It was not refused')
}

test('[ISSUE-03 CONST-10 CONST-11] the words of an issue', () => {
  expect(issueStatuses).toEqual(['OPEN', 'IN_PROGRESS', 'RESOLVED', 'REOPENED'])
  expect(issuePriorities).toEqual(['LOW', 'MEDIUM', 'HIGH'])
  expect(issueCategories).toEqual(['CLAIMS', 'ACCOUNT', 'TECHNICAL', 'BENEFITS', 'PAYMENTS'])
  expect(issueStatuses.filter(isOpenIssue)).toEqual(['OPEN', 'IN_PROGRESS', 'REOPENED'])
})

test('[ISSUE-04 CONST-09 DATA-32] a new issue is OPEN and of MEDIUM priority, with nothing attached', () => {
  const raised = CreateIssueBody.parse({ conversation_id: '7', title: ' Lost claim ', category: 'CLAIMS' })
  expect(createIssue(raised, { id: '5', name: 'Ann' }, now)).toEqual({
    conversation_id: '7',
    title: 'Lost claim',
    description: '',
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
    closed_at: null,
    status: 'OPEN',
    priority: 'MEDIUM',
    category: 'CLAIMS',
    assigned_agent: { id: '5', name: 'Ann' },
    resolution_summary: null,
    resolution_time: null,
    reopen_reason: null,
    attached_messages: [],
  })
})

describe('resolving', () => {
  test.each<IssueStatus>(['OPEN', 'IN_PROGRESS', 'REOPENED'])(
    '[ISSUE-05 CONST-09] %s becomes RESOLVED, with the summary and the whole minutes since its creation',
    status => {
      const before = issue({ status })
      expect(resolveIssue(before, 'Paid', now)).toEqual({
        ...before,
        status: 'RESOLVED',
        closed_at: now.toISOString(),
        updated_at: now.toISOString(),
        resolution_summary: 'Paid',
        resolution_time: 90,
      })
      expect(before).toEqual(issue({ status }))
    },
  )
  test('[CONST-09] under a minute is 0, also before a clock that went back', () => {
    for (const at of ['2026-03-02T09:00:59.999Z', '2026-03-02T08:00:00.000Z']) {
      expect(resolveIssue(issue(), 'Paid', new Date(at)).resolution_time).toBe(0)
    }
  })
  test('what is resolved keeps its summary: the same words change nothing, others are refused', () => {
    expect(resolveIssue(resolved, 'Paid', now)).toBe(resolved)
    expect(apiError(() => resolveIssue(resolved, 'Not paid', now))).toMatchObject({
      code: 'issue.resolved',
      status: 409,
      beside: { current: resolved },
    })
  })
})

describe('opening again', () => {
  test('[ISSUE-07] a resolved issue becomes REOPENED, without closed_at, with the reason', () => {
    expect(reopenIssue(resolved, 'Came back', now)).toEqual({
      ...resolved,
      status: 'REOPENED',
      closed_at: null,
      updated_at: now.toISOString(),
      reopen_reason: 'Came back',
    })
  })
  test.each<IssueStatus>(['OPEN', 'IN_PROGRESS', 'REOPENED'])('[ISSUE-06 ISSUE-08] %s is refused', status => {
    expect(apiError(() => reopenIssue(issue({ status }), 'x', now))).toMatchObject({
      message: 'Only resolved issues can be reopened',
      code: 'issue.not-resolved',
      status: 409,
    })
  })
})

describe('attaching', () => {
  const message = (id: string, issue_id: string | null = null) => ({ id, conversation_id: '1', issue_id })
  test('[ISSUE-09 API-24] a message is attached once; again changes nothing and says so', () => {
    const before = readIssue(issueOf(1, { attached_messages: ['9', '100'] as never }))
    const first = attachMessage(before, message('20'), now)
    expect(first).toEqual({
      alreadyAttached: false,
      issue: { ...before, attached_messages: ['9', '20', '100'], updated_at: now.toISOString() },
    })
    const later = new Date(now.getTime() + 1)
    expect(attachMessage(first.issue, message('20'), later)).toEqual({
      alreadyAttached: true,
      issue: first.issue,
    })
  })
  test('[ISSUE-09] one that another issue has stays there', () => {
    expect(attachMessage(issue(), message('20', '8'), now)).toEqual({
      alreadyAttached: true,
      issue: issue(),
    })
  })
  test('one of another conversation is as unknown', () => {
    const foreign = { ...message('20'), conversation_id: '2' }
    expect(apiError(() => attachMessage(issue(), foreign, now))).toMatchObject({
      message: 'Message with ID 20 not found',
      status: 404,
    })
  })
})

test('[ISSUE-03 CONST-10 CONST-11] statuses, priorities and categories read like words, each status in a colour', () => {
  expect(issueStatuses.map(issueWord)).toEqual(['Open', 'In progress', 'Resolved', 'Reopened'])
  expect(issuePriorities.map(issueWord)).toEqual(['Low', 'Medium', 'High'])
  expect(issueCategories.map(issueWord)).toEqual(['Claims', 'Account', 'Technical', 'Benefits', 'Payments'])
  expect(Object.keys(issueTone)).toEqual([...issueStatuses])
})

test('[ERR-29] an unknown id is named', () => {
  expect(issueNotFound('ghost').message).toBe('Issue with ID ghost not found')
})

test('issues are listed newest first, then by the greater id', () => {
  const at = (id: string, day: number) => ({ id, created_at: `2026-03-0${day}T09:00:00.000Z` })
  expect([at('9', 1), at('10', 1), at('2', 3)].toSorted(compareIssues).map(one => one.id)).toEqual([
    '2',
    '10',
    '9',
  ])
})
