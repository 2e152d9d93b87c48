import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { digestOfLessons } from './digest.ts'
import { ExampleFileError, readExamples } from './example-file.ts'
import { evaluate } from './evaluate.ts'
import { learnModel, readLessons } from './model.ts'
import { digestOf, writeModel } from './model-file.ts'
import { seeded } from './random.ts'
import { learn } from './recogniser.ts'

const usage = `npm run -s intents -- eval --train FILE --test FILE
       npm run -s intents -- learn --from DIRECTORY --out FILE`
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

/** Learns what the product understands by, unless the file holds just that already. */
function learnInto(file: string, directory: string): void {
  const digest = digestOfLessons(directory)
  if (digestOf(file) === digest) return
  const model = learnModel(readLessons(directory), seeded(seed))
  fs.mkdirSync(path.dirname(file), { recursive: true })
  writeModel(file, model, digest)
}

try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      train: { type: 'string' },
      test: { type: 'string' },
      from: { type: 'string' },
      out: { type: 'string' },
    },
  })
  const { train, test, from, out } = values
  const command = positionals.join(' ')
  if (command === 'eval' && train !== undefined && test !== undefined) printEvaluation(train, test)
  else if (command === 'learn' && from !== undefined && out !== undefined) learnInto(out, from)
  else throw new ExampleFileError(`Usage: ${usage}`)
} catch (error) {
  // A slip of whoever typed it is one line, not a stack.
  const isSlip =
    error instanceof ExampleFileError || error instanceof RangeError || error instanceof TypeError
  console.error(isSlip ? error.message : error)
  process.exitCode = 1
}
