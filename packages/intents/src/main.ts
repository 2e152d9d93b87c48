import { parseArgs } from 'node:util'
import { ExampleFileError, readExamples } from './example-file.ts'
import { evaluate } from './evaluate.ts'
import { seeded } from './random.ts'
import { learn } from './recogniser.ts'

const usage = 'npm run -s intents -- eval --train FILE --test FILE'
const seed = 2026

/** Learns from one file, judges by the other, and prints what came of it as one JSON object. */
function printEvaluation(trainFile: string, testFile: string): void {
  const [train, tests] = [readExamples(trainFile), readExamples(testFile)]
  const began = performance.now()
  const recogniser = learn(train, seeded(seed))
  const train_seconds = (performance.now() - began) / 1000
  const evaluation = { ...evaluate(recogniser, tests, () => performance.now()), train_seconds }
  console.log(
    JSON.stringify(evaluation, (_, value: unknown) => (typeof value === 'number' ? rounded(value) : value)),
  )
}

const rounded = (value: number): number => Number(value.toPrecision(4))

try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { train: { type: 'string' }, test: { type: 'string' } },
  })
  const { train, test } = values
  if (positionals.join(' ') !== 'eval' || train === undefined || test === undefined) {
    throw new ExampleFileError(`Usage: ${usage}`)
  }
  printEvaluation(train, test)
} catch (error) {
  // A slip of whoever typed it is one line, not a stack.
  const isSlip =
    error instanceof ExampleFileError || error instanceof RangeError || error instanceof TypeError
  console.error(isSlip ? error.message : error)
  process.exitCode = 1
}
