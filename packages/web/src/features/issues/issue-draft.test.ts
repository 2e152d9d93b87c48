import { CreateIssueBody } from '@parley/core/issues/api'
import { expect, test } from 'vitest'
import { emptyDraft, type IssueDraft } from '../../data/issues/drafts.ts'
import { draftProblems, textProblem } from './issue-draft.ts'

const draft = (more: Partial<IssueDraft> = {}): IssueDraft => ({
  ...emptyDraft,
  title: 'Payment not showing',
  category: 'PAYMENTS',
  ...more,
})

test('[CONST-09] a new issue has the priority MEDIUM unless another is chosen', () => {
  expect(emptyDraft.priority).toBe('MEDIUM')
})

test.each<[string, IssueDraft, readonly string[]]>([
  ['what is asked for', draft(), []],
  ['nothing', emptyDraft, ['title', 'category']],
  ['a blank title', draft({ title: '   ' }), ['title']],
  ['a title of 200', draft({ title: ` ${'x'.repeat(200)} ` }), []],
  ['a title of 201', draft({ title: 'x'.repeat(201) }), ['title']],
  ['a description of 4,096', draft({ description: 'x'.repeat(4096) }), []],
  ['a description of 4,097', draft({ description: 'x'.repeat(4097) }), ['description']],
])('with %s the draft is judged as the server judges it', (_, one, fields) => {
  expect(Object.keys(draftProblems(one))).toEqual(fields)
  const { success } = CreateIssueBody.safeParse({ ...one, conversation_id: '1' })
  expect(success).toBe(fields.length === 0)
})

test('what is too long says by how much', () => {
  expect(textProblem('x'.repeat(4100))).toBe('At most 4096 characters; this has 4100. Shorten it')
  expect(textProblem('short')).toBeNull()
})
