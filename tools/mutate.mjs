/**
 * `npm run mutate`, `npm run mutate -- rules live`, or `npm run mutate -- rules/ticket`: breaks the code in thousands of
 * small ways and counts how many of them a test notices; docs/mutation.md says how to read it. `--static` breaks also
 * what runs once, when a file is loaded.
 */
import os from 'node:os'
import { chosenBy, mutantsOf, scoreOf } from './mutation/mutation.mjs'
import { runMain } from './steps/failure.mjs'
import { ensureInstalled } from './steps/install.mjs'

await runMain(async () => {
  await ensureInstalled()
  const words = process.argv.slice(2)
  // It takes long: other programs come first.
  os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL)
  const chosen = chosenBy(words)
  const all = []
  const scores = []
  for (const part of chosen) {
    const mutants = await mutantsOf(part, words.includes('--static'))
    all.push(...mutants)
    scores.push(scoreOf(part.name, mutants))
  }
  console.log(`\n${[...scores, scoreOf('in all', all)].map(({ line }) => line).join('\n')}`)
  process.exit(scores.every(({ isReached }) => isReached) ? 0 : 1)
})
