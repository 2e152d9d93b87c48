import fs from 'node:fs'
import net, { type NetConnectOpts } from 'node:net'

/** Checks a file on the local disk for malware. */
export interface Scanner {
  /** The name of the malware; null: none found. @throws ScannerAway */
  scan(path: string): Promise<string | null>
}

/** The scanner gave no verdict, so the file is withheld. */
export class ScannerAway extends Error {
  override readonly name = 'ScannerAway'
}

export class FileHarmful extends Error {
  override readonly name = 'FileHarmful'
  readonly malware: string

  constructor(malware: string) {
    super(`The scanner found ${malware}`)
    this.malware = malware
  }
}

/** For a workspace without a scanner: every file passes. */
export const noScanner: Scanner = { scan: async () => null }

/** @throws FileHarmful, ScannerAway */
export async function refuseHarmful(scanner: Scanner, path: string): Promise<void> {
  const malware = await scanner.scan(path)
  if (malware !== null) throw new FileHarmful(malware)
}

/** The local socket or network address of clamd. */
export type ClamdPlace = { readonly path: string } | { readonly host: string; readonly port: number }

/** clamd takes some seconds for a file of 100 MB. */
const longestMs = 60_000
const longestAnswer = 4_096

/**
 * ClamAV's daemon, by its INSTREAM command (man clamd). Each chunk follows its length in four bytes, an empty chunk ends the
 * file, and clamd answers one line. Any other answer, a time-out, or clamd's own size limit (StreamMaxLength) is ScannerAway.
 */
export const clamdScanner = (place: ClamdPlace, withinMs = longestMs): Scanner => ({
  scan: path => scanBy(net.connect(place satisfies NetConnectOpts), path, withinMs),
})

function scanBy(socket: net.Socket, path: string, withinMs: number): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const away = (reason: string) => settle(() => reject(new ScannerAway(`clamd: ${reason}`)))
    const timer = setTimeout(() => away(`no answer within ${withinMs / 1000} s`), withinMs)
    let said = ''
    const settle = (end: () => void) => {
      clearTimeout(timer)
      socket.destroy()
      end()
    }
    socket.setEncoding('utf8')
    socket.on('error', error => away(error.message))
    socket.on('data', (text: string) => {
      said += text
      if (said.length > longestAnswer) away('answered more than a line')
    })
    socket.on('close', () => {
      const answer = said.replace(/\0.*$/s, '').trim()
      const found = /^stream: (.+) FOUND$/.exec(answer)?.[1]
      if (answer === 'stream: OK') settle(() => resolve(null))
      else if (found !== undefined) settle(() => resolve(found))
      else away(answer === '' ? 'hung up without an answer' : answer)
    })
    sendFile(socket, path).catch((error: unknown) => {
      // If clamd hangs up during the upload, its answer may still arrive.
      if (socket.destroyed) return
      away(error instanceof Error ? error.message : 'the file could not be read')
    })
  })
}

async function sendFile(socket: net.Socket, path: string): Promise<void> {
  await put(socket, Buffer.from('zINSTREAM\0'))
  for await (const chunk of fs.createReadStream(path) as AsyncIterable<Buffer>) {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(chunk.length)
    await put(socket, Buffer.concat([length, chunk]))
  }
  await put(socket, Buffer.alloc(4))
}

/** Resolves once the bytes are written, so that only one chunk is in memory. */
const put = (socket: net.Socket, bytes: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.write(bytes, error => (error ? reject(error) : resolve()))
  })
