import { readApplication } from '@parley/core/read/application'
import { expect, test } from 'vitest'
import { local } from '../dates.ts'
import { provenanceMark, provenanceSentence } from './provenance-words.ts'

const at = '2026-11-20T09:00:00Z'
const now = new Date('2026-11-20T12:00:00Z')
const clock = local.clock(new Date(at))
const { attachments, provenance } = readApplication({
  id: '1',
  attachments: [{ id: '5', document_type: 'ID_DOCUMENT', name: 'id.png' }],
  provenance: {
    message: { source: 'message', at },
    form: { source: 'form', at },
    document: { source: 'document', at, document_id: '5' },
    gone: { source: 'document', at, document_id: '6' },
    person: { source: 'person', at, agent: { id: '1', name: 'Amina' } },
    own: { source: 'person', at, agent: { id: '2', name: 'Ann' } },
    nobody: { source: 'person' },
  },
})

test.each([
  ['message', `Message, ${clock}`, /^The customer said it in a message on .*2026/],
  ['form', `Form answer, ${clock}`, /^The customer answered it in a form/],
  ['document', `ID document, ${clock}`, /^It was read off a document on .*: ID document\.$/],
  ['gone', `Document, ${clock}`, /: Document\.$/],
  ['person', `Entered by Amina, ${clock}`, /^Amina entered it on /],
  ['own', `Entered by you, ${clock}`, /^Ann entered it on /],
  ['nobody', 'Entered by an agent', /^An agent entered it\.$/],
])('a value from %s is marked so', (name, mark, sentence) => {
  const from = provenance[name]
  if (from === undefined) throw new Error('The fixture lacks it')
  expect(provenanceMark(from, attachments, '2', now)).toBe(mark)
  expect(provenanceSentence(from, attachments)).toMatch(sentence)
})
