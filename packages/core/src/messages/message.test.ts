import { describe, expect, test } from 'vitest'
import { MessageStatus } from './api.ts'
import { maxTextLength } from './constants.ts'
import {
  canRetry,
  canSend,
  lengthNote,
  maxCaptionLength,
  sendParts,
  takesCaption,
  textProblem,
} from './rules.ts'

const pdf = { document_id: '1', mime_type: 'application/pdf' }
const voice = { document_id: '2', mime_type: 'audio/ogg' }
const uploading = { document_id: null, mime_type: 'image/png' }

test.each([
  ['', [], false],
  ['   \n', [], false],
  ['Hello', [], true],
  ['', [pdf], true],
  [' ', [pdf, voice], true],
  ['x'.repeat(maxTextLength), [], true],
  ['x'.repeat(maxTextLength + 1), [], false],
])('[COMP-13] text %j with files %j can be sent: %s', (text, files, can) => {
  expect(canSend(text, files)).toBe(can)
})

test('[COMP-14] every file needs its document id', () => {
  expect(canSend('Hello', [pdf, uploading])).toBe(false)
  expect(canSend('', [uploading])).toBe(false)
})

test('[Q-324] a text that is too long is named with its length', () => {
  expect(textProblem('x'.repeat(maxTextLength))).toBeNull()
  expect(textProblem('x'.repeat(maxTextLength + 1))).toContain('4097')
  expect(textProblem('🙏'.repeat(2_049))).toBeNull()
  expect(canSend('🙏'.repeat(2_049), [])).toBe(true)
})

test.each([
  ['application/pdf', maxCaptionLength, true],
  ['application/pdf', maxCaptionLength + 1, false],
  ['image/png', 1, true],
  ['audio/ogg', 1, false],
])('a file of type %s takes a caption of %i characters: %s', (type, length, takes) => {
  expect(takesCaption(type, 'x'.repeat(length))).toBe(takes)
})

test.each([
  [3895, null, null],
  [3896, null, '200 characters left'],
  [4096, null, '0 characters left'],
  [4097, null, '1 character too many'],
  [823, 'image/png', null],
  [824, 'image/png', '200 characters left in the caption'],
  [1024, 'image/png', '0 characters left in the caption'],
  [1025, 'image/png', 'Too long for a caption: sent before the file'],
  [4097, 'image/png', '1 character too many'],
  [0, 'audio/ogg', null],
  [1, 'audio/ogg', 'Sent before the recording'],
])('[COMP-05 Q-188] %i characters with a first file of type %j say: %j', (length, type, note) => {
  expect(lengthNote(length, type)).toBe(note)
})

describe('what one press of Send becomes', () => {
  const long = 'x'.repeat(maxCaptionLength + 1)
  test.each([
    ['text alone', 'Hi', [], ['Hi -']],
    ['nothing', '  ', [], []],
    ['one file', '', [pdf], [' 1']],
    ['text with the first file', 'Hi', [pdf, voice], ['Hi 1', ' 2']],
    ['text before an audio file', 'Hi', [voice, pdf], ['Hi -', ' 2', ' 1']],
    ['a long text before its file', long, [pdf, voice], [`${long} -`, ' 1', ' 2']],
    ['blank text with a file', '  ', [pdf], [' 1']],
  ])('[COMP-14 Q-092] one document per send: %s', (_, text, files, parts) => {
    const sent = sendParts(text, files).map(part => `${part.content} ${part.document_id ?? '-'}`)
    expect(sent).toEqual(parts)
  })

  test('the text’s own spaces stay', () => {
    expect(sendParts('  Hi \n', [])).toEqual([{ content: '  Hi \n', document_id: null }])
  })
})

test('only a failed or undecided message is tried again', () => {
  expect(MessageStatus.options.filter(canRetry)).toEqual(['failed', 'unknown'])
})
