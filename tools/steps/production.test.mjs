import { expect, test } from 'vitest'
import { unready } from './production.mjs'

test.each([
  ['all is there', { absent: [], built: 'a', sources: 'a' }, null],
  [
    'something is not installed',
    { absent: ['pg', 'zod'], built: 'a', sources: 'a' },
    'pg is not installed: run npm ci.',
  ],
  ['nothing is built', { absent: [], built: null, sources: 'a' }, 'There is no build: run npm run build.'],
  [
    'the sources are newer',
    { absent: [], built: 'a', sources: 'b' },
    /^The build is older .*: run npm run build\.$/,
  ],
])('in production, where %s, that is said and nothing is made', (_, found, said) => {
  if (said === null) expect(unready(found)).toBeNull()
  else expect(unready(found)).toMatch(said)
})
