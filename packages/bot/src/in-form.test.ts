import { expect, test } from 'vitest'
import { Customer, monday as now, photo } from './form/form.fixture.ts'
import { fillIn } from './in-form.ts'
import { newState } from './state.ts'
import { emptyWorld } from './world.fixture.ts'

test.each([
  ['my payslip', 'INCOME_PROOF'],
  ['passport', 'ID_DOCUMENT'],
  ['', undefined],
  ['as promised', undefined],
])('[Q-210] below a file in a form "%s" names the document %s', (caption, type) => {
  const { state } = new Customer('ipp').says('Nakato Mary')
  const input = { messageId: '9', text: '', caption, choiceId: null, files: [photo('1')] }
  const done = fillIn(newState(now), input, null, { ...emptyWorld, form: { state, number: 'IPP-1' } })
  if (done === null || 'left' in done) throw new Error('The form did not take it')
  expect(done.form?.documents.map(one => one.type)).toEqual(type === undefined ? [] : [type])
  expect(done.form?.aside).toBe(type === undefined ? 'file' : null)
})
