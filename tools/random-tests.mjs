/**
 * Two random tests of the whole server. Each prints the seed that repeats the run.
 *
 * `npm run fuzz`, or `npm run fuzz -- --seed 123 --requests 5000 --webhooks 500 --frames 500`: sends invalid and unexpected
 * requests made from the contract, webhooks and frames (packages/server/test/fuzz).
 *
 * `npm run shuffle`, or `npm run shuffle -- --seed 123 --customers 500`: sends the same events of many customers to one server
 * once and in order, and to another in any order, a tenth of them twice, in groups of up to 100, and a day later again
 * (packages/server/test/shuffle); both must hold the same. Some ten events a customer.
 */
import { parseArgs } from 'node:util'
import { Failure, runMain } from './steps/failure.mjs'
import { ensureInstalled } from './steps/install.mjs'
import { runNode } from './steps/run.mjs'

/** The options of each test, with their defaults. */
const tests = {
  fuzz: { seed: Date.now() % 1_000_000_000, requests: 100_000, webhooks: 10_000, frames: 10_000 },
  shuffle: { seed: Date.now() % 1_000_000, customers: 10_000 },
}

await runMain(async () => {
  const [name = '', ...args] = process.argv.slice(2)
  const defaults = Object.entries(tests[/** @type {keyof typeof tests} */ (name)] ?? {})
  if (defaults.length === 0) throw new Failure(`There is no random test "${name}": fuzz, shuffle.`)
  const { values } = parseArgs({
    args,
    options: Object.fromEntries(
      defaults.map(([option, value]) => [option, { type: 'string', default: String(value) }]),
    ),
  })
  const wrong = Object.entries(values).find(([, value]) => !/^\d{1,9}$/.test(value))
  if (wrong) throw new Failure(`--${wrong[0]} must be a whole number, and not ${wrong[1]}.`)
  await ensureInstalled()
  console.log(`seed ${values['seed']}`)
  const env = Object.fromEntries(
    Object.entries(values).map(([option, value]) => [`${name}_${option}`.toUpperCase(), value]),
  )
  const test = ['run', '--project', 'node', `packages/server/test/${name}`]
  process.exit(await runNode('node_modules/vitest/vitest.mjs', test, { env: { ...process.env, ...env } }))
})
