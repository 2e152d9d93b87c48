import { expect, test } from 'vitest'
import { textChange } from './TextArea.tsx'

test.each<[string, string, string, [number, number, string]]>([
  ['words behind the text', 'Dear', 'Dear Grace', [4, 4, ' Grace']],
  ['words before it', 'Bye', 'Hello\n\nBye', [0, 0, 'Hello\n\n']],
  ['a name in the middle', 'Ask @mos now', 'Ask @Moses Kato now', [5, 8, 'Moses Kato']],
  ['other words', '/gre', 'Good morning', [0, 4, 'Good morning']],
  ['words that go', 'one two', 'one', [3, 7, '']],
  ['one of the same letters', 'aa', 'aaa', [2, 2, 'a']],
  ['a picture character that shares its first half', '😀', '😁', [0, 2, '😁']],
  ['one that shares its second half', 'a\u{1f600}b', 'a\u{1fa00}b', [1, 3, '\u{1fa00}']],
  ['nothing', 'same', 'same', [4, 4, '']],
])('[Q-342] a text is changed by no more than %s', (_, before, after, [from, to, words]) => {
  const change = textChange(before, after)
  expect(change).toEqual({ from, to, words })
  expect(before.slice(0, change.from) + change.words + before.slice(change.to)).toBe(after)
})
