/**
 * `npm run parley -- agent add EMAIL …`: administration from the command line. What is missing is said, and in a demo
 * installed and built; arguments, standard input and the exit code are the program's own.
 */
import { runMain } from './steps/failure.mjs'
import { checkNode, ensureInstalled } from './steps/install.mjs'
import { ensureBuilt, requireReady } from './steps/sources.mjs'
import { runNode } from './steps/run.mjs'

await runMain(async () => {
  checkNode(process.versions.node)
  if (process.env.PARLEY_MODE === 'demo') {
    await ensureInstalled()
    await ensureBuilt()
  } else {
    requireReady()
  }
  process.exit(await runNode('dist/server/parley.js', process.argv.slice(2)))
})
