/** `npm run check -- arrows`: imports point the way ARCHITECTURE.md says, and each wrong one is told what to do. */
import fs from 'node:fs'
import { packageArrows } from './arrows/layers.mjs'
import { violations } from './arrows/violations.mjs'
import { Failure, runMain } from './steps/failure.mjs'
import { inRoot } from './steps/root.mjs'
import { sourceFiles } from './steps/source-files.mjs'

await runMain(async () => {
  const files = sourceFiles(['packages', 'e2e', 'bench'], /(?<!\.d)\.tsx?$/)
  const dependencies = Object.fromEntries(Object.keys(packageArrows).map(name => [name, declared(name)]))
  const found = violations(files, dependencies)
  if (found.length > 0) throw new Failure(found.join('\n'))
  console.log(`${files.length} files`)
})

/** @param {string} name */
function declared(name) {
  const text = fs.readFileSync(inRoot(`packages/${name}/package.json`), 'utf8')
  return Object.keys(JSON.parse(text).dependencies ?? {})
}
