import { expect, test } from 'vitest'
import { sourceFiles } from './steps/source-files.mjs'

/** Ways to compare what people wrote that know no accents, apostrophes and invisible signs. */
const unfolded = [
  /toLocaleLowerCase/,
  /\bilike\b/,
  /toLowerCase\(\)\)?\s*\.(includes|startsWith|endsWith|indexOf)\(/,
  /\.(includes|startsWith|indexOf)\([\w.]+(\.trim\(\))?\.toLowerCase\(\)/,
  /toLowerCase\(\) ===? [\w.]+(\.trim\(\))?\.toLowerCase\(\)/,
]

/** What compares e-mail addresses and names of settings, which are ASCII, kinds of notices, or mentions by their exact name. */
const allowed = [
  'packages/server/src/auth/weak-password.ts',
  'packages/core/src/rules/note.ts',
  'packages/core/src/read/notification.ts',
  'packages/core/src/rules/notification.ts',
]

test('[Q-320] what people wrote is searched and compared by the fold alone', () => {
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
