/* POSIX tar (ustar), for plain files with short names. */

const block = 512

/** A file in an archive; size in bytes. Its bytes are read before the next file. */
export interface TarFile {
  readonly name: string
  readonly size: number
  readonly bytes: AsyncIterable<Uint8Array>
}

/** The archive is truncated, or is none. */
export class NotAnArchive extends Error {
  override readonly name = 'NotAnArchive'
}

const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, '0')}\0`

/** The header of a file. @throws RangeError for a long name or a large file */
function headerOf(name: string, size: number, at: Date): Buffer {
  if (Buffer.byteLength(name) > 100) throw new RangeError(`The name ${name} is too long for the archive`)
  if (size >= 8 ** 11) throw new RangeError(`The file ${name} is too large for the archive`)
  const header = Buffer.alloc(block)
  header.write(name, 0)
  header.write(octal(0o600, 7), 100)
  header.write(octal(0, 7), 108)
  header.write(octal(0, 7), 116)
  header.write(octal(size, 11), 124)
  header.write(octal(Math.floor(at.getTime() / 1000), 11), 136)
  header.fill(' ', 148, 156)
  header.write('0', 156)
  header.write('ustar\x0000', 257)
  header.write(octal(sumOf(header), 6), 148)
  return header
}

const sumOf = (header: Buffer): number => header.reduce((sum, byte) => sum + byte, 0)

const paddingOf = (size: number): Buffer => Buffer.alloc((block - (size % block)) % block)

/** The bytes of an archive of these files. @throws Error if a file's size is wrong */
export async function* tarOf(files: AsyncIterable<TarFile>, at: Date): AsyncGenerator<Uint8Array> {
  for await (const { name, size, bytes } of files) {
    yield headerOf(name, size, at)
    let written = 0
    for await (const chunk of bytes) {
      written += chunk.length
      yield chunk
    }
    if (written !== size) throw new Error(`${name} had ${written} bytes in place of ${size}`)
    yield paddingOf(size)
  }
  yield Buffer.alloc(2 * block)
}

/** The files of an archive, in their order. @throws NotAnArchive */
export async function* filesOfTar(archive: AsyncIterable<Uint8Array>): AsyncGenerator<TarFile> {
  const source = new Source(archive)
  for (;;) {
    const header = await source.take(block)
    if (header.every(byte => byte === 0)) {
      const rest = await source.take(block)
      if (rest.some(byte => byte !== 0)) throw new NotAnArchive('data follows its end')
      return
    }
    const written = Number.parseInt(textAt(header, 148, 8), 8)
    header.fill(' ', 148, 156)
    const size = Number.parseInt(textAt(header, 124, 12), 8)
    if (written !== sumOf(header) || !Number.isSafeInteger(size)) {
      throw new NotAnArchive('the header of a file cannot be read, or it is no archive')
    }
    const bytes = source.next(size)
    yield { name: textAt(header, 0, 100), size, bytes }
    // Skip the bytes that the reader left.
    for await (const _ of bytes);
    const padding = await source.take(paddingOf(size).length)
    if (padding.some(byte => byte !== 0)) throw new NotAnArchive('data lies between its files')
  }
}

const textAt = (header: Buffer, from: number, length: number): string => {
  const field = header.subarray(from, from + length)
  const end = field.indexOf(0)
  return field.subarray(0, end === -1 ? length : end).toString('utf8')
}

/** Bytes in portions of any size. */
class Source {
  readonly #chunks: AsyncIterator<Uint8Array>
  #rest: Buffer = Buffer.alloc(0)

  constructor(bytes: AsyncIterable<Uint8Array>) {
    this.#chunks = bytes[Symbol.asyncIterator]()
  }

  async take(size: number): Promise<Buffer> {
    const parts: Uint8Array[] = []
    for await (const part of this.next(size)) parts.push(part)
    return Buffer.concat(parts)
  }

  /** The next `size` bytes in chunks. Reading may stop and continue. @throws NotAnArchive */
  next(size: number): AsyncIterable<Uint8Array> {
    let left = size
    const next = async (): Promise<IteratorResult<Uint8Array>> => {
      if (left === 0) return { done: true, value: undefined }
      if (this.#rest.length === 0) {
        const { done, value } = await this.#chunks.next()
        if (done === true) throw new NotAnArchive('it ends too early')
        this.#rest = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
      }
      const part = this.#rest.subarray(0, left)
      this.#rest = this.#rest.subarray(part.length)
      left -= part.length
      return { done: false, value: part }
    }
    return { [Symbol.asyncIterator]: () => ({ next }) }
  }
}
