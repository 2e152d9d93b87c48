/**
 * `npm run -s intents -- eval --train FILE --test FILE`: learns to recognise intents from one CSV file with the columns text
 * and category, judges by another (a category `oos` is outside of all intents), and prints one JSON object: accuracy,
 * accuracy_with_none, precision_at_0_7, coverage_at_0_7, oos_recall, ece, p50_ms, p99_ms, train_seconds.
 */
import path from 'node:path'
import { runMain } from './steps/failure.mjs'
import { ensureInstalled } from './steps/install.mjs'
import { run } from './steps/run.mjs'

await runMain(async () => {
  await ensureInstalled()
  // npm starts scripts in the root; files are named from where it was called.
  const from = process.env['INIT_CWD'] ?? process.cwd()
  const args = process.argv
    .slice(2)
    .map((word, n, all) =>
      /^--(train|test|from|out)$/.test(all[n - 1] ?? '') ? path.resolve(from, word) : word,
    )
  process.exit(await run(process.execPath, ['--import', 'tsx', 'packages/intents/src/main.ts', ...args]))
})
