/** `npm run check -- requirements`: every requirement declared done in docs/done.txt is cited by a test. */
import fs from 'node:fs'
import { citations, doneIds, gaps, knownIds } from './requirements/requirements.mjs'
import { Failure, runMain } from './steps/run.mjs'
import { inRoot } from './steps/root.mjs'
import { sourceFiles } from './steps/source-files.mjs'

await runMain(async () => {
  const known = knownIds(fs.readFileSync(inRoot('docs/requirements.md'), 'utf8'))
  const done = doneIds(fs.readFileSync(inRoot('docs/done.txt'), 'utf8'))
  const tests = [
    ...sourceFiles(['packages', 'bench'], /\.test\.tsx?$/),
    ...sourceFiles(['e2e'], /\.spec\.ts$/),
  ]
  const cited = tests.flatMap(file => citations(file).map(id => ({ id, path: file.path })))
  const found = gaps({ known, done, cited })
  const counts = `${known.size} ids, ${done.length} declared done, ${new Set(cited.map(({ id }) => id)).size} cited`
  if (found.length > 0) throw new Failure([...found, counts].join('\n'))
  console.log(counts)
})
