/**
 * `npm run fuzz`, or `npm run fuzz -- --seed 123 --requests 5000 --webhooks 500 --frames 500`: sends the whole server what
 * nobody expects (packages/server/test/fuzz), 100,000 requests made from the contract, 10,000 webhooks and 10,000 frames
 * unless said otherwise, and prints the seed with which the same is sent again.
 */
import { parseArgs } from 'node:util'
import { Failure, runMain } from './steps/failure.mjs'
import { ensureInstalled } from './steps/install.mjs'
import { runNode } from './steps/run.mjs'

await runMain(async () => {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
      requests: { type: 'string', default: '100000' },
      webhooks: { type: 'string', default: '10000' },
      frames: { type: 'string', default: '10000' },
    },
  })
  const wrong = Object.entries(values).find(([, value]) => !/^\d{1,9}$/.test(value))
  if (wrong) throw new Failure(`--${wrong[0]} must be a whole number, and not ${wrong[1]}.`)
  await ensureInstalled()
  console.log(`seed ${values.seed}`)
  const asked = Object.entries(values).map(([name, value]) => [`FUZZ_${name.toUpperCase()}`, value])
  process.exit(
    await runNode(
      'node_modules/vitest/vitest.mjs',
      ['run', '--project', 'node', 'packages/server/test/fuzz'],
      {
        env: { ...process.env, ...Object.fromEntries(asked) },
      },
    ),
  )
})
