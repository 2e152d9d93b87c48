import { describe, expect, test } from 'vitest'
import { documentOf, ippOf } from '@parley/core/application.fixture'
import type { Application } from '@parley/core/applications/application'
import { documentAskedFor, documentsFor, type WantedDocument, wantedDocuments } from './documents.ts'
import { takeDocument } from './take-document.ts'
import { newState } from './state.ts'
import type { World } from './world.ts'

const now = new Date('2026-03-02T10:00:00.000Z')
const before = (ms: number) => new Date(now.getTime() - ms).toISOString()
const ask = (document_type: 'ID_DOCUMENT' | 'INCOME_PROOF', brought_at: string | null = null) => ({
  document_type,
  asked_at: before(60_000),
  asked_by: null,
  message_id: `asks ${document_type}` as never,
  conversation_id: '1' as never,
  brought_at,
})
const pending = (more: Partial<Application> = {}): Application =>
  ({ ...ippOf(2), status: 'PENDING_DOCUMENTS', attachments: [], ...more }) as Application
const brought = (at: string) => ({
  attachments: [documentOf(9, { document_type: 'ID_DOCUMENT' })],
  provenance: {
    'attachments.9': {
      source: 'message' as const,
      at,
      message_id: null,
      conversation_id: null,
      document_id: null,
      agent: null,
    },
  },
})

describe('[Q-210] what an application may take from the chat', () => {
  test.each([
    ['waits for documents: what is missing', pending(), ['ID_DOCUMENT missing', 'INCOME_PROOF missing']],
    ['does not wait: nothing', pending({ status: 'UNDER_REVIEW' }), []],
    [
      'was asked for one by an agent, waiting or not: that one',
      pending({ status: 'UNDER_REVIEW', document_asks: [ask('INCOME_PROOF')] }),
      ['INCOME_PROOF asked'],
    ],
    ['is decided: nothing', pending({ status: 'APPROVED', document_asks: [ask('INCOME_PROOF')] }), []],
    ['is not sent in: nothing', pending({ status: 'DRAFT', document_asks: [ask('INCOME_PROOF')] }), []],
    [
      'had one a minute ago: another page of it, beside what is missing',
      pending(brought(before(60_000))),
      ['INCOME_PROOF missing', 'ID_DOCUMENT again'],
    ],
    ['had one ten minutes ago: what is missing', pending(brought(before(600_000))), ['INCOME_PROOF missing']],
  ])('one that %s', (_, application, expected) => {
    expect(wantedDocuments([application], now).map(({ type, standing }) => `${type} ${standing}`)).toEqual(
      expected,
    )
  })
})

const one = (type: WantedDocument['type'], more: Partial<WantedDocument> = {}): WantedDocument => ({
  applicationId: 2,
  kind: 'ipp',
  number: 'IPP-2',
  type,
  standing: 'missing',
  wasAsked: false,
  askedIn: null,
  ...more,
})
const asked = { standing: 'asked', wasAsked: true, askedIn: '7' } as const
const id = one('ID_DOCUMENT')
const income = one('INCOME_PROOF')
const askedId = one('ID_DOCUMENT', asked)
const askedIncome = one('INCOME_PROOF', { ...asked, askedIn: '8' })

describe('[Q-210] for which document a file is', () => {
  test.each([
    ['nothing is wanted', [], '', null, []],
    ['one is missing', [income], '', null, [income]],
    ['several are missing', [id, income], '', null, [id, income]],
    ['one of them was asked for', [id, askedIncome], '', null, [askedIncome]],
    ['the caption names another one', [id, askedIncome], 'my passport', null, [id]],
    ['it answers the question of one', [askedId, askedIncome], 'my passport', '8', [askedIncome]],
    ['it answers something else', [id, askedIncome], '', '99', [askedIncome]],
  ] as const)('where %s', (_, wanted, caption, quotedId, expected) => {
    expect(documentsFor(wanted, { caption, quotedId })).toEqual(expected)
  })

  test.each([
    ['nothing was asked for', [id, income], null],
    ['one was', [id, askedIncome], askedIncome],
    ['several were: the first', [askedId, askedIncome], askedId],
    [
      'one came just now',
      [one('ID_DOCUMENT', { ...asked, standing: 'again' })],
      one('ID_DOCUMENT', { ...asked, standing: 'again' }),
    ],
  ] as const)('where a person has the conversation and %s', (_, wanted, expected) => {
    expect(documentAskedFor(wanted, { caption: '', quotedId: null })).toEqual(expected)
  })
})

describe('[Q-210] the bot and a file', () => {
  const world = (wanted: readonly WantedDocument[]) => ({ wanted, now }) as unknown as World
  const photo = (more: object = {}) => ({
    messageId: '40',
    text: '',
    choiceId: null,
    files: [{ attachmentId: '9', mimeType: 'image/jpeg', fileName: null }],
    ...more,
  })
  const files = [{ attachment_id: '9', message_id: '40' }]
  const state = newState(now)

  test('puts it to the one document that is missing, says so, and what else is needed', () => {
    const done = takeDocument(state, photo(), world([id, askedIncome]), false)
    expect(done?.placed).toEqual({ document: askedIncome, files })
    expect(done?.replies).toEqual([
      {
        text: 'Thank you: your Proof of income is with your application IPP-2 now. It still needs: ID document.',
      },
    ])
  })

  test('asks which one it is, and what is pressed then is that one, with the file', () => {
    const which = takeDocument(state, photo(), world([id, income]), false)
    expect(which?.placed).toBeUndefined()
    expect(which?.replies[0]?.choices?.map(({ title }) => title)).toEqual([
      'ID document',
      'Proof of income',
      'Main menu',
    ])
    const press = { messageId: '41', text: 'Proof of income', choiceId: 'document:2:INCOME_PROOF', files: [] }
    const done = takeDocument(which?.state ?? state, press, world([id, income]), false)
    expect(done?.placed).toEqual({ document: income, files })
    expect(done?.state.files).toEqual([])
  })

  test('names the application where two lack the same', () => {
    const other = one('ID_DOCUMENT', { applicationId: 3, number: 'IPP-3' })
    const which = takeDocument(state, photo(), world([id, other]), false)
    const titles = which?.replies[0]?.choices?.map(({ title }) => title)
    expect(titles).toEqual(['ID document IPP-2', 'ID document IPP-3', 'Main menu'])
  })

  test.each([
    ['nothing is wanted', [], photo(), false],
    [
      'it is no photo or PDF',
      [income],
      photo({ files: [{ attachmentId: '9', mimeType: 'audio/ogg', fileName: null }] }),
      false,
    ],
    ['a form is open', [askedIncome], photo(), true],
    ['a text comes', [income], photo({ files: [], text: 'Proof of income' }), false],
    [
      'a choice comes without a file',
      [income],
      photo({ files: [], choiceId: 'document:2:INCOME_PROOF' }),
      false,
    ],
  ] as const)('leaves it to others where %s', (_, wanted, input, isInForm) => {
    expect(takeDocument(state, input, world(wanted), isInForm)).toBeNull()
  })

  test('takes it out of an open form where it answers what an agent asked for', () => {
    const done = takeDocument(state, photo({ quotedId: '8' }), world([askedIncome]), true)
    expect(done?.placed).toEqual({ document: askedIncome, files })
  })
})
