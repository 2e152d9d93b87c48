import { expect, test } from 'vitest'
import {
  afterFailure,
  afterReload,
  afterRetry,
  entriesOf,
  mayHaveArrived,
  nextToSend,
  type OutboxEntry,
  seenMessageId,
  templateEntry,
  unwritten,
  whileWaiting,
  withoutConfirmed,
} from './outbox.ts'

const at = new Date('2026-11-20T09:00:00.000Z')
const counter = () => {
  let n = 0
  return () => `id-${n++}`
}
const files = ['7', '8'].map(id => ({
  document_id: id,
  name: `${id}.pdf`,
  mime_type: 'application/pdf',
  size: 1,
}))
const metadata = { intent: 'claim_status', confidence: 0.9, entities: { reference: ['LF-20311'] } }
const quoted = {
  id: '40',
  created_at: '2026-11-20T08:00:00.000Z',
  direction: 'INBOUND',
  message_type: 'text',
  source: 'CUSTOMER',
  sender_name: 'Nakato',
  excerpt: 'Is it paid?',
  attachment: null,
} as const
const canned = { id: '50', intent: 'premium_due' }
const draft = { pageId: 'page', no: 3, version: 7 }
const written = { seenMessageId: '41', issueId: '31', metadata, quoted, canned, draft }
const three = entriesOf(
  [
    { content: 'long text', document_id: null },
    { content: '', document_id: '7' },
    { content: '', document_id: '8' },
  ],
  files,
  written,
  at,
  counter(),
)
const states = (entries: readonly OutboxEntry[]) => entries.map(entry => entry.state)

test('[COMP-14 Q-092] each part has its own client id and its own document', () => {
  expect(three.map(entry => [entry.clientId, entry.group, entry.file?.document_id ?? null])).toEqual([
    ['id-1', 'id-0', null],
    ['id-2', 'id-0', '7'],
    ['id-3', 'id-0', '8'],
  ])
})

test('[Q-219] the canned reply that the words were made of goes with the part that has words', () => {
  expect(three.map(entry => entry.canned)).toEqual([canned, null, null])
})

test('[Q-225] the draft that a message was ends with its first part', () => {
  expect(three.map(entry => entry.draft)).toEqual([draft, null, null])
})

test('[Q-185] a template goes alone, with its words and file, and a retry carries it as it is', () => {
  const template = { name: 'form', language: 'en', values: { 'body.1': 'Ada' } }
  const filled = { template, words: 'Dear Ada', file: files[0] ?? null }
  const entry = templateEntry(filled, written, at, counter())
  expect(entry).toMatchObject({
    clientId: 'id-0',
    group: 'id-1',
    template,
    content: 'Dear Ada',
    file: { document_id: '7' },
    seenMessageId: '41',
    issueId: '31',
    metadata: null,
    quoted: null,
    state: 'sending',
  })
  const failed = afterFailure([entry], 'id-0', 'unanswered', 'No answer')
  expect(afterRetry(afterReload(failed), 'id-0')).toEqual([entry])
  expect(three.every(one => one.template === null)).toBe(true)
})

test('[Q-178] what is quoted goes with the first part, through every failure and retry', () => {
  const failed = afterFailure(three, 'id-1', 'unanswered', 'No answer')
  for (const entries of [three, failed, afterRetry(failed, 'id-1'), afterReload(failed)]) {
    expect(entries.map(entry => entry.quoted)).toEqual([quoted, null, null])
  }
})

test('[COMP-11] each part keeps the issue that was selected, through every failure and retry', () => {
  const failed = afterFailure(three, 'id-1', 'unanswered', 'No answer')
  for (const entries of [three, failed, afterRetry(failed, 'id-1'), afterReload(failed)]) {
    expect(entries.map(entry => entry.issueId)).toEqual(['31', '31', '31'])
  }
})

test('they go one at a time, in order', () => {
  expect(nextToSend(three)?.clientId).toBe('id-1')
  expect(nextToSend(withoutConfirmed(three, new Set(['id-1'])))?.clientId).toBe('id-2')
  expect(nextToSend([])).toBeNull()
})

test('[ERR-20 Q-092] one failure stops the rest of its group and keeps them; another group goes on', () => {
  const other = entriesOf([{ content: 'next', document_id: null }], [], unwritten, at, () => 'other')
  const failed = afterFailure([...three, ...other], 'id-2', 'refused', 'No')
  expect(states(failed)).toEqual(['sending', 'refused', 'held', 'sending'])
  expect(failed[1]?.reason).toBe('No')
  expect(states(afterFailure(three, 'unknown', 'refused', 'No'))).toEqual(states(three))
})

test('[COMP-14 Q-039] a retry sends the same client id again, with the parts that waited', () => {
  const failed = afterFailure(three, 'id-1', 'unanswered', 'No answer')
  const retried = afterRetry(failed, 'id-1')
  expect(states(retried)).toEqual(['sending', 'sending', 'sending'])
  expect(retried.map(entry => entry.clientId)).toEqual(three.map(entry => entry.clientId))
  expect(states(afterRetry(failed, 'id-2'))).toEqual(['unanswered', 'sending', 'sending'])
})

