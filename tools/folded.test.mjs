import { expect, test } from 'vitest'
import { sourceFiles } from './steps/source-files.mjs'

/** Comparisons of typed text that miss what `fold` removes: accents, apostrophes, invisible characters. */
const unfolded = [
  /toLocaleLowerCase/,
  /\bilike\b/,
  /toLowerCase\(\)\)?\s*\.(includes|startsWith|endsWith|indexOf)\(/,
  /\.(includes|startsWith|indexOf)\([\w.]+(\.trim\(\))?\.toLowerCase\(\)/,
  /toLowerCase\(\) ===? [\w.]+(\.trim\(\))?\.toLowerCase\(\)/,
]

/** These compare e-mail addresses and names of settings, which are ASCII, types of notifications, or exact names in mentions. */
const allowed = [
  'packages/server/src/auth/weak-password.ts',
  'packages/core/src/notes/rules.ts',
  'packages/core/src/notifications/rules.ts',
]

test('[Q-320] typed text is searched and compared by the fold alone', () => {
  const found = sourceFiles(
    ['packages/core/src', 'packages/server/src', 'packages/web/src'],
    /(?<!\.test)\.tsx?$/,
  ).flatMap(({ path, text }) =>
    text
      .split('\n')
      .filter(line => unfolded.some(way => way.test(line)))
      .map(line => `${path}: ${line.trim()}`),
  )
  expect(found.filter(line => !allowed.some(path => line.startsWith(path)))).toEqual([])
})

/** Limits of typed text in UTF-16 units: core's `typedText`, `textOf` and `lengthOf` count characters. */
const miscounted = [
  /\.trim\(\)(\.\w+\([^)]*\))*\.max\(/,
  /\.trim\(\)\.length (<=?|>=?|-) /,
  /\b(text|words|title|name|note|notes|reason|content)\.length (<=?|>=?|-) (max|most|longest)[A-Z]/,
  /Limits\.(text|title|name|onCustomer|word) (<=?|>=?|-) \w+\.length/,
]

/** No typed text: settings, and a model's answers. */
const ascii = new Set(['packages/server/src/config/channels.ts', 'packages/server/src/assist/client.ts'])

test('[Q-324] typed text is counted in characters', () => {
  const found = sourceFiles(
    ['packages/core/src', 'packages/server/src', 'packages/web/src'],
    /(?<!\.test)\.tsx?$/,
  )
    .filter(({ path }) => !ascii.has(path))
    .flatMap(({ path, text }) =>
      text
        .replace(/\n\s*(?=\.)/g, '')
        .split('\n')
        .filter(line => miscounted.some(way => way.test(line)))
        .map(line => `${path}: ${line.trim()}`),
    )
  expect(found).toEqual([])
})
