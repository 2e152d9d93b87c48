import { expect, test } from 'vitest'
import { mediaKindFor, takesCaption } from './limits.ts'

const megabyte = 1024 * 1024

test.each<[string, number, string]>([
  ['image/jpeg', 1, 'image'],
  ['IMAGE/PNG; q=1', 5 * megabyte, 'image'],
  ['image/png', 5 * megabyte + 1, 'document'],
  ['audio/ogg', 10, 'audio'],
  ['audio/ogg; codecs=opus', 16 * megabyte, 'audio'],
  ['audio/ogg; codecs="opus"', 10, 'audio'],
  ['audio/ogg; Codecs=Opus ; rate=48000', 10, 'audio'],
  ['audio/mp4; codecs=mp4a.40.2', 10, 'audio'],
  ['audio/aac', 10, 'audio'],
  ['audio/amr', 10, 'audio'],
  ['video/3gpp', 10, 'video'],
  ['images/gif', 10, 'document'],
  ['audio/mpeg', 16 * megabyte + 1, 'document'],
  ['video/mp4', 16 * megabyte, 'video'],
  ['video/mp4', 17 * megabyte, 'document'],
  ['application/pdf', 100 * megabyte, 'document'],
  ['text/csv', 10, 'document'],
  ['application/octet-stream', 10, 'document'],
  ['', 10, 'document'],
])('%s of %i bytes goes out as %s', (mimeType, size, kind) => {
  expect(mediaKindFor(mimeType, size)).toEqual({ kind })
})

test.each<[string, number, string]>([
  ['application/pdf', 100 * megabyte + 1, 'Files of up to 100 MB can be sent.'],
  ['application/pdf', 0, 'The file is empty.'],
  ['image/gif', 10, 'Files of the type image/gif cannot be sent.'],
  ['Image/SVG+xml; charset=utf-8', 10, 'Files of the type image/svg+xml cannot be sent.'],
  ['audio/webm', 10, 'Files of the type audio/webm cannot be sent.'],
  ['audio/ogg; codecs=vorbis', 10, 'Ogg recordings can be sent only with the Opus codec.'],
  ['audio/ogg; codecs=opus,vorbis', 10, 'Ogg recordings can be sent only with the Opus codec.'],
  ['audio/ogg; codecs=', 10, 'Ogg recordings can be sent only with the Opus codec.'],
  ['video/webm', 10, 'Files of the type video/webm cannot be sent.'],
])('%s of %i bytes cannot go out: %s', (mimeType, size, problem) => {
  expect(mediaKindFor(mimeType, size)).toEqual({ problem })
})

test('recordings take no caption', () => {
  expect((['image', 'video', 'document', 'audio'] as const).map(takesCaption)).toEqual([
    true,
    true,
    true,
    false,
  ])
})
