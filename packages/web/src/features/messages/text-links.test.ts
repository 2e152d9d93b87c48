import { expect, test } from 'vitest'
import { isEmojiOnly, linksIn } from './text-links.ts'

const links = (text: string) => linksIn(text).map(({ href }) => href)

test.each([
  ['see https://example.org/a?b=c.', ['https://example.org/a?b=c']],
  ['(http://example.org/a_(b)) and more', ['http://example.org/a_(b)']],
  ['HTTPS://EXAMPLE.ORG', ['HTTPS://EXAMPLE.ORG']],
  ['two http://a.example and https://b.example!', ['http://a.example', 'https://b.example']],
  ['javascript:alert(1) data:text/html,x ftp://a.example www.example.org', []],
  ['<a href="https://example.org">x</a>', ['https://example.org']],
  ['http://', []],
  ['no link', []],
])('[THREAD-07] links in %j', (text, expected) => {
  expect(links(text)).toEqual(expected)
})

test.each([
  ['write to jane.doe+claims@parley.example.', ['mailto:jane.doe+claims@parley.example']],
  ['@jane at 5@ home', []],
  ['https://a.example/?mail=x@b.example', ['https://a.example/?mail=x@b.example']],
  ['call +256 772 123 456 or 0772-123-456', ['tel:+256772123456', 'tel:0772123456']],
  ['(0312 345 678), 0772123456.', ['tel:0312345678', 'tel:0772123456']],
  ['+44 (20) 7946 0958', ['tel:+442079460958']],
  // Amounts, policies, days and national ids are no numbers to call.
  ['UGX 1,200,000 for 0772123456789, PL-0772123456, 2026-03-02, CM900123456789', []],
  ['+1', []],
])('[Q-216] addresses and numbers in %j', (text, expected) => {
  expect(links(text)).toEqual(expected)
})

test.each([
  ['👍', true],
  ['👩‍👩‍👧 ❤️', true],
  ['123', false],
  ['👍 ok', false],
  ['', false],
])('emoji only: %j %s', (text, expected) => {
  expect(isEmojiOnly(text)).toBe(expected)
})
