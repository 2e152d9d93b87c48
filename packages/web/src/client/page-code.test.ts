import { expect, test } from 'vitest'
import { isOtherVersion } from './page-code.ts'

const page = '<!doctype html><script type="module" crossorigin src="/assets/index-B7.js"></script>'

test.each<[string, string, string | null, boolean]>([
  ['the same page', page, '/assets/index-B7.js', false],
  ['a page of other code', page, '/assets/index-A1.js', true],
  ['a page of which one does not know where it began', page, null, false],
  ['a gateway that says it is busy', '<h1>502 Bad Gateway</h1>', '/assets/index-A1.js', false],
])('[Q-152] %s', (_, served, own, isOther) => {
  expect(isOtherVersion(served, own)).toBe(isOther)
})
