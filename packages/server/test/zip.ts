import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { type Entry, fromBuffer, type ZipFile } from 'yauzl'

/** What is in a zip, by name. */
export async function unzipped(bytes: Buffer): Promise<ReadonlyMap<string, Buffer>> {
  const zip = (await promisify<Buffer, object, ZipFile>(fromBuffer)(bytes, { lazyEntries: true })) as ZipFile
  const files = new Map<string, Buffer>()
  const open = promisify<Entry, NodeJS.ReadableStream>(zip.openReadStream.bind(zip) as never)
  return new Promise((resolve, reject) => {
    zip.on('error', reject)
    zip.on('end', () => resolve(files))
    zip.on('entry', (entry: Entry) => {
      open(entry)
        .then(stream => buffer(stream))
        .then(content => {
          files.set(entry.fileName, content)
          zip.readEntry()
        }, reject)
    })
    zip.readEntry()
  })
}
