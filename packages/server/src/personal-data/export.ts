import fs from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { Refusal } from '@parley/core/errors'
import { ZipFile } from 'yazl'
import type { FileStore } from '../attachments/store.ts'
import { record } from '../audit/record.ts'
import { snapshot } from '../db/snapshot.ts'
import { type Writer, write } from '../db/write.ts'
import type { Caller } from '../http/caller.ts'
import { customerJson } from './customer-json.ts'
import { IncludedFiles } from './included-files.ts'
import { customerRecord } from './records.ts'
import { transcript } from './transcript.ts'

export interface ExportDeps {
  readonly writer: Writer
  /** Without a limit of time: a long life is read in one snapshot. */
  readonly unhurried: Writer['db']
  readonly store: FileStore
  /** A folder of ours, where an export lies while it is made and read; made if it is missing. */
  readonly scratch: string
  /** IANA. */
  readonly timeZone: string
}

/**
 * All that is held about a customer, as of one moment: a zip with customer.json, transcript.html and files/. The records
 * are written to a scratch folder first, a page at a time, so that a slow reader of the answer holds up no transaction and
 * memory stays the same for any customer. The folder goes when the stream ends, either way.
 * @throws Refusal customer.not-found
 */
export async function exportCustomer(deps: ExportDeps, customerId: number, by: Caller): Promise<Readable> {
  await mkdir(deps.scratch, { recursive: true })
  const dir = await mkdtemp(path.join(deps.scratch, 'export-'))
  const drop = () => rm(dir, { recursive: true, force: true })
  try {
    const included = await writeRecords(deps, customerId, by, dir)
    const exported = { action: 'customer.exported', noun: 'customer', objectId: customerId } as const
    await write(deps.writer, tx => record(tx, by, exported, deps.writer.now()))
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
  { writer, unhurried, store, timeZone }: ExportDeps,
  customerId: number,
  by: Caller,
  dir: string,
): Promise<IncludedFiles> =>
  snapshot(unhurried, async reader => {
    const customer = await customerRecord(reader, customerId)
    if (customer === undefined) throw new Refusal('customer.not-found', { id: customerId })
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

function zipOf(dir: string, store: FileStore, included: IncludedFiles): Readable {
  const zip = new ZipFile()
  for (const name of Object.values(parts)) zip.addFile(path.join(dir, name), name)
  for (const { key, path: name } of included.all) {
    // Pictures, recordings and PDFs are compressed already.
    zip.addReadStreamLazy(name, { compress: false }, ready => {
      store.read(key).then(
        bytes => ready(null, bytes),
        (error: unknown) => ready(error, Readable.from([])),
      )
    })
  }
  zip.end()
  const bytes = zip.outputStream as Readable
  // A file that went meanwhile breaks the download off: half an export must not look whole.
  zip.on('error', error => bytes.destroy(error as Error))
  return bytes
}
