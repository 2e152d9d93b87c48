import { expect, test } from 'vitest'
import { movingUrl } from './rules.ts'

const sticker = { mime_type: 'image/webp', size: 40_000, preview_url: '/preview/1' }

test.each([
  ['a sticker', sticker, '/preview/1'],
  ['one of the largest', { ...sticker, size: 512_000 }, '/preview/1'],
  ['one that is larger', { ...sticker, size: 512_001 }, null],
  ['one of unknown size', { ...sticker, size: null }, null],
  ['one without a preview', { ...sticker, preview_url: null }, null],
  ['an address that is a script', { ...sticker, preview_url: 'javascript:alert(1)' }, null],
  ['a photo', { ...sticker, mime_type: 'image/jpeg' }, null],
])('[Q-363] %s is shown moving at %j', (_, file, url) => {
  expect(movingUrl(file)).toBe(url)
})
