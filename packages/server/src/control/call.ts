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
  readonly at: (step: string) => void
  readonly askPassword: () => Promise<string>
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

/** Has the running server carry out what was typed. Answers how it ended. @throws ServerSilent, or what the caller throws */
export async function callServer(place: string, args: readonly string[], caller: Caller): Promise<Ended> {
  const socket = await connect(place)
  const leaving = new AbortController()
  socket.once('close', () => leaving.abort())
  const lines = new Lines(socket)
  const tell = (frame: object) => sendFrame(socket, frame, leaving.signal)
  try {
    await tell({ args })
    for (;;) {
      const told = understood(await heard(lines), Told)
      if ('ended' in told) return { code: told.ended, why: told.why }
      if ('say' in told) caller.say(told.say)
      else if ('ask' in told) await tell({ password: await caller.askPassword() })
      else if (told.at !== null) caller.at(told.at)
    }
  } finally {
    socket.destroy()
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
