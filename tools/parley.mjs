/**
 * `npm run parley -- agent add EMAIL …`: administration from the command line. Installs and builds what is missing;
 * arguments, standard input and the exit code are the program's own.
 */
import { runMain } from './steps/failure.mjs'
import { ensureInstalled } from './steps/install.mjs'
import { checkNode } from './steps/node-version.mjs'
import { runNode } from './steps/run.mjs'
import { ensureBuilt } from './steps/sources.mjs'

await runMain(async () => {
  checkNode(process.versions.node)
  await ensureInstalled()
  await ensureBuilt()
  process.exit(await runNode('dist/server/parley.js', process.argv.slice(2)))
})
