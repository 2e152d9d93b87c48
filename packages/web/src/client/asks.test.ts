import type { Answer } from '@parley/core/live/fetchers'
import { expect, test, vi } from 'vitest'
import { ApiFailure } from './api-failure.ts'
import { RequestBatcher } from './asks.ts'

const answer = (value: unknown, seq: number | null = 7): Answer<never> => ({
  value: value as never,
  seq,
  total: null,
  counts: null,
})
const refused = (status: number) => new ApiFailure({ kind: 'refused', status })

/** Asks for three parts of one conversation in one moment; what a part's own call answers is its name. */
const askThree = (batcher: RequestBatcher, conversationId = '9') => {
  const alone = vi.fn(async (part: string) => answer(part, 3))
  const ask = (part: 'tickets' | 'issues' | 'ipp', limit?: number) =>
    batcher.ask({ conversationId, part, limit }, () => alone(part))
  return { alone, answers: [ask('tickets'), ask('issues'), ask('ipp', 200)] }
}

test('[Q-160] what is asked for of a conversation in one moment travels in one call', async () => {
  const reply = { tickets: ['a ticket'], issues: [], ipp: { rows: ['a row'], counts: { DRAFT: 1 } } }
  const work = vi.fn(async () => answer(reply))
  const { alone, answers } = askThree(new RequestBatcher({ work }))
  expect(await Promise.all(answers)).toEqual([
    answer(['a ticket']),
    answer([]),
    { ...answer(['a row']), counts: '{"DRAFT":1}' },
  ])
  expect(work.mock.calls).toEqual([
    [{ params: { id: '9' }, query: { parts: 'tickets,issues,ipp', limit: 200 } }],
  ])
  expect(alone).not.toHaveBeenCalled()
})

test('[Q-160] the same part asked for twice in one moment is asked for once', async () => {
  const work = vi.fn(async () => answer({ tickets: [1], issues: [2] }))
  const batcher = new RequestBatcher({ work })
  const alone = vi.fn(async () => answer(null))
  const ask = (part: 'tickets' | 'issues') => batcher.ask({ conversationId: '9', part }, alone)
  expect(await Promise.all([ask('tickets'), ask('issues'), ask('tickets')])).toEqual([
    answer([1]),
    answer([2]),
    answer([1]),
  ])
  expect(work).toHaveBeenCalledTimes(1)
})

test('what is asked for alone, later, or of another conversation has a call of its own', async () => {
  const work = vi.fn(async () => answer({}))
  const batcher = new RequestBatcher({ work })
  const alone = vi.fn(async () => answer('alone'))
  const ask = (conversationId: string) => batcher.ask({ conversationId, part: 'tickets' }, alone)
  expect(await Promise.all([ask('9'), ask('10')])).toEqual([answer('alone'), answer('alone')])
  await ask('9')
  expect(alone).toHaveBeenCalledTimes(3)
  expect(work).not.toHaveBeenCalled()
})

test.each([400, 404, 405, 500, 501])(
  '[Q-160] after %d each part is asked for by its own call',
  async status => {
    const { alone, answers } = askThree(new RequestBatcher({ work: () => Promise.reject(refused(status)) }))
    expect(await Promise.all(answers)).toEqual([answer('tickets', 3), answer('issues', 3), answer('ipp', 3)])
    expect(alone).toHaveBeenCalledTimes(3)
  },
)

test.each([
  ['a session that is over', refused(401)],
  ['a line that is cut', new ApiFailure({ kind: 'network' })],
  ['no answer in time', new ApiFailure({ kind: 'timeout' })],
  ['a gateway', refused(503)],
])('[Q-160] %s fails every part without more calls', async (_, failure) => {
  const { alone, answers } = askThree(new RequestBatcher({ work: () => Promise.reject(failure) }))
  const settled = await Promise.allSettled(answers)
  expect(settled.map(one => one.status === 'rejected' && one.reason)).toEqual([failure, failure, failure])
  expect(alone).not.toHaveBeenCalled()
})

test('[Q-160] a part that the answer lacks is asked for by its own call', async () => {
  const { alone, answers } = askThree(new RequestBatcher({ work: async () => answer({ tickets: [1] }) }))
  expect(await Promise.all(answers)).toEqual([answer([1]), answer('issues', 3), answer('ipp', 3)])
  expect(alone.mock.calls).toEqual([['issues'], ['ipp']])
})
