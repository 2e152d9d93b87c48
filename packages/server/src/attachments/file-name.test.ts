import { expect, test } from 'vitest'
import { cleanName, dispositionOf, nameFor, pathPart, savedName } from './file-name.ts'

test.each([
  ['report.pdf', 'report.pdf'],
  ['/var/www/../report.pdf', 'report.pdf'],
  ['a\\b.pdf', 'b.pdf'],
  ['ta\tb\nle\0.csv', 'table.csv'],
  ['Invoice 05/2026.pdf', 'Invoice 05-2026.pdf'],
  ['../../05/2026.pdf', '2026.pdf'],
  ['C:\\fakepath\\b.pdf', 'b.pdf'],
  ['👨‍👩‍👧 می‌خواهم.pdf', '👨‍👩‍👧 می‌خواهم.pdf'],
  [
    '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}.png',
    '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}.png',
  ],
  ['a\u{E0067}\u200Db.pdf', 'ab.pdf'],
  [`${'a'.repeat(195)}👨‍👩‍👧.jpg`, `${'a'.repeat(195)}.jpg`],
  ['photo\u202Egpj.exe', 'photogpj.exe'],
  ['  spaced.txt ', 'spaced.txt'],
  ['', 'file'],
  ['.', 'file'],
  ['\u200B', 'file'],
  ['Ñandú 🦙.png', 'Ñandú 🦙.png'],
  [`${'🦙'.repeat(250)}.jpeg`, `${'🦙'.repeat(195)}.jpeg`],
])('[Q-356] %j is kept as %j', (given, kept) => {
  expect(cleanName(given)).toBe(kept)
})

test.each([
  [`${'я'.repeat(198)}.pdf`, `12-${'я'.repeat(124)}.pdf`],
  [`${'👨‍👩‍👧'.repeat(20)}.jpg`, `12-${'👨‍👩‍👧'.repeat(13)}.jpg`],
  ['👍 می‌خواهم é.pdf', '12-👍 می‌خواهم é.pdf'],
  ['a<b>:"c|d?*. ', '12-a_b___c_d__'],
])('[Q-356] %j is a part of a path as %j', (given, part) => {
  expect(pathPart('12-', given)).toBe(part)
  expect(Buffer.byteLength(part)).toBeLessThanOrEqual(255)
})

test.each([
  [{ kind: 'image', mimeType: 'image/jpeg', voice: false } as const, 'Photo.jpg'],
  [{ kind: 'audio', mimeType: 'audio/ogg; codecs=opus', voice: true } as const, 'Voice message.ogg'],
  [{ kind: 'document', mimeType: 'application/x-odd', voice: false } as const, 'Document'],
])('%j without a name is called %j', (media, name) => {
  expect(nameFor(media)).toBe(name)
})

test.each([
  ['a.pdf', 'attachment; filename="a.pdf"'],
  ['a"b\\c.pdf', `attachment; filename="a_b_c.pdf"; filename*=UTF-8''a%22b%5Cc.pdf`],
  ["it's (1)*.pdf", `attachment; filename="it's (1)*.pdf"`],
  ["é's.pdf", `attachment; filename="_'s.pdf"; filename*=UTF-8''%C3%A9%27s.pdf`],
])('%j travels as %j', (name, header) => {
  expect(dispositionOf('attachment', name)).toBe(header)
})

test.each([
  ['contract', 'application/pdf', 'contract.pdf'],
  ['contract.PDF', 'application/pdf', 'contract.PDF'],
  ['Mr. Okello', 'image/jpeg', 'Mr. Okello.jpg'],
  ['letter', 'application/x-odd', 'letter'],
])('[Q-348] %j of type %s is saved as %j', (name, type, saved) => {
  expect(savedName(name, type)).toBe(saved)
})
