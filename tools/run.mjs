/**
 * Runs a program of the repository after the installation of what is missing. package.json has a script for each:
 *
 * - `npm run bench -- PART …`: builds what is stale, then measures (bench/main.ts has the parts and options).
 * - `npm run -s intents -- eval --train FILE --test FILE`: learns to recognise intents from one CSV file with the columns text
 *   and category, judges by another (a category `oos` is outside of all intents), and prints one JSON object: accuracy,
 *   accuracy_with_none, precision_at_0_7, coverage_at_0_7, oos_recall, ece, p50_ms, p99_ms, train_seconds.
 * - `npm run -s intents -- writers --from packages/intents/data`: judges each writer's texts by what is learnt from all others,
 *   in some minutes, and prints such an object for each.
 * - `npm run fuzz -- --seed 123 --requests 5000 --webhooks 500 --frames 500`: sends invalid and unexpected requests made from
 *   the contract, webhooks and frames (packages/server/test/fuzz). Prints the seed that repeats the run.
 * - `npm run shuffle -- --seed 123 --customers 500`: sends the same events of many customers to one server once and in order,
 *   and to another in any order, a tenth of them twice, in groups of up to 100, and a day later again
 *   (packages/server/test/shuffle); both must hold the same. Some ten events a customer. Prints the seed, too.
 */
import path from 'node:path'
import { parseArgs } from 'node:util'
import { ensureInstalled } from './steps/install.mjs'
import { Failure, run, runMain } from './steps/run.mjs'
import { ensureBuilt } from './steps/sources.mjs'

/** The options of the random tests, with their defaults. */
const fuzz = { seed: Date.now() % 1_000_000_000, requests: 100_000, webhooks: 10_000, frames: 10_000 }
const shuffle = { seed: Date.now() % 1_000_000, customers: 10_000 }

/** @type {Record<string, (args: string[]) => Promise<number>>} */
const programs = {
  bench: async args => {
    await ensureBuilt()
    return run(process.execPath, ['--import', 'tsx', 'bench/main.ts', ...args])
  },
  intents: args => {
    // npm starts scripts in the root; files are named from the folder of the call.
    const from = process.env.INIT_CWD ?? process.cwd()
    const resolved = args.map((word, at) =>
      /^--(train|test|from|out)$/.test(args[at - 1] ?? '') ? path.resolve(from, word) : word,
    )
    return run(process.execPath, ['--import', 'tsx', 'packages/intents/src/main.ts', ...resolved])
  },
  fuzz: args => randomTest('fuzz', fuzz, args),
  shuffle: args => randomTest('shuffle', shuffle, args),
}

await runMain(async () => {
  const [name = '', ...args] = process.argv.slice(2)
  const program = programs[name]
  if (!program) throw new Failure(`There is no program "${name}": ${Object.keys(programs).join(', ')}.`)
  await ensureInstalled()
  process.exit(await program(args))
})

/**
 * @param {string} name
 * @param {Record<string, number>} defaults
 * @param {string[]} args
 */
async function randomTest(name, defaults, args) {
  /** @type {[string, { type: 'string', default: string }][]} */
  const options = Object.entries(defaults).map(([option, value]) => [
    option,
    { type: 'string', default: String(value) },
  ])
  const { values } = parseArgs({ args, options: Object.fromEntries(options) })
  const wrong = Object.entries(values).find(([, value]) => !/^\d{1,9}$/.test(value))
  if (wrong) throw new Failure(`--${wrong[0]} must be a whole number, not ${wrong[1]}.`)
  console.log(`seed ${values['seed']}`)
  const asked = Object.entries(values).map(([option, value]) => [`${name}_${option}`.toUpperCase(), value])
  const vitest = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    'node',
    `packages/server/test/${name}`,
  ]
  return run(process.execPath, vitest, { env: { ...process.env, ...Object.fromEntries(asked) } })
}
