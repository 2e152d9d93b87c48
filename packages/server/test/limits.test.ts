import { takesCaption as consoleTakesCaption, maxCaptionLength } from '@parley/core/rules/message'
import { maxTextLength } from '@parley/core/words/messages'
import { captionLimit, mediaKindFor, mediaLimits, takesCaption, textLimit } from '@parley/whatsapp/limits'
import { expect, test } from 'vitest'
import { largestFile } from '../src/attachments/stored-file.ts'

test('what the console allows is what WhatsApp takes: text, caption, file', () => {
  expect(maxTextLength).toBe(textLimit)
  expect(maxCaptionLength).toBe(captionLimit)
  expect(largestFile).toBe(Math.max(...Object.values(mediaLimits)))
})

test.each([
  'image/jpeg',
  'video/mp4',
  'audio/ogg; codecs=opus',
  'audio/mpeg',
  'application/pdf',
  'text/plain',
])('both judge alike whether %s carries a caption', type => {
  const kind = mediaKindFor(type, 1)
  if ('problem' in kind) throw new Error(kind.problem)
  expect(consoleTakesCaption(type, 'x')).toBe(takesCaption(kind.kind))
})
