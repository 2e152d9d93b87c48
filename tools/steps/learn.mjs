import { Failure } from './failure.mjs'
import { inRoot } from './root.mjs'
import { run } from './run.mjs'

/** What was learnt from the examples of the repository, kept beside what else is made once. */
export const modelFile = inRoot('node_modules/.cache/parley/intents.model')

/**
 * Learns what texts mean, unless that was done from the same examples by the same code.
 * @throws {Failure} when it cannot (it has then said why)
 */
export async function ensureLearnt() {
  const from = inRoot('packages/intents/data')
  const learn = ['packages/intents/src/main.ts', 'learn', '--from', from, '--out', modelFile]
  const code = await run(process.execPath, ['--import', 'tsx', ...learn])
  if (code !== 0) throw new Failure('What texts mean could not be learnt; the reason is above.')
}
