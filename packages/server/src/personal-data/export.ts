import fs from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { ApiError } from '@parley/core/errors'
import { ZipFile } from 'yazl'
import type { FileStore } from '../attachments/store.ts'
import { record } from '../audit/record.ts'
import { conversationRecords } from '../conversations/descriptor.ts'
import { customerRecord } from '../customers/descriptor.ts'
import { snapshot } from '../db/snapshot.ts'
import { type Reader, type Writer, write } from '../db/write.ts'
import type { Caller } from '../http/caller.ts'
import { descriptors } from '../resources.ts'
import { type ExportHead, IncludedFiles, transcript } from './transcript.ts'

export interface ExportDeps {
  readonly writer: Writer
  /** Without a statement timeout: a long history is read in one snapshot. */
  readonly longRunningDb: Writer['db']
  readonly store: FileStore
  /** The folder of unfinished exports; made if missing. */
  readonly scratch: string
  /** An IANA name. */
  readonly timeZone: string
}

/**
 * All data about a customer in one snapshot: a zip with customer.json, transcript.html and files/. The records go to a
 * scratch folder first, page by page, so that a slow download holds no transaction open and memory stays constant. The
 * folder is removed when the stream ends or fails.
 * @throws ApiError customer.not-found
 */
export async function exportCustomer(deps: ExportDeps, customerId: number, by: Caller): Promise<Readable> {
  await mkdir(deps.scratch, { recursive: true })
  const dir = await mkdtemp(path.join(deps.scratch, 'export-'))
  const drop = () => rm(dir, { recursive: true, force: true })
  try {
    const included = await writeRecords(deps, customerId, by, dir)
    await write(deps.writer, context => record(context, by, 'customer.exported', customerId))
    const bytes = zipOf(dir, deps.store, included)
    void finished(bytes).then(drop, drop)
    return bytes
  } catch (error) {
    await drop()
    throw error
  }
}

const parts = { json: 'customer.json', page: 'transcript.html' } as const

const writeRecords = (
  { writer, longRunningDb, store, timeZone }: ExportDeps,
  customerId: number,
  by: Caller,
  dir: string,
): Promise<IncludedFiles> =>
  snapshot(longRunningDb, async reader => {
    const customer = await customerRecord(reader, customerId)
    if (customer === undefined) throw new ApiError('customer.not-found', { id: customerId })
    const included = new IncludedFiles(store)
    const head = {
      format: 'parley-customer',
      version: 1,
      exported_at: writer.now(),
      exported_by: { id: String(by.agentId), name: by.agentName },
      time_zone: timeZone,
      customer,
    } as const
    const keep = (name: string, text: AsyncIterable<string>) =>
      pipeline(Readable.from(text), fs.createWriteStream(path.join(dir, name), { mode: 0o600 }))
    await keep(parts.json, customerJson(reader, head, included))
    await keep(parts.page, transcript(reader, head, included))
    return included
  })

/** An object's text without its closing brace. */
const opened = (value: object): string => JSON.stringify(value).slice(0, -1)

/** customer.json, piece by piece. */
async function* customerJson(
  reader: Reader,
  { customer, ...head }: ExportHead,
  included: IncludedFiles,
): AsyncGenerator<string> {
  const id = Number(customer.id)
  yield `${opened(head)},\n"customer":${opened(customer)}`
  yield* partsOf('customer', reader, id, included)
  yield '},\n"conversations":['
  let comma = ''
  for (const conversation of await conversationRecords(reader, id)) {
    yield `${comma}\n${opened(conversation)}`
    yield* partsOf('conversation', reader, Number(conversation.id), included)
    yield '}'
    comma = ','
  }
  yield ']'
  yield* partsOf('root', reader, id, included)
  yield '\n}\n'
}

/** The resources' exports at a place. Streamed rows are written one by one: they may exceed memory. */
async function* partsOf(
  place: 'root' | 'customer' | 'conversation',
  reader: Reader,
  id: number,
  included: IncludedFiles,
): AsyncGenerator<string> {
  const parts = descriptors.flatMap(({ export: all }) => Object.entries(all?.[place] ?? {}))
  for (const [name, read] of parts) {
    const value = read(reader, id)
    yield `,\n"${name}":`
    if (!(Symbol.asyncIterator in value)) {
      yield JSON.stringify(await value)
      continue
    }
    let comma = ''
    yield '['
    for await (const row of value) {
      const files = await Promise.all(row.files.map(file => included.place(file)))
      yield `${comma}\n${JSON.stringify({ ...row, files })}`
      comma = ','
    }
    yield ']'
  }
}

function zipOf(dir: string, store: FileStore, included: IncludedFiles): Readable {
  const zip = new ZipFile()
  for (const name of Object.values(parts)) zip.addFile(path.join(dir, name), name)
  for (const { key, path: name } of included.all) {
    // Images, audio and PDFs are compressed already.
    zip.addReadStreamLazy(name, { compress: false }, ready => {
      store.read(key).then(
        bytes => ready(null, bytes),
        (error: unknown) => ready(error, Readable.from([])),
      )
    })
  }
  zip.end()
  const bytes = zip.outputStream as Readable
  // A missing file aborts the download: half an export must not look complete.
  zip.on('error', error => bytes.destroy(error as Error))
  return bytes
}
