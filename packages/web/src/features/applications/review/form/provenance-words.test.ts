import { readApplication } from '@parley/core/read/work'
import { describe, expect, test } from 'vitest'
import { local } from '../../dates.ts'
import { commonSource, provenanceMark, provenanceSentence } from './provenance-words.ts'

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
  ['document', `ID document, ${clock}`, /^It was read from a document on .*: ID document\.$/],
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

describe('[Q-241] a section says once where its values came from', () => {
  const of = (...names: readonly string[]) => names.flatMap(name => provenance[name] ?? [])
  const earlier = of('form').map(from => ({ ...from, at: '2026-11-16T09:00:00Z' }))
  const lastYear = of('form').map(from => ({ ...from, at: '2025-11-16T09:00:00Z' }))
  const said = (...origins: Parameters<typeof commonSource>[0]) =>
    commonSource(origins, attachments, '2', now)?.words ?? null
  test.each([
    ['none', [], null],
    ['one', of('form'), null],
    ['two', of('form', 'form'), 'All by form answer, today'],
    [
      'of another day',
      [...earlier, ...earlier],
      `All by form answer, ${local.monthDay(new Date('2026-11-16T09:00:00Z'))}`,
    ],
    ['of another year', [...lastYear, ...lastYear], 'All by form answer, Nov 16, 2025'],
    ['one of three from elsewhere', of('form', 'message', 'form'), 'All but 1 by form answer, today'],
    ['half of another day', [...earlier, ...of('form'), ...earlier, ...of('form')], null],
    ['all from different places', of('form', 'message', 'person'), null],
    ['a document', of('document', 'document'), 'All from ID document, today'],
    ['a colleague', of('person', 'person'), 'All entered by Amina, today'],
    ['the viewer', of('own', 'own'), 'All entered by you, today'],
    ['nobody knows when', of('nobody', 'nobody'), 'All entered by an agent'],
    ['messages', of('message', 'message'), 'All by message, today'],
  ])('%s', (_, origins, words) => {
    expect(said(...origins)).toBe(words)
  })
  test('and only what came from elsewhere, or on another day, says so itself', () => {
    const common = commonSource(
      [...of('form', 'form', 'message'), ...earlier, ...of('form')],
      attachments,
      '2',
      now,
    )
    expect(common?.words).toBe('All but 2 by form answer, today')
    const later = of('form').map(from => ({ ...from, at: '2026-11-20T09:31:00Z' }))
    expect([...of('form', 'message'), ...earlier, ...later].map(from => common?.isOf(from))).toEqual([
      true,
      false,
      false,
      true,
    ])
  })
})
