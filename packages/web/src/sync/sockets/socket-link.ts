import type { Clock } from '@parley/core/live/throttle'
import {
  type Closed,
  connectTimeoutMs,
  isBehind,
  type Link,
  pingEveryMs,
  pongTimeoutMs,
  type Reconnect,
} from '@parley/core/sockets/reconnect'
import { closedForRestart } from '@parley/core/sockets/constants'
import { interval } from '../clock.ts'

/** What a link uses of a WebSocket. */
export interface Socket {
  send(text: string): void
  close(code: number): void
}

/** What a link hears of its socket. */
export interface SocketEvents {
  opened(): void
  said(data: unknown): void
  closed(code: number): void
}

/** The browser's socket to a path on the page's own host. */
export function openSocket(path: string, events: SocketEvents): Socket {
  const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${path}`)
  socket.addEventListener('open', () => events.opened())
  socket.addEventListener('message', ({ data }) => events.said(data))
  socket.addEventListener('close', ({ code }) => events.closed(code))
  return socket
}

export interface LinkWorld {
  readonly clock: Clock
  /** A new socket, connecting; null when there is nothing to connect with (the reason was logged). */
  open(events: SocketEvents): Socket | null
  /** From 0 to 1, by chance. */
  random(): number
  afterClose(closed: Closed): Reconnect
  /** Runs before each retry: an expired token is renewed. Must not reject. */
  beforeRetry(): Promise<void>
  /** Each frame, parsed as JSON but not checked. Returns what it means for the link itself. */
  onFrame(frame: unknown): 'ready' | 'pong' | null
  onChange(state: LinkState): void
  onStop(why: Stop): void
}

type Stop = Extract<Reconnect, { stop: unknown }>['stop']

export interface LinkState extends Link {
  /** Nothing will be tried any more until somebody asks. */
  readonly stopped: boolean
  readonly behind: boolean
}

const abnormal = 1006
const closed: Link = { open: false, ready: false, pingSentAt: null }

/**
 * One socket kept open: connecting, open (a ping every 30 s), closed, and again after a while. A connection that does not
 * open in 20 s, or leaves a ping unanswered until the next is due, is given up as if it had been closed.
 */
export class SocketLink {
  readonly #world: LinkWorld
  #socket: Socket | null = null
  #link: Link = closed
  #attempts = 0
  #restarting = false
  #stopped = true
  #cancel: (() => void)[] = []
  /** Rises with every start and stop: what an older run still had to do is void. */
  #run = 0

  constructor(world: LinkWorld) {
    this.#world = world
  }

  /** Connects now, with a fresh count of attempts, unless it is open or connecting already. */
  start(): void {
    this.#attempts = 0
    this.#stopped = false
    if (this.#socket === null) this.#connect()
  }

  /** Closes cleanly (1000) and tries nothing more. */
  stop(): void {
    this.#stopped = true
    this.#drop(1000)
    this.#tell()
  }

  /** Asks for a sign of life now, for instance when the network is said to be back. */
  check(): void {
    if (this.#link.open && this.#link.pingSentAt === null) this.#ping()
  }

  /** Sends one frame of the console's own; false, and nothing sent, while the line is not known to be good. */
  say(frame: object): boolean {
    if (this.#socket === null || this.state.behind) return false
    this.#socket.send(JSON.stringify(frame))
    return true
  }

  get state(): LinkState {
    return {
      ...this.#link,
      stopped: this.#stopped,
      behind: isBehind(this.#link, this.#world.clock.now()),
    }
  }

  #connect(): void {
    this.#drop(1000)
    const run = this.#run
    // A socket that was dropped may still speak; nobody listens.
    const heard =
      <T extends unknown[]>(handle: (...said: T) => void) =>
      (...said: T) => {
        if (run === this.#run) handle(...said)
      }
    const socket = this.#world.open({
      opened: heard(() => this.#opened()),
      said: heard(data => this.#received(data)),
      closed: heard(code => this.#closed(code)),
    })
    if (socket === null) {
      this.#stopped = true
      return this.#tell()
    }
    this.#socket = socket
    this.#cancel.push(this.#world.clock.after(connectTimeoutMs, () => this.#giveUp()))
    this.#tell()
  }

  #opened(): void {
    this.#callOff()
    this.#attempts = 0
    this.#restarting = false
    this.#change({ open: true })
    this.#cancel.push(interval(this.#world.clock, pingEveryMs, () => this.#ping()))
  }

  #ping(): void {
    if (this.#link.pingSentAt !== null) return this.#giveUp()
    this.#socket?.send(JSON.stringify({ event: 'ping' }))
    this.#change({ pingSentAt: this.#world.clock.now() })
    this.#cancel.push(this.#world.clock.after(pongTimeoutMs, () => this.#tell()))
  }

  #received(data: unknown): void {
    const frame = parsed(data)
    if (frame === undefined) return
    const meaning = this.#world.onFrame(frame)
    if (meaning === 'ready') this.#change({ ready: true })
    if (meaning === 'pong') this.#change({ pingSentAt: null })
  }

  /** The line is dead but nobody closed it; a close could take minutes to be noticed. */
  #giveUp(): void {
    this.#drop(4000)
    this.#closed(abnormal)
  }

  #closed(code: number): void {
    this.#drop(1000)
    if (code === closedForRestart) this.#restarting = true
    const next = this.#world.afterClose({
      code,
      attempts: this.#attempts,
      restarting: this.#restarting,
      chance: this.#world.random(),
    })
    if ('stop' in next) {
      this.#stopped = true
      this.#tell()
      return this.#world.onStop(next.stop)
    }
    this.#tell()
    const run = this.#run
    const again = async () => {
      this.#attempts += 1
      await this.#world.beforeRetry()
      if (run === this.#run && !this.#stopped) this.#connect()
    }
    this.#cancel.push(this.#world.clock.after(next.retryAfterMs, () => void again()))
  }

  #drop(code: number): void {
    this.#run += 1
    this.#callOff()
    this.#link = closed
    const socket = this.#socket
    this.#socket = null
    socket?.close(code)
  }

  #callOff(): void {
    for (const cancel of this.#cancel) cancel()
    this.#cancel = []
  }

  #change(part: Partial<Link>): void {
    this.#link = { ...this.#link, ...part }
    this.#tell()
  }

  #tell(): void {
    this.#world.onChange(this.state)
  }
}

function parsed(data: unknown): unknown {
  if (typeof data !== 'string') return undefined
  try {
    return JSON.parse(data)
  } catch {
    return undefined // not one of ours: a proxy's own words, or a frame cut short
  }
}
