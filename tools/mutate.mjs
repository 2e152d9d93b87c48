/**
 * `npm run mutate`, `npm run mutate -- rules live`, or `npm run mutate -- rules/ticket`: breaks the code in thousands of
 * small ways and counts how many of them a test notices; docs/mutation.md says how to read it. `--static` breaks also
 * what runs once, when a file is loaded.
 */
import os from 'node:os'
import { chosenBy } from './mutation/parts.mjs'
import { isReached, lineOf, scoreOf, sumOf } from './mutation/score.mjs'
import { runMain } from './steps/failure.mjs'
import { ensureInstalled } from './steps/install.mjs'

await runMain(async () => {
  await ensureInstalled()
  const words = process.argv.slice(2)
  const chosen = chosenBy(words)

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
function minutesSince(started) {
  return ((performance.now() - started) / 60_000).toFixed(1)
}
