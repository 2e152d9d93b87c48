import { expect, test } from 'vitest'
import { avatarHue, initialsOf } from './Avatar.tsx'

test.each([
  ['Nakato Prossy', 'NP'],
  ['amina', 'A'],
  ['  Okello   Denis  Moses ', 'OD'],
  ['élodie', 'É'],
  ['محمد علي', 'مع'],
  ['🙂 ✨', '?'],
  ['', '?'],
])('[SHELL-05] letters of %j: %s', (name, expected) => {
  expect(initialsOf(name).join('')).toBe(expected)
})

test('one name always has one hue, and hues differ between names', () => {
  expect(avatarHue('Nakato Prossy')).toBe(avatarHue('Nakato Prossy'))
  expect(new Set(['Nakato', 'Okello', 'Achieng', 'Mugisha', 'Kasozi'].map(avatarHue)).size).toBeGreaterThan(1)
})
