/** `npm run bench -- PART …`: builds what is stale, then measures (bench/main.ts has the parts and options). */

import { runMain } from './steps/failure.mjs'
import { ensureInstalled } from './steps/install.mjs'
import { run } from './steps/run.mjs'
import { ensureBuilt } from './steps/sources.mjs'

await runMain(async () => {
  await ensureInstalled()
  await ensureBuilt()
  await run(process.execPath, ['--import', 'tsx', 'bench/main.ts', ...process.argv.slice(2)])
})
