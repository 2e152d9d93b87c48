import { once } from 'node:events'
import fs from 'node:fs'
import net, { type Socket } from 'node:net'
import { Given, NotUnderstood, pieceBytes, sendFrame, Typed, understood } from './frames.ts'
import { Lines } from './lines.ts'

/** How a command ended: 0 done, 1 refused, 2 not understood; and why, where it is not 0. */
export interface Ended {
  readonly code: number
  readonly why: string | null
}

/** A command that came over the socket, and how to speak with whoever typed it. */
export interface Asked {
  readonly args: readonly string[]
  readonly say: (line: string) => void
  /** @throws Gone */
  readonly askPassword: () => Promise<string>
  /** What a long one is at. */
  readonly at: (step: string | null) => void
  /** Sends a file. @throws Gone, or what the file's own reading throws */
  readonly deliver: (bytes: AsyncIterable<Uint8Array>) => Promise<void>
  /** Aborted when whoever typed it has gone. */
  readonly gone: AbortSignal
}

/** Whoever typed the command left before it was done. */
export class Gone extends Error {
  constructor() {
    super('Whoever asked is gone')
    this.name = 'Gone'
  }
}

/** Milliseconds. A program asks at once; a person types a password twice. */
const patience = { first: 5_000, password: 5 * 60_000, beat: 3_000 }
const mostConnections = 8

/**
 * Listens for commands on a local socket that only this user can open. Whoever holds the database may call it: a socket that
 * is there already is of a server that was killed, and is replaced. Closing cuts what still runs.
 * @param onTrouble hears of what nobody is left to be told
 */
export async function listenForCommands(
  place: string,
  run: (asked: Asked) => Promise<Ended>,
  onTrouble: (error: unknown) => void,
): Promise<{ close: () => Promise<void> }> {
  fs.rmSync(place, { force: true })
  const open = new Set<Socket>()
  const server = net.createServer(socket => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    // The end that follows tells all that there is to know.
    socket.on('error', () => undefined)
    attend(socket, run)
      .catch((error: unknown) => {
        if (!(error instanceof Gone)) onTrouble(error)
      })
      .finally(() => socket.destroySoon())
  })
  server.maxConnections = mostConnections
  server.listen(place)
  await once(server, 'listening')
  fs.chmodSync(place, 0o600)
  return {
    close: async () => {
      for (const socket of open) socket.destroy()
      await new Promise(resolve => {
        server.close(resolve)
      })
    },
  }
}

async function attend(socket: Socket, run: (asked: Asked) => Promise<Ended>): Promise<void> {
  const leaving = new AbortController()
  const gone = leaving.signal
  socket.once('close', () => leaving.abort(new Gone()))
  const lines = new Lines(socket)
  const next = async (withinMs: number) => {
    const timer = setTimeout(() => socket.destroy(), withinMs)
    const line = await lines.next()
    clearTimeout(timer)
    if (line === null) throw new Gone()
    return line
  }
  const tell = (frame: object) => sendFrame(socket, frame, gone)

  const { args } = understood(await next(patience.first), Typed)
  let step: string | null = null
  const beat = setInterval(() => void tell({ at: step }), patience.beat)
  try {
    const ended = await run({
      args,
      gone,
      say: line => void tell({ say: line }),
      at: now => {
        step = now
      },
      askPassword: async () => {
        await tell({ ask: 'password' })
        return understood(await next(patience.password), Given).password
      },
      deliver: async bytes => {
        for await (const piece of piecesOf(bytes)) {
          await tell({ bytes: piece.toString('base64') })
          gone.throwIfAborted()
        }
      },
    })
    await tell({ ended: ended.code, why: ended.why })
  } catch (error) {
    if (error instanceof NotUnderstood) await tell({ ended: 2, why: error.message })
    throw error
  } finally {
    clearInterval(beat)
  }
}

/** The same bytes, at most so many at a time. */
async function* piecesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    const whole = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    for (let from = 0; from < whole.length; from += pieceBytes) yield whole.subarray(from, from + pieceBytes)
  }
}
