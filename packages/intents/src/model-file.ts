import fs from 'node:fs'
import type { Confidence } from './confidence.ts'
import type { Model } from './model.ts'
import type { Recogniser } from './recogniser.ts'
import { Vocabulary } from './vocabulary.ts'

/*
 * A model as one file: a line that says what it is, the length of what follows as a number of 4 bytes, JSON, and the figures,
 * each of 4 bytes, in the order of the JSON's parts. All numbers have their least byte first, as they have in the memory of
 * each processor that Node.js runs Parley on.
 */

const magic = 'parley-intents 3\n'

/** A file that is no model, or one of another version. The message says what to do. */
export class ModelFileError extends Error {
  override readonly name = 'ModelFileError'
}

/** In the order of their figures. */
const parts = ['intents', 'desk', 'languages'] as const satisfies readonly (keyof Model)[]

interface Header {
  /** Of what it was learnt from. */
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

const figuresOf = ({ vocabulary, planes }: Recogniser): readonly Float32Array[] => [
  vocabulary.rarity,
  planes.weights,
  planes.biases,
]

/** Writes it whole or not at all. `digest` names what it was learnt from. */
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
  const take = (count: number): Float32Array => {
    const end = at + count * 4
    if (end > bytes.length) throw broken(file)
    // Copied, so that they lie at a multiple of 4, and the file's own bytes are free again.
    const figures = new Float32Array(new Uint8Array(bytes.subarray(at, end)).buffer)
    at = end
    return figures
  }
  const read = ({ names, intents, count, confidence }: PartHeader): Recogniser => {
    const size = names.words.length + names.pieces.length
    const vocabulary = Vocabulary.from(names, take(size))
    const weights = take(size * count)
    return { vocabulary, planes: { intents, count, weights, biases: take(count) }, confidence }
  }
  // Their figures lie in this order.
  const [intents, desk] = [read(header.parts.intents), read(header.parts.desk)]
  const model = { intents, desk, languages: read(header.parts.languages) }
  if (at !== bytes.length) throw broken(file)
  return model
}

/** What a file was learnt from; null where there is none, or it is of another version. */
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
  // Only this file writes it, whole or not at all.
  const header: Header = JSON.parse(bytes.toString('utf8', from, end))
  return { header, from: end }
}

const broken = (file: string) =>
  new ModelFileError(
    `${file} is not a model of this version: run npm run build, or npm run -s intents -- learn`,
  )

const toBytes = (figures: Float32Array): Buffer =>
  Buffer.from(figures.buffer, figures.byteOffset, figures.byteLength)
