import { Failure, run } from './run.mjs'
import { inRoot } from './root.mjs'

/** The model learnt from the examples of the repository. It outlives `npm ci`, which empties node_modules. */
export const modelFile = inRoot('.cache/parley/intents.model')

/**
 * Learns the intents, unless the model was made from the same examples by the same code.
 * @throws {Failure} when it cannot (it has then said why)
 */
export async function ensureLearnt() {
  const from = inRoot('packages/intents/data')
  const learn = ['packages/intents/src/main.ts', 'learn', '--from', from, '--out', modelFile]
  const code = await run(process.execPath, ['--import', 'tsx', ...learn])
  if (code !== 0) throw new Failure('The intents could not be learnt; the reason is above.')
}
