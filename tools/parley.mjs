/**
 * `npm run parley -- agent add EMAIL …`: administration from the command line. Production names what is missing, a demo
 * installs and builds it; arguments, standard input and the exit code are the program's own.
 */
import { run, runMain } from './steps/run.mjs'
import { checkNode, ensureInstalled } from './steps/install.mjs'
import { ensureBuilt, requireReady } from './steps/sources.mjs'

await runMain(async () => {
  checkNode(process.versions.node)
  if (process.env.PARLEY_MODE === 'demo') {
    await ensureInstalled()
    await ensureBuilt()
  } else {
    requireReady()
  }
  process.exit(await run(process.execPath, ['dist/server/parley.js', ...process.argv.slice(2)]))
})
