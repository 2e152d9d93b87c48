/**
 * `npm run serve`: the server alone, configured by the environment, in production mode unless PARLEY_MODE says
 * otherwise. A demo installs and builds what is missing; production says what is. Its log goes to standard output.
 */
import { runMain } from './steps/failure.mjs'
import { ensureInstalled } from './steps/install.mjs'
import { checkNode } from './steps/node-version.mjs'
import { requireReady } from './steps/production.mjs'
import { startTogether } from './steps/programs.mjs'
import { ensureBuilt } from './steps/sources.mjs'

await runMain(async () => {
  checkNode(process.versions.node)
  const env = { PARLEY_MODE: process.env.PARLEY_MODE || 'production' }
  if (env.PARLEY_MODE === 'production') {
    requireReady()
  } else {
    await ensureInstalled()
    await ensureBuilt()
  }
  process.exit(await startTogether([{ name: 'server', script: 'dist/server/main.js', env }]).ended)
})
