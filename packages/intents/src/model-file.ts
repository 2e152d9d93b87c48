import fs from 'node:fs'
import type { Confidence } from './confidence.ts'
import type { Model } from './model.ts'
import type { Planes } from './planes.ts'
import type { Recogniser } from './recogniser.ts'
import { Vocabulary } from './vocabulary.ts'

/*
 * A model in one file: a line that names the format, the length of the JSON, the JSON, and the numbers of the model. The numbers
 * are in the order of the JSON's parts. The length and each number have 4 bytes, but weights have 2: whole multiples of a step of
 * their plane. All are little-endian, like the memory of every processor that Node.js runs Parley on.
 */

const magic = 'parley-intents 4\n'

/** The file is no model, or one of another version. The message gives the remedy. */
export class ModelFileError extends Error {
  override readonly name = 'ModelFileError'
}

/** In the order of their numbers in the file. */
const parts = ['intents', 'desk', 'languages'] as const satisfies readonly (keyof Model)[]

interface Header {
  /** Of the training inputs. */
  readonly digest: string
  readonly parts: Readonly<Record<(typeof parts)[number], PartHeader>>
}

interface PartHeader {
  readonly names: ReturnType<Vocabulary['names']>
  readonly intents: readonly string[]
  readonly count: number
  readonly confidence: Confidence
}

const headerOf = ({ vocabulary, planes, confidence }: Recogniser): PartHeader => ({
  names: vocabulary.names(),
  intents: planes.intents,
  count: planes.count,
  confidence,
})

const figuresOf = ({ vocabulary, planes }: Recogniser): readonly (Float32Array | Int16Array)[] => {
  const { count, weights, biases } = planes
  const steps = stepsOf(planes)
  const multiples = Int16Array.from(weights, (weight, n) => Math.round(weight / (steps[n % count] ?? 1)))
  return [vocabulary.rarity, steps, biases, multiples]
}

const mostSteps = 32_767

/** The step of each plane's weights: its greatest weight is `mostSteps` of them. */
function stepsOf({ count, weights }: Planes): Float32Array {
  const greatest = new Float64Array(count)
  for (const [n, weight] of weights.entries())
    greatest[n % count] = Math.max(greatest[n % count] ?? 0, Math.abs(weight))
  return Float32Array.from(greatest, most => (most === 0 ? 1 : (most * (1 + 1e-6)) / mostSteps))
}

/** Writes the file completely or not at all. `digest` identifies the training inputs. */
export function writeModel(file: string, model: Model, digest: string): void {
  const { intents, desk, languages } = model
  const headers = { intents: headerOf(intents), desk: headerOf(desk), languages: headerOf(languages) }
  const header: Header = { digest, parts: headers }
  const words = Buffer.from(JSON.stringify(header))
  const length = Buffer.alloc(4)
  length.writeUInt32LE(words.length)
  const figures = parts.flatMap(part => figuresOf(model[part])).map(toBytes)
  const unfinished = `${file}.${process.pid}`
  fs.writeFileSync(unfinished, Buffer.concat([Buffer.from(magic), length, words, ...figures]))
  fs.renameSync(unfinished, file)
}

/** @throws ModelFileError */
export function readModel(file: string): Model {
  const bytes = fs.readFileSync(file)
  const { header, from } = readHeader(file, bytes)
  let at = from
  // Copied, so that the numbers are aligned, and the file's own bytes are freed.
  const take = (length: number): ArrayBuffer => {
    const end = at + length
    if (end > bytes.length) throw broken(file)
    const taken = new Uint8Array(bytes.subarray(at, end)).buffer
    at = end
    return taken
  }
  const numbers = (amount: number): Float32Array => new Float32Array(take(amount * 4))
  const read = ({ names, intents, count, confidence }: PartHeader): Recogniser => {
    const size = names.words.length + names.pieces.length
    const vocabulary = Vocabulary.from(names, numbers(size))
    const [steps, biases] = [numbers(count), numbers(count)]
    const multiples = new Int16Array(take(size * count * 2))
    const weights = new Float32Array(multiples.length)
    for (let n = 0; n < multiples.length; n += 1) weights[n] = (multiples[n] ?? 0) * (steps[n % count] ?? 0)
    return { vocabulary, planes: { intents, count, weights, biases }, confidence }
  }
  // In the order of the file.
  const [intents, desk] = [read(header.parts.intents), read(header.parts.desk)]
  const model = { intents, desk, languages: read(header.parts.languages) }
  if (at !== bytes.length) throw broken(file)
  return model
}

/** The digest of a file's training inputs; null: there is no file, or it is of another version. */
export function digestOf(file: string): string | null {
  if (!fs.existsSync(file)) return null
  try {
    return readHeader(file, fs.readFileSync(file)).header.digest
  } catch (error) {
    if (error instanceof ModelFileError) return null
    throw error
  }
}

function readHeader(file: string, bytes: Buffer): { readonly header: Header; readonly from: number } {
  if (bytes.subarray(0, magic.length).toString() !== magic || bytes.length < magic.length + 4)
    throw broken(file)
  const from = magic.length + 4
  const end = from + bytes.readUInt32LE(magic.length)
  if (end > bytes.length) throw broken(file)
  // Only `writeModel` writes the file, completely or not at all, so its JSON is valid.
  const header: Header = JSON.parse(bytes.toString('utf8', from, end))
  return { header, from: end }
}

const broken = (file: string) =>
  new ModelFileError(
    `${file} is not a model of this version: run npm run build, or npm run -s intents -- learn`,
  )

const toBytes = (figures: Float32Array | Int16Array): Buffer =>
  Buffer.from(figures.buffer, figures.byteOffset, figures.byteLength)
