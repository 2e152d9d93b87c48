/**
 * `npm run serve`: the server alone, configured by the environment. The default of PARLEY_MODE is production, which installs
 * and builds nothing and only names what is missing; a demo does both. The log goes to standard output.
 */
import { runMain } from './steps/run.mjs'
import { checkNode, ensureInstalled } from './steps/install.mjs'
import { ensureBuilt, requireReady } from './steps/sources.mjs'
import { startTogether } from './steps/programs.mjs'

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
