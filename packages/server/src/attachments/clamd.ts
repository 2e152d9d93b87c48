import fs from 'node:fs'
import net, { type NetConnectOpts } from 'node:net'
import { type Scanner, ScannerAway } from './scanner.ts'

/** Where clamd listens: a local socket, or an address of the network. */
export type ClamdPlace = { readonly path: string } | { readonly host: string; readonly port: number }

/** One look at a file of 100 MB takes clamd some seconds. */
const longestMs = 60_000
/** Its answer is one line. */
const longestAnswer = 4_096

/**
 * ClamAV's daemon, by its INSTREAM command (man clamd): the file goes in chunks, each behind its length in four bytes, an
 * empty one ends it, and one line comes back. Whatever is no clear answer, a time-out and clamd's own limit of size
 * (StreamMaxLength) too, is ScannerAway.
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
      // Where clamd hangs up while it is being told, its answer may still be on the way.
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

/** Resolves once the bytes have left, so that no more than one chunk is in memory. */
const put = (socket: net.Socket, bytes: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.write(bytes, error => (error ? reject(error) : resolve()))
  })
