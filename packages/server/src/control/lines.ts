import type { Socket } from 'node:net'
import { longestLine } from './frames.ts'

/** So many lines may wait for their reader before the other side has to. */
const mostWaiting = 8

/** The lines that come over a socket, in order. One that is too long ends the connection. */
export class Lines {
  readonly #socket: Socket
  readonly #waiting: string[] = []
  #pieces: Buffer[] = []
  #pieceBytes = 0
  #ended = false
  #wake: () => void = () => undefined

  constructor(socket: Socket) {
    this.#socket = socket
    socket.on('data', (chunk: Buffer) => this.#take(chunk))
    socket.once('close', () => {
      this.#ended = true
      this.#wake()
    })
  }

  /** The next line, or null once the other side is gone. To be asked again only after the answer. */
  async next(): Promise<string | null> {
    while (this.#waiting.length === 0 && !this.#ended) {
      await new Promise<void>(resolve => {
        this.#wake = resolve
      })
    }
    const line = this.#waiting.shift()
    if (this.#waiting.length < mostWaiting) this.#socket.resume()
    return line ?? null
  }

  #take(chunk: Buffer): void {
    let rest = chunk
    for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10)) {
      this.#waiting.push(Buffer.concat([...this.#pieces, rest.subarray(0, end)]).toString('utf8'))
      this.#pieces = []
      this.#pieceBytes = 0
      rest = rest.subarray(end + 1)
    }
    if (rest.length > 0) this.#pieces.push(rest)
    this.#pieceBytes += rest.length
    if (this.#pieceBytes > longestLine) this.#socket.destroy()
    else if (this.#waiting.length >= mostWaiting) this.#socket.pause()
    this.#wake()
  }
}
