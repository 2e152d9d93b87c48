/**
 * `npm run serve`: the server alone, configured by the environment, in production mode unless PARLEY_MODE says
 * otherwise. Installs and builds what is missing. Its log goes to standard output.
 */
import { runMain } from './steps/failure.mjs'
import { ensureInstalled } from './steps/install.mjs'
import { checkNode } from './steps/node-version.mjs'
import { startTogether } from './steps/programs.mjs'
import { ensureBuilt } from './steps/sources.mjs'

await runMain(async () => {
  checkNode(process.versions.node)
  await ensureInstalled()
  await ensureBuilt()
  const env = { PARLEY_MODE: process.env.PARLEY_MODE || 'production' }
  process.exit(await startTogether([{ name: 'server', script: 'dist/server/main.js', env }]).ended)
})
