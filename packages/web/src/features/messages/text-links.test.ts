import { expect, test } from 'vitest'
import { isEmojiOnly, textParts } from './text-links.ts'

const links = (text: string) => textParts(text).flatMap(part => part.href ?? [])

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

test.each(['', 'plain', 'a https://b.example c', 'https://b.example', '\n  two\nlines https://x.example, '])(
  '[THREAD-07] nothing of %j is lost',
  text => {
    expect(
      textParts(text)
        .map(part => part.text)
        .join(''),
    ).toBe(text)
  },
)

test.each([
  ['👍', true],
  ['👩‍👩‍👧 ❤️', true],
  ['123', false],
  ['👍 ok', false],
  ['', false],
])('emoji only: %j %s', (text, expected) => {
  expect(isEmojiOnly(text)).toBe(expected)
})
