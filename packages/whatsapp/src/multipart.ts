/** Bytes to upload: all at once, or as they come with their number known before. */
export type UploadBytes = Uint8Array | { stream: AsyncIterable<Uint8Array>; size: number }

/** A form with one file, encoded without holding the file in memory. */
export type FileForm = { headers: Record<string, string>; body: Uint8Array | AsyncIterable<Uint8Array> }

/**
 * Encodes `fields` and one file as multipart/form-data. `boundary` must not occur in the file: draw it at random.
 * Streamed or not, the length is declared, so that no intermediary sees a chunked request.
 */
export function fileForm(
  fields: Readonly<Record<string, string>>,
  file: { bytes: UploadBytes; filename: string; mimeType: string },
  boundary: string,
): FileForm {
  const parts = Object.entries(fields).map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${oneLine(value)}\r\n`,
  )
  const disposition = `form-data; name="file"; filename="${quoted(file.filename)}"`
  const head = Buffer.from(
    `${parts.join('')}--${boundary}\r\nContent-Disposition: ${disposition}\r\nContent-Type: ${oneLine(file.mimeType)}\r\n\r\n`,
  )
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  const size = file.bytes instanceof Uint8Array ? file.bytes.byteLength : file.bytes.size
  return {
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(head.byteLength + size + tail.byteLength),
    },
    body:
      file.bytes instanceof Uint8Array
        ? Buffer.concat([head, file.bytes, tail])
        : chunks(head, file.bytes.stream, tail),
  }
}

async function* chunks(
  head: Uint8Array,
  stream: AsyncIterable<Uint8Array>,
  tail: Uint8Array,
): AsyncGenerator<Uint8Array> {
  yield head
  yield* stream
  yield tail
}

/** File names come from people: a quote or a line break in one must not end the header. */
function quoted(filename: string): string {
  return oneLine(filename).replaceAll('\\', '_').replaceAll('"', '%22')
}

function oneLine(value: string): string {
  return value.replace(/[\r\n]+/g, ' ')
}
