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
  unansweredNow,
  unwritten,
  whenCalled,
  whileCut,
  whileWaiting,
  isTakenOver,
  whyNotUnasked,
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
const written = { seenMessageId: '41', issueId: '31', metadata, quoted, canned, draft, resolves: true }
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

test('[Q-386] a reply in several parts resolves its conversation with the last one', () => {
  expect(three.map(entry => entry.resolves)).toEqual([false, false, true])
  const plain = entriesOf([{ content: 'one', document_id: null }], [], unwritten, at, counter())
  expect(plain.map(entry => entry.resolves)).toEqual([false])
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
  const failed = afterFailure([entry], 'id-0', 'refused', 'No')
  expect(afterRetry(afterReload(failed, null), 'id-0')).toEqual([entry])
  expect(three.every(one => one.template === null)).toBe(true)
})

test('[Q-178] what is quoted goes with the first part, through every failure and retry', () => {
  const failed = afterFailure(three, 'id-1', 'unconfirmed', 'No answer')
  for (const entries of [three, failed, afterRetry(failed, 'id-1'), afterReload(failed, null)]) {
    expect(entries.map(entry => entry.quoted)).toEqual([quoted, null, null])
  }
})

test('[COMP-11] each part keeps the issue that was selected, through every failure and retry', () => {
  const failed = afterFailure(three, 'id-1', 'unconfirmed', 'No answer')
  for (const entries of [three, failed, afterRetry(failed, 'id-1'), afterReload(failed, null)]) {
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
  const failed = afterFailure(three, 'id-1', 'unconfirmed', 'No answer')
  const retried = afterRetry(failed, 'id-1')
  expect(states(retried)).toEqual(['sending', 'sending', 'sending'])
  expect(retried.map(entry => entry.clientId)).toEqual(three.map(entry => entry.clientId))
  expect(states(afterRetry(failed, 'id-2'))).toEqual(['unconfirmed', 'sending', 'sending'])
})

const pressed = { sessionId: '5', ownerId: '7', at: at.toISOString() }
const stamped = three.map((entry, place) => ({ ...entry, pressed: { ...pressed, place } }))

test('[Q-249] while nothing gets through what was about to go waits, but for the one whose call is under way', () => {
  expect(states(whileCut(three, null))).toEqual(['waiting', 'waiting', 'waiting'])
  expect(states(whileCut(three, 'id-1'))).toEqual(['sending', 'waiting', 'waiting'])
  const failed = afterFailure(three, 'id-1', 'refused', 'No')
  expect(whileCut(failed, null)).toBe(failed)
  const cut = unansweredNow(whileCut(three, 'id-1'), 'id-1', 'No answer')
  expect(states(cut)).toEqual(['unanswered', 'waiting', 'waiting'])
  expect(nextToSend(cut)?.clientId).toBe('id-1')
  expect(states(whenCalled(cut, 'id-1'))).toEqual(['sending', 'waiting', 'waiting'])
  expect(states(afterFailure(cut, 'id-1', 'unconfirmed', 'No answer'))).toEqual([
    'unconfirmed',
    'held',
    'held',
  ])
})

test('[COMP-14 Q-039 Q-249] after a reload all goes on by itself in the session in which it was written, and nothing in another', () => {
  const cut = whileCut(unansweredNow(stamped, 'id-1', 'No answer'), 'id-2')
  expect(states(cut)).toEqual(['unanswered', 'sending', 'waiting'])
  expect(states(afterReload(cut, '5'))).toEqual(['unanswered', 'unanswered', 'waiting'])
  for (const other of ['6', null]) {
    const left = afterReload(cut, other)
    expect(states(left)).toEqual(['unconfirmed', 'unconfirmed', 'refused'])
    expect(nextToSend(left)).toBeNull()
    expect(left[0]?.reason).toBe('You signed in again since it was written')
  }
  // An entry of an older page belongs to no session, whichever session asks.
  expect(states(afterReload(three, null))).toEqual(['unconfirmed', 'unconfirmed', 'unconfirmed'])
  // Nor does an entry of a token that names no session.
  const unsaid = stamped.map(entry => ({ ...entry, pressed: { ...entry.pressed, sessionId: null } }))
  expect(states(afterReload(unsaid, null))).toEqual(['unconfirmed', 'unconfirmed', 'unconfirmed'])
  const failed = afterFailure(stamped, 'id-2', 'refused', 'No')
  expect(states(afterReload(failed, '5'))).toEqual(['unanswered', 'refused', 'held'])
})

const now = { agentId: '3', sessionId: '5', ownerId: '7', ownerName: 'Brian', now: at }
const hour = 60 * 60_000

test.each([
  ['nothing has changed', {}, null],
  ['it is the writer\u2019s by now', { ownerId: '3' }, null],
  ['nobody has it any more', { ownerId: null, ownerName: null }, null],
  ['a colleague has taken it', { ownerId: '8' }, 'Brian has this conversation now'],
  [
    'a colleague without a name has',
    { ownerId: '8', ownerName: null },
    'A colleague has this conversation now',
  ],
  ['it is another session', { sessionId: '6' }, 'You signed in again since it was written'],
  ['nobody is signed in', { sessionId: null }, 'You signed in again since it was written'],
  ['an hour is over', { now: new Date(at.getTime() + hour) }, null],
  ['more than that', { now: new Date(at.getTime() + hour + 1) }, 'It has waited for more than an hour'],
])('[Q-249] what waited goes by itself or says why not: %s', (_, changed, expected) => {
  expect(whyNotUnasked({ pressed: { ...pressed, place: 0 } }, { ...now, ...changed })).toBe(expected)
})

test.each([
  ['nobody has it', null, '7', false],
  ['the writer has it', '3', '7', false],
  ['who had it still has', '7', '7', false],
  ['a third one has it', '8', '7', true],
  ['nobody had it, and a colleague has', '8', null, true],
])('[Q-249] a conversation is taken over where a third one has it: %s', (_, ownerId, believed, expected) => {
  expect(isTakenOver(ownerId, '3', believed)).toBe(expected)
})

test('[Q-249] who had the conversation is compared only where that was known; what was pressed again is judged from then on', () => {
  const { ownerId: _, ...unknown } = pressed
  expect(whyNotUnasked({ pressed: { ...unknown, place: 0 } }, now)).toBe('Brian has this conversation now')
  expect(whyNotUnasked({ pressed: null }, now)).toBe('You signed in again since it was written')
  const later = { sessionId: '6', ownerId: '8', at: new Date(at.getTime() + 2 * hour).toISOString() }
  const again = afterRetry(afterFailure(stamped, 'id-2', 'refused', 'No'), 'id-2', later)
  expect(again.map(entry => entry.pressed)).toEqual([
    { ...pressed, place: 0 },
    { ...later, place: 1 },
    { ...later, place: 2 },
  ])
})

test.each([
  ['sending', false],
  ['waiting', false],
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
  const twice = afterFailure(both, 'id-3', 'unconfirmed', 'No answer')
  expect(states(afterRetry(twice, 'id-2'))).toEqual(['sending', 'sending', 'unconfirmed', 'refused', 'held'])
  expect(states(afterFailure(twice, 'id-1', 'refused', 'No'))).toEqual([
    'refused',
    'refused',
    'unconfirmed',
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
  const reloaded = afterReload(written, null)
  expect(reloaded.map(({ clientId }) => clientId)).toEqual(['08-1', '08-3', '09-2', '10-0'])
  // The parts of one press share its time, and the device returns them in any order.
  expect(afterReload(stamped.toReversed(), '5').map(({ clientId }) => clientId)).toEqual([
    'id-1',
    'id-2',
    'id-3',
  ])
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
  expect(afterReload(answered, null)[0]?.state).toBe('answered')
  expect(afterRetry(answered, 'id-1')).toEqual(three.map(entry => ({ ...entry, force: true })))
  expect(afterRetry(afterFailure(three, 'id-1', 'unconfirmed', 'No answer'), 'id-1')).toEqual(three)
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
