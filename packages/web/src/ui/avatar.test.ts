import { expect, test } from 'vitest'
import { avatarHue, initialsOf } from './avatar.ts'

test.each([
  ['Nakato Prossy', 2, 'NP'],
  ['Nakato Prossy', 1, 'N'],
  ['amina', 1, 'A'],
  ['amina', 2, 'A'],
  ['Customer (+256 700 000 021)', 2, 'C2'],
  ['  Okello   Denis  Moses ', 2, 'OD'],
  ['élodie', 1, 'É'],
  ['محمد علي', 2, 'مع'],
  ['🙂 ✨', 2, '?'],
  ['', 2, '?'],
] as const)('[SHELL-05] letters of %j, at most %d: %s', (name, letters, expected) => {
  expect(initialsOf(name, letters)).toBe(expected)
})

test('one name always has one hue, and hues differ between names', () => {
  expect(avatarHue('Nakato Prossy')).toBe(avatarHue('Nakato Prossy'))
  expect(new Set(['Nakato', 'Okello', 'Achieng', 'Mugisha', 'Kasozi'].map(avatarHue)).size).toBeGreaterThan(1)
})
