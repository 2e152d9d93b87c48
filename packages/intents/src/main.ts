import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { evaluate } from './evaluate.ts'
import { ExampleFileError, readExamples } from './example-file.ts'
import { digestOf, writeModel } from './model-file.ts'
import { learnModel, readLessons } from './model.ts'
import { seeded } from './random.ts'
import { learn } from './recogniser.ts'

const usage = `npm run -s intents -- eval --train FILE --test FILE
       npm run -s intents -- writers --from DIRECTORY
       npm run -s intents -- learn --from DIRECTORY --out FILE`
const seed = 2026

/** Trains on one file, evaluates on the other, and prints the result as one JSON object. */
function printEvaluation(trainFile: string, testFile: string): void {
  const [train, tests] = [readExamples(trainFile), readExamples(testFile)]
  const began = performance.now()
  const recogniser = learn(train, seeded(seed))
  const train_seconds = (performance.now() - began) / 1000
  print({ ...evaluate(recogniser, tests, () => performance.now()), train_seconds })
}

/** Evaluates the texts of each writer by a recogniser that was trained on all others. */
function printWriters(directory: string): void {
  const { intents } = readLessons(directory)
  for (const writer of new Set(intents.flatMap(example => example.writer ?? []))) {
    const others = intents.filter(example => example.writer !== writer)
    const own = intents.filter(example => example.writer === writer)
    print({ writer, ...evaluate(learn(others, seeded(seed)), own, () => performance.now()) })
  }
}

const print = (figures: object): void =>
  console.log(
    JSON.stringify(figures, (_, value: unknown) => (typeof value === 'number' ? rounded(value) : value)),
  )

const rounded = (value: number): number => Number(value.toPrecision(4))

/** Trains the product's model, unless the file holds it already. */
function learnInto(file: string, directory: string): void {
  const digest = digestOfLessons(directory)
  if (digestOf(file) === digest) return
  const model = learnModel(readLessons(directory), seeded(seed))
  fs.mkdirSync(path.dirname(file), { recursive: true })
  writeModel(file, model, digest)
}

const here = path.dirname(fileURLToPath(import.meta.url))

/** The hash of a model's inputs: the examples of a directory, and the code that trains. */
function digestOfLessons(directory: string): string {
  const digest = createHash('sha256').update(process.versions.node.split('.')[0] ?? '')
  const sources = filesOf(here, name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  for (const file of [...filesOf(directory, name => name.endsWith('.csv')), ...sources]) {
    digest.update(path.basename(file)).update('\0').update(fs.readFileSync(file)).update('\0')
  }
  return digest.digest('hex')
}

const filesOf = (directory: string, isOne: (name: string) => boolean): readonly string[] =>
  fs
    .readdirSync(directory)
    .filter(isOne)
    .toSorted()
    .map(name => path.join(directory, name))

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
  else if (command === 'writers' && from !== undefined) printWriters(from)
  else if (command === 'learn' && from !== undefined && out !== undefined) learnInto(out, from)
  else throw new ExampleFileError(`Usage: ${usage}`)
} catch (error) {
  // A user's mistake is printed as one line, without a stack.
  const isSlip =
    error instanceof ExampleFileError || error instanceof RangeError || error instanceof TypeError
  console.error(isSlip ? error.message : error)
  process.exitCode = 1
}