test('[COMP-14 Q-039] after a reload nothing is sent by itself: what was under way is unconfirmed', () => {
  const failed = afterFailure(three, 'id-2', 'refused', 'No')
  const reloaded = afterReload(failed)
  expect(states(reloaded)).toEqual(['unconfirmed', 'refused', 'unconfirmed'])
  const cut = afterFailure(three, 'id-2', 'unanswered', 'The server could not be reached')
  expect(states(afterReload(cut))).toEqual(['unconfirmed', 'unconfirmed', 'unconfirmed'])
  expect(nextToSend(reloaded)).toBeNull()
})

test.each([
  ['sending', false],
  ['held', false],
  ['refused', false],
  ['unanswered', true],
  ['unconfirmed', true],
] as const)('[COMP-14 Q-042] %s: look at the history first: %s', (state, expected) => {
  expect(mayHaveArrived({ ...(three[0] as OutboxEntry), state })).toBe(expected)
})

test('[COMP-14] of a retry only what waited behind it goes along: what was refused, stands before it or is of another group stays', () => {
  const other = entriesOf(
    [
      { content: 'a', document_id: null },
      { content: '', document_id: '7' },
    ],
    files,
    written,
    at,
    counter(),
  ).map((entry, index) => ({ ...entry, clientId: `other-${index}`, group: 'other' }))
  const both = afterFailure(
    afterFailure([...three, ...other], 'id-2', 'refused', 'No'),
    'other-0',
    'refused',
    'No',
  )
  expect(states(both)).toEqual(['sending', 'refused', 'held', 'refused', 'held'])
  expect(both[2]?.reason).toBe('The part before it was not sent')
  expect(states(afterRetry(both, 'id-2'))).toEqual(['sending', 'sending', 'sending', 'refused', 'held'])
  expect(states(afterRetry(both, 'other-0'))).toEqual(['sending', 'refused', 'held', 'sending', 'sending'])
  expect(states(afterRetry(both, 'id-3'))).toEqual(['sending', 'refused', 'sending', 'refused', 'held'])
  expect(afterRetry(both, 'nobody')).toBe(both)
  const twice = afterFailure(both, 'id-3', 'unanswered', 'No answer')
  expect(states(afterRetry(twice, 'id-2'))).toEqual(['sending', 'sending', 'unanswered', 'refused', 'held'])
  expect(states(afterFailure(twice, 'id-1', 'refused', 'No'))).toEqual([
    'refused',
    'refused',
    'unanswered',
    'refused',
    'held',
  ])
})

test('[COMP-14] a loaded page shows them in the order in which they were written', () => {
  const entry = three[0] as OutboxEntry
  const written = ['10', '08', '09', '08'].map((minute, index) => ({
    ...entry,
    clientId: `${minute}-${index}`,
    at: `2026-11-20T09:${minute}:00.000Z`,
  }))
  const reloaded = afterReload(written)
  expect(reloaded.map(({ clientId }) => clientId)).toEqual(['08-1', '08-3', '09-2', '10-0'])
  expect(reloaded[0]?.reason).toBe('The page was loaded again before the server confirmed it')
})

test('a list without confirmed entries stays the same object', () => {
  expect(withoutConfirmed(three, new Set(['nobody']))).toBe(three)
})

test('[INTENT-07 Q-095] what the text means goes with the part that has the text; what was seen with every part', () => {
  expect(three.map(entry => [entry.metadata, entry.seenMessageId, entry.force])).toEqual([
    [metadata, '41', false],
    [null, '41', false],
    [null, '41', false],
  ])
})

test('only after another had answered is a message forced, with the parts that waited for it; nothing else of it changes', () => {
  const answered = afterFailure(three, 'id-1', 'answered', 'Brian has answered since')
  expect(states(answered)).toEqual(['answered', 'held', 'held'])
  expect(afterReload(answered)[0]?.state).toBe('answered')
  expect(afterRetry(answered, 'id-1')).toEqual(three.map(entry => ({ ...entry, force: true })))
  expect(afterRetry(afterFailure(three, 'id-1', 'unanswered', 'No answer'), 'id-1')).toEqual(three)
})

test.each([
  ['nothing', [], '0'],
  ['one', ['41'], '41'],
  ['the greatest, as a number, wherever it stands', ['9', '102', '41'], '102'],
  ["another provider's names", ['wamid.x', '7'], '7'],
])('what a sender has seen: %s', (_, ids, expected) => {
  expect(seenMessageId(ids.map(id => ({ id })))).toBe(expected)
})

test('[Q-163] what waits is the same message on its way, with why it waits; the next to be sent stays the same', () => {
  const waiting = whileWaiting(three, 'id-1', 'It goes on in 7 seconds')
  expect(waiting.map(entry => entry.reason)).toEqual(['It goes on in 7 seconds', null, null])
  expect(states(waiting)).toEqual(states(three))
  expect(nextToSend(waiting)?.clientId).toBe('id-1')
})
