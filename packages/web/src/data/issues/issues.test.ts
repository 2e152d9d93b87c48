import { issuePriorities, issueStatuses } from '@parley/core/issues/constants'
import { readMessage } from '@parley/core/read/entities'
import { beforeEach, describe, expect, test } from 'vitest'
import { delayBy } from '../capabilities/sample-delay.ts'
import { isSampleIssue, linkedIn, sampleIssues, type CachedIssues, type IssueSource } from './issues.ts'
import { ManualClock } from '../../sync/manual-clock.fixture.ts'

const began = Date.parse('2026-11-20T09:00:00.000Z')
const raised = {
  conversation_id: '7',
  title: 'Card blocked',
  description: 'Twice',
  priority: 'LOW',
  category: 'CLAIMS',
  client_issue_id: 'c-1',
} as const
const message = (id: string, more: object = {}) => readMessage({ id, conversation_id: '7', ...more })

let clock: ManualClock
let cached: Map<string, CachedIssues>
let source: IssueSource

beforeEach(() => {
  clock = new ManualClock()
  cached = new Map()
  let ids = 10
  source = sampleIssues({
    delay: delayBy(clock),
    now: () => new Date(began + clock.now()),
    newId: () => String(ids++),
    agent: () => ({ id: '3', name: 'Amina' }),
    cached: id => cached.get(id),
    hold: (id, issues) => cached.set(id, issues),
  })
})

const issues = () => cached.get('7')?.value ?? []

/** What an operation gives, and after how many milliseconds. */
async function timed<T>(operation: Promise<T>): Promise<{ readonly value: T; readonly ms: number }> {
  const from = clock.now()
  let ms = -1
  const ended = operation.finally(() => {
    ms = clock.now() - from
  })
  ended.catch(() => undefined)
  await clock.pass(5_000)
  return { value: await ended, ms }
}

async function listed() {
  const { value, ms } = await timed(source.list('7'))
  cached.set('7', value)
  const [working, done] = value.value
  if (working === undefined || done === undefined) throw new Error('There are two built-in issues')
  return { value, ms, working, done }
}

test('[GEN-08 API-53 DATA-32 Q-016] the built-in issues are listed for the conversation at hand after half a second, and say what they are', async () => {
  const { value, ms } = await listed()
  expect(ms).toBe(500)
  for (const issue of value.value) {
    expect(issue.title).toMatch(/^Sample issue: /)
    expect(issue.conversation_id).toBe('7')
    expect(isSampleIssue(issue.id)).toBe(true)
    expect(issueStatuses).toContain(issue.status)
    expect(issuePriorities).toContain(issue.priority)
    expect(issue.category).not.toBeNull()
    expect(issue.closed_at !== null).toBe(issue.status === 'RESOLVED')
  }
})

test('[ISSUE-04 API-53 CONST-09] creating takes 800 ms and gives an open issue, first in the list', async () => {
  await listed()
  const { value: issue, ms } = await timed(source.create(raised))
  expect(ms).toBe(800)
  expect(issue).toMatchObject({
    title: 'Card blocked',
    description: 'Twice',
    status: 'OPEN',
    priority: 'LOW',
    category: 'CLAIMS',
    closed_at: null,
    assigned_agent: { id: '3', name: 'Amina' },
  })
  expect(isSampleIssue(issue.id)).toBe(true)
  expect(issues()[0]).toEqual(issue)
  expect(issues()).toHaveLength(3)
})

test('[ISSUE-05 ISSUE-07 API-53] resolving and reopening take half a second each and follow the rules of the server', async () => {
  const { working } = await listed()
  const resolved = await timed(source.resolve(working, 'Matched'))
  expect(resolved.ms).toBe(500)
  expect(resolved.value).toMatchObject({
    status: 'RESOLVED',
    resolution_summary: 'Matched',
    resolution_time: 180,
  })
  expect(resolved.value.closed_at).toBe('2026-11-20T09:00:05.500Z')
  const reopened = await timed(source.reopen(resolved.value, 'Came back'))
  expect(reopened.ms).toBe(500)
  expect(reopened.value).toMatchObject({ status: 'REOPENED', closed_at: null, reopen_reason: 'Came back' })
  expect(issues().find(({ id }) => id === working.id)).toEqual(reopened.value)
})

test('[ISSUE-06 ISSUE-08] only a resolved one is opened again', async () => {
  const { working } = await listed()
  await expect(timed(source.reopen(working, 'Why'))).rejects.toThrow('Only resolved issues can be reopened')
})

test('[ERR-29] an unknown id is named', async () => {
  const { working } = await listed()
  const ghost = { ...working, id: 'ghost' }
  for (const operation of [
    source.resolve(ghost, 'x'),
    source.reopen(ghost, 'x'),
    source.attach(ghost, message('20')),
  ]) {
    await expect(timed<unknown>(operation)).rejects.toThrow('Issue with ID ghost not found')
  }
})

describe('attaching', () => {
  test('[ISSUE-02 API-24 API-53 THREAD-09] takes half a second, and the message is linked in this page', async () => {
    const { working } = await listed()
    const { value, ms } = await timed(source.attach(working, message('20')))
    expect(ms).toBe(500)
    expect(value.alreadyAttached).toBe(false)
    expect(linkedIn(issues(), '20')).toBe(working.id)
    expect(linkedIn(issues(), '21')).toBeNull()
  })

  test('[ISSUE-09 API-24] what is attached already, here, to another issue or on the server, is reported and changes nothing', async () => {
    const { working, done } = await listed()
    await timed(source.attach(working, message('20')))
    const before = issues()
    for (const again of [
      source.attach(working, message('20')),
      source.attach(done, message('20')),
      source.attach(done, message('30', { issue_id: '88' })),
    ]) {
      expect((await timed(again)).value.alreadyAttached).toBe(true)
    }
    expect(issues()).toEqual(before)
  })

  test('two at once are both kept', async () => {
    const { working } = await listed()
    await timed(Promise.all([source.attach(working, message('20')), source.attach(working, message('21'))]))
    expect(issues().find(({ id }) => id === working.id)?.attached_messages).toEqual(['20', '21'])
  })
})

test('what was changed is still there when the list is asked for again', async () => {
  const { working } = await listed()
  await timed(source.resolve(working, 'Matched'))
  const { value } = await timed(source.list('7'))
  expect(value.value.find(({ id }) => id === working.id)?.status).toBe('RESOLVED')
})
