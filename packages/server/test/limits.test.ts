import { takesCaption as consoleTakesCaption, maxCaptionLength } from '@parley/core/messages/rules'
import { fileLimits, sendableAs } from '@parley/core/attachments/rules'
import { maxTextLength } from '@parley/core/messages/constants'
import { captionLimit, mediaKindFor, mediaLimits, takesCaption, textLimit } from '@parley/whatsapp/limits'
import { describe, expect, test } from 'vitest'

test('[Q-188] what the console and the server allow is what WhatsApp takes: text, caption, file', () => {
  expect(maxTextLength).toBe(textLimit)
  expect(maxCaptionLength).toBe(captionLimit)
  expect(fileLimits).toEqual(mediaLimits)
})

describe.each([
  'image/jpeg',
  'IMAGE/PNG; q=1',
  'image/gif',
  'image/webp',
  'image/svg+xml',
  'video/mp4',
  'video/3gpp',
  'video/webm',
  'audio/ogg',
  'audio/ogg; codecs=opus',
  'audio/ogg; codecs=vorbis',
  'audio/aac',
  'audio/amr',
  'audio/mp4',
  'audio/mpeg',
  'audio/webm;codecs=opus',
  'application/pdf',
  'text/plain',
  '',
])('[Q-188] a file of type %j', type => {
  const sizes = Object.values(mediaLimits).flatMap(limit => [limit, limit + 1])
  test('goes out as WhatsApp takes it, at every limit', () => {
    for (const size of [0, 1, ...sizes]) expect(sendableAs(type, size)).toEqual(mediaKindFor(type, size))
  })
  test('carries a caption where WhatsApp takes one', () => {
    const as = mediaKindFor(type, 1)
    if ('kind' in as) expect(consoleTakesCaption(type, 'x')).toBe(takesCaption(as.kind))
  })
})
