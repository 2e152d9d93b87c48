import { once } from 'node:events'
import net, { type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sendFrame, Told, understood } from './frames.ts'
import { Lines } from './lines.ts'
import type { Ended } from './listen.ts'

/** Whoever types a command, as the server needs them. */
export interface Caller {
  readonly say: (line: string) => void
  /** Hears every few seconds what a long command is at. */
  readonly at: (step: string | null) => void
  readonly askPassword: () => Promise<string>
  /** Takes a file, to its end; a file that is cut off throws. */
  readonly deliver: (bytes: AsyncIterable<Uint8Array>) => Promise<void>
}

/** A server holds the database and cannot be spoken with. */
export class ServerSilent extends Error {
  constructor(reason: string) {
    super(`The server that has the database ${reason}. Try again, or stop it first`)
    this.name = 'ServerSilent'
  }
}

/** Milliseconds: to be heard by the server, and how long it may say nothing, of which it gives a sign every few seconds. */
const patience = { connecting: 5_000, silence: 60_000 }

/** The file is cut off; how the command ended says why. */
class CutOff extends Error {}

/** Has the running server carry out what was typed. Answers how it ended. @throws ServerSilent, or what the caller throws */
export async function callServer(place: string, args: readonly string[], caller: Caller): Promise<Ended> {
  const socket = await connect(place)
  const conversation = new Conversation(socket, caller)
  try {
    await conversation.tell({ args })
    const first = await conversation.follow()
    if (first !== null) {
      await caller.deliver(conversation.fileFrom(first)).catch((error: unknown) => {
        if (!(error instanceof CutOff)) throw error
      })
    }
    return conversation.ended()
  } finally {
    socket.destroy()
  }
}

class Conversation {
  readonly #socket: Socket
  readonly #caller: Caller
  readonly #lines: Lines
  readonly #leaving = new AbortController()
  /** What is said of a file, for when it has arrived. */
  readonly #said: string[] = []
  #ended: Ended | null = null

  constructor(socket: Socket, caller: Caller) {
    this.#socket = socket
    this.#caller = caller
    this.#lines = new Lines(socket)
    socket.once('close', () => this.#leaving.abort())
  }

  tell(frame: object): Promise<void> {
    return sendFrame(this.#socket, frame, this.#leaving.signal)
  }

  /** The next piece of a file; null once the command has ended. */
  async follow(isFile = false): Promise<Buffer | null> {
    while (this.#ended === null) {
      const told = understood(await heard(this.#lines), Told)
      if ('bytes' in told) return Buffer.from(told.bytes, 'base64')
      if ('ended' in told) this.#ended = { code: told.ended, why: told.why }
      else if ('ask' in told) await this.tell({ password: await this.#caller.askPassword() })
      else if ('at' in told) this.#caller.at(told.at)
      else if (isFile) this.#said.push(told.say)
      else this.#caller.say(told.say)
    }
    return null
  }

  async *fileFrom(first: Buffer): AsyncGenerator<Buffer> {
    for (let piece: Buffer | null = first; piece !== null; piece = await this.follow(true)) yield piece
    if (this.#ended?.code !== 0) throw new CutOff()
  }

  ended(): Ended {
    for (const line of this.#said) this.#caller.say(line)
    return this.#ended ?? { code: 1, why: null }
  }
}

async function connect(place: string): Promise<Socket> {
  const socket = net.connect(place)
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(patience.connecting) })
  } catch (error) {
    socket.destroy()
    const code = error instanceof Error && 'code' in error ? error.code : error
    if (code === 'ENOENT' || code === 'ECONNREFUSED')
      throw new ServerSilent('does not listen for commands: it is starting, or is none of this version')
    if (code === 'EACCES') throw new ServerSilent('belongs to another user of this machine')
    throw new ServerSilent(`cannot be reached (${String(code)})`)
  }
  socket.on('error', () => undefined)
  return socket
}

async function heard(lines: Lines): Promise<string> {
  const still = new AbortController()
  const silence = sleep(patience.silence, undefined, { signal: still.signal, ref: false }).then(() => {
    throw new ServerSilent('does not answer')
  })
  silence.catch(() => undefined)
  try {
    const line = await Promise.race([lines.next(), silence])
    if (line === null) throw new ServerSilent('broke off')
    return line
  } finally {
    still.abort()
  }
}
