/**
 * `npm run shuffle`, or `npm run shuffle -- --seed 123 --customers 500`: what many customers do is told to one server once
 * and in order, and to another in any order, a tenth of it twice, in heaps of up to 100, and a day later again
 * (packages/server/test/shuffle); both must hold the same. 10,000 customers, some 100,000 things told, unless said
 * otherwise. Prints the seed with which the same is told again.
 */
import { parseArgs } from 'node:util'
import { Failure, runMain } from './steps/failure.mjs'
import { ensureInstalled } from './steps/install.mjs'
import { runNode } from './steps/run.mjs'

await runMain(async () => {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      customers: { type: 'string', default: '10000' },
    },
  })
  const wrong = Object.entries(values).find(([, value]) => !/^\d{1,6}$/.test(value))
  if (wrong) throw new Failure(`--${wrong[0]} must be a whole number, and not ${wrong[1]}.`)
  await ensureInstalled()
  console.log(`seed ${values.seed}`)
  const asked = Object.entries(values).map(([name, value]) => [`SHUFFLE_${name.toUpperCase()}`, value])
  process.exit(
    await runNode(
      'node_modules/vitest/vitest.mjs',
      ['run', '--project', 'node', 'packages/server/test/shuffle'],
      {
        env: { ...process.env, ...Object.fromEntries(asked) },
      },
    ),
  )
})
