/**
 * `npm run mutate`, or `npm run mutate -- rules live`: breaks the code in thousands of small ways and counts how many of
 * them a test notices; docs/mutation.md says how to read it. `--static` breaks also what runs once, when a file is loaded.
 */
import os from 'node:os'
import { parts } from './mutation/parts.mjs'
import { isReached, lineOf, scoreOf, sumOf } from './mutation/score.mjs'
import { Failure, runMain } from './steps/failure.mjs'
import { ensureInstalled } from './steps/install.mjs'

await runMain(async () => {
  await ensureInstalled()
  const words = process.argv.slice(2)
  const asked = words.filter(word => word !== '--static')
  const unknown = asked.find(word => !parts.some(({ name }) => name === word))
  if (unknown)
    throw new Failure(`There is no part "${unknown}": ${parts.map(({ name }) => name).join(', ')}.`)
  const chosen = parts.filter(({ name }) => asked.length === 0 || asked.includes(name))

  // It takes long and nobody waits for it; what runs beside it comes first.
  os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL)
  const { mutantsOf } = await import('./mutation/stryker.mjs')
  const scores = []
  for (const part of chosen) {
    const started = performance.now()
    const score = scoreOf(await mutantsOf(part, words.includes('--static')))
    scores.push({ score, line: `${lineOf(part.name, score)}, ${minutesSince(started)} min` })
  }
  const all = sumOf(scores.map(({ score }) => score))
  console.log(`\n${scores.map(({ line }) => line).join('\n')}\n${lineOf('in all', all)}`)
  process.exit(scores.every(({ score }) => isReached(score)) ? 0 : 1)
})

/** @param {number} started */
const minutesSince = started => ((performance.now() - started) / 60_000).toFixed(1)
