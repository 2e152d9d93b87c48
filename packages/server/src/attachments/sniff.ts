import { open } from 'node:fs/promises'
import { fileTypeFromFile } from 'file-type'

/** Types that others call differently: the name WhatsApp and browsers know. */
const known: Readonly<Record<string, string>> = {
  'audio/x-m4a': 'audio/mp4',
  'audio/vnd.dolby.dd-raw': 'audio/ac3',
}

/** The old Office formats share one container, told apart by the name's ending only. */
const oldOffice: Readonly<Record<string, string>> = {
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
}

/** Enough of a file to tell text from anything else. */
const sampleBytes = 64 * 1024

/**
 * What a file is, by its bytes and never by what its sender says. Text has no marks of its own: valid UTF-8 without
 * control characters is text/plain, HTML and SVG included, so that no browser runs them; the rest is
 * application/octet-stream.
 */
export async function sniff(file: string, name: string): Promise<string> {
  const found = await fileTypeFromFile(file)
  if (found?.mime === 'application/x-cfb') {
    return oldOffice[name.split('.').at(-1)?.toLowerCase() ?? ''] ?? found.mime
  }
  if (found !== undefined) return known[found.mime] ?? found.mime
  return (await isText(file)) ? 'text/plain' : 'application/octet-stream'
}

async function isText(file: string): Promise<boolean> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(sampleBytes), 0, sampleBytes, 0)
    // As a stream, since the sample may end inside a character.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(buffer.subarray(0, bytesRead), {
      stream: true,
    })
    // A control character that is not white space tells data from text.
    return !/[^\P{Cc}\s]/u.test(text)
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  } finally {
    await handle.close()
  }
}
