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

test.each<[string, number]>([
  ['application/pdf', 100 * megabyte + 1],
  ['application/pdf', 0],
  ['image/gif', 10],
  ['image/svg+xml', 10],
  ['audio/webm', 10],
  ['audio/ogg; codecs=vorbis', 10],
  ['video/webm', 10],
])('%s of %i bytes cannot go out, and a sentence says why', (mimeType, size) => {
  expect(mediaKindFor(mimeType, size)).toEqual({
    problem: expect.stringMatching(/^(WhatsApp|The file) .+\.$/),
  })
})

test('recordings take no caption', () => {
  expect((['image', 'video', 'document', 'audio'] as const).map(takesCaption)).toEqual([
    true,
    true,
    true,
    false,
  ])
})
