import { expect, test } from 'vitest'
import { sendableAs, sentOtherwise } from './rules.ts'

const megabyte = 1024 * 1024

test.each<[string, number, object, string | null]>([
  ['image/jpeg', 1, { kind: 'image' }, null],
  ['IMAGE/PNG; q=1', 5 * megabyte, { kind: 'image' }, null],
  ['image/png', 5 * megabyte + 1, { kind: 'document' }, 'Larger than 5 MB: it is sent as a document'],
  ['audio/ogg', 10, { kind: 'audio' }, null],
  ['audio/ogg; codecs=opus', 16 * megabyte, { kind: 'audio' }, null],
  ['audio/ogg; codecs="opus"', 16 * megabyte, { kind: 'audio' }, null],
  ['audio/ogg; Codecs=Opus ; rate=48000', 10, { kind: 'audio' }, null],
  ['audio/mp4; codecs=mp4a.40.2', 10, { kind: 'audio' }, null],
  ['audio/aac', 10, { kind: 'audio' }, null],
  ['audio/amr', 10, { kind: 'audio' }, null],
  ['audio/mpeg', 16 * megabyte + 1, { kind: 'document' }, 'Larger than 16 MB: it is sent as a document'],
  ['video/mp4', 16 * megabyte, { kind: 'video' }, null],
  ['video/3gpp', 10, { kind: 'video' }, null],
  ['video/3gpp', 17 * megabyte, { kind: 'document' }, 'Larger than 16 MB: it is sent as a document'],
  ['application/pdf', 100 * megabyte, { kind: 'document' }, null],
  ['text/csv', 10, { kind: 'document' }, null],
  ['application/octet-stream', 10, { kind: 'document' }, null],
  ['images/gif', 10, { kind: 'document' }, null],
  ['', 1, { kind: 'document' }, null],
  ['application/pdf', 100 * megabyte + 1, { problem: 'Files of up to 100 MB can be sent.' }, null],
  ['image/png', 100 * megabyte + 1, { problem: 'Files of up to 100 MB can be sent.' }, null],
  ['application/pdf', 0, { problem: 'The file is empty.' }, null],
  ['image/gif', 9, { problem: 'Files of the type image/gif cannot be sent.' }, null],
  ['Image/SVG+xml; charset=utf-8', 10, { problem: 'Files of the type image/svg+xml cannot be sent.' }, null],
  ['audio/webm', 9, { problem: 'Files of the type audio/webm cannot be sent.' }, null],
  ['video/webm', 9, { problem: 'Files of the type video/webm cannot be sent.' }, null],
  ['audio/ogg; codecs=vorbis', 9, { problem: 'Ogg recordings can be sent only with the Opus codec.' }, null],
  [
    'audio/ogg; codecs=opus,vorbis',
    9,
    { problem: 'Ogg recordings can be sent only with the Opus codec.' },
    null,
  ],
  ['audio/ogg; codecs=', 9, { problem: 'Ogg recordings can be sent only with the Opus codec.' }, null],
])('[Q-188] a file of type %j with %i bytes goes out as %j and is told of as %j', (type, size, as, told) => {
  expect(sendableAs(type, size)).toEqual(as)
  expect(sentOtherwise(type, size)).toBe(told)
})
