import { expect, test } from 'vitest'
import { afterHearing, afterWrite, isEndedBySend, isNothing, noWords } from './drafts.ts'

const words = (text: string, quotedId: string | null = null) => ({ text, quotedId })
const stored = (version: number, pageId: string, no: number, text: string) => ({
  ...words(text),
  version,
  pageId,
  no,
})

test('[Q-225] words, or only a quoted message, are a draft', () => {
  expect([noWords, words(' '), words('', '7')].map(isNothing)).toEqual([true, false, false])
})

test.each([
  ['the first of all', null, stored(0, 'a', 1, 'H'), 'taken'],
  ['nothing where nothing is', null, stored(0, 'a', 1, ''), 'same'],
  ['the first, of a page that knows of one that is gone', null, stored(5, 'a', 1, 'H'), 'stale'],
  ['the next of the same page', stored(5, 'a', 1, 'H'), stored(5, 'a', 2, 'He'), 'taken'],
  [
    'the next of the same page, whose answer before was lost',
    stored(5, 'a', 1, 'H'),
    stored(0, 'a', 2, 'He'),
    'taken',
  ],
  [
    'one of the same page that was overtaken by its next',
    stored(6, 'a', 2, 'He'),
    stored(0, 'a', 1, 'H'),
    'stale',
  ],
  ['the same twice', stored(5, 'a', 1, 'H'), stored(0, 'a', 1, 'H'), 'stale'],
  ['of another page that has seen it', stored(5, 'a', 1, 'H'), stored(5, 'b', 1, 'Ho'), 'taken'],
  ['of another page that has not seen it', stored(5, 'a', 1, 'H'), stored(0, 'b', 1, 'Ho'), 'stale'],
  [
    'the same words of another page that has not seen it',
    stored(5, 'a', 1, 'H'),
    stored(0, 'b', 1, 'H'),
    'same',
  ],
  [
    'one that was made before the send, and comes after it',
    stored(6, 'a', 3, ''),
    stored(5, 'a', 2, 'H'),
    'stale',
  ],
  [
    'the first of all, made before the send, and coming after it',
    stored(6, 'a', 2, ''),
    stored(0, 'a', 1, 'H'),
    'stale',
  ],
  ['of another page, made before the send', stored(6, 'a', 3, ''), stored(5, 'b', 9, 'H'), 'stale'],
  ['new words after the send', stored(6, 'a', 3, ''), stored(5, 'a', 4, 'N'), 'taken'],
] as const)('[Q-225] a write: %s', (_, there, write, outcome) => {
  expect(afterWrite(there, write)).toBe(outcome)
})

test('[Q-225] the same words that answer another message are others', () => {
  expect(afterWrite(stored(5, 'a', 1, 'H'), { ...stored(5, 'a', 2, 'H'), quotedId: '7' })).toBe('taken')
})

test.each([
  ['nothing, of which a late write is to be refused', null, { pageId: 'a', no: 2, version: 0 }, true],
  [
    'what the page wrote and was not answered',
    stored(5, 'a', 1, 'H'),
    { pageId: 'a', no: 2, version: 0 },
    true,
  ],
  ['what the page saw of another', stored(5, 'b', 9, 'H'), { pageId: 'a', no: 1, version: 5 }, true],
  ['not what another page wrote since', stored(6, 'b', 9, 'H'), { pageId: 'a', no: 1, version: 5 }, false],
  ['not what the page wrote after it', stored(7, 'a', 3, 'New'), { pageId: 'a', no: 2, version: 5 }, false],
] as const)('[Q-225] a message that is sent ends %s', (_, there, sent, isEnded) => {
  expect(isEndedBySend(there, sent)).toBe(isEnded)
})

const here = (text: string, known: readonly [number, string] | null) => ({
  ...words(text),
  pageId: 'here',
  known: known === null ? null : { ...words(known[1]), version: known[0] },
})
const heard = (version: number, text: string, pageId = 'there') => ({ ...words(text), version, pageId })

test.each([
  ['what it knows', here('ab', [5, 'a']), heard(5, 'a'), 'old'],
  ['what is older than it knows', here('ab', [5, 'a']), heard(4, 'x'), 'old'],
  ['its own write, with more written since', here('abc', [5, 'a']), heard(6, 'ab', 'here'), 'known'],
  ['its own words, sent from here', here('', [5, 'a']), heard(6, '', 'here'), 'known'],
  ['what stands here too', here('ab', [5, 'a']), heard(6, 'ab'), 'known'],
  ['other words, with nothing written here', here('', null), heard(6, 'x'), 'shown'],
  ['other words, with nothing written here since', here('a', [5, 'a']), heard(6, 'x'), 'shown'],
  ['other words, after what was here was emptied', here('', [5, 'a']), heard(6, 'x'), 'shown'],
  ['that it was emptied, with nothing written here since', here('a', [5, 'a']), heard(6, ''), 'shown'],
  ['that it is long gone', here('a', [5, 'a']), heard(0, ''), 'shown'],
  ['that it was emptied, with more written here', here('ab', [5, 'a']), heard(6, ''), 'kept'],
  ['other words, with more written here', here('ab', [5, 'a']), heard(6, 'x'), 'apart'],
  ['other words, with words of which nobody knows', here('ab', null), heard(6, 'x'), 'apart'],
] as const)('[Q-225] a page hears of %s', (_, place, draft, outcome) => {
  expect(afterHearing(place, draft)).toBe(outcome)
})
