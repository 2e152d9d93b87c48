import type { ChannelProblem } from '@parley/core/channel/api'
import type { Feed } from '@parley/core/live/feed'
import type { Clock } from '@parley/core/live/throttle'
import { basePath, socketPaths } from '@parley/core/paths'
import { readSocketEvent, notificationEventOf } from '@parley/core/read/frame'
import type { AssignmentEvent } from '@parley/core/sockets/api'
import { closedForSecondFactor } from '@parley/core/sockets/constants'
import { afterAgentClose, afterNotificationClose } from '@parley/core/sockets/reconnect'
import type * as z from 'zod'
import { isForSecondFactor, isMissing, signedOut } from '../../client/api-failure.ts'
import { api } from '../../client/client.ts'
import { type Session, ownSession } from '../../client/session-store.ts'
import { createStore, useStore } from '../../store.ts'
import type { Invalidation } from '../invalidate.ts'
import type { NotificationDeduper } from './arrivals.ts'
import type { Presence } from './presence.ts'
import { type LinkState, SocketLink, type Socket, type SocketEvents } from './socket-link.ts'

/** What each of the two sockets needs of the page. */
interface SocketWorld {
  readonly clock: Clock
  random(): number
  session(): Session | null
  renewToken(): Promise<void>
  /** A pass for one socket. Rejects when none is to be had. */
  pass(): Promise<Pass>
  /** Connects to a path on the page's own host. */
  connect(path: string, events: SocketEvents): Socket
  onChange(state: LinkState): void
}

/** What the links of both sockets have of it. */
const common = (world: SocketWorld) => ({
  clock: world.clock,
  random: () => world.random(),
  beforeRetry: () => world.renewToken(),
  onChange: (state: LinkState) => world.onChange(state),
})

/** The session to connect for; null, and why in the log, where there is none. */
function sessionFor(world: SocketWorld): Session | null {
  const session = world.session()
  if (session === null) console.warn('No token available for WebSocket authentication')
  return session
}

interface AgentSocketWorld extends SocketWorld {
  /** Each event goes to these three in this order. */
  readonly feed: Pick<Feed, 'opening' | 'receive'>
  readonly arrivals: Pick<NotificationDeduper, 'opening' | 'receive'>
  readonly invalidation: Pick<Invalidation, 'receive'>
  readonly presence: Pick<Presence, 'hear'>
  /** Hears what is wrong between Parley and WhatsApp. */
  onProblems(problems: readonly ChannelProblem[]): void
  /** The server ended the session. */
  onSessionEnd(): void
  /** The server asks for a second factor before it takes a connection. */
  onSecondFactorMissing(): void
}

/** The socket of changes. Retries every 5 s for ever, sooner while the server starts anew, except after a clean close, the session's end, or for want of a second factor. */
export const agentSocket = (world: AgentSocketWorld): SocketLink =>
  new SocketLink({
    ...common(world),
    open: events => {
      const session = sessionFor(world)
      if (session === null) return null
      if (session.user.id === '') {
        console.warn('No agent ID found for WebSocket connection')
        return null
      }
      world.arrivals.opening()
      const after = world.feed.opening()
      return ticketedSocket(world, pass => pathOf(session, pass, after), events)
    },
    afterClose: afterAgentClose,
    onFrame: raw => {
      const event = readSocketEvent(raw)
      if (event === null) return null
      if (event.event === 'presence') {
        world.presence.hear(event)
        return null
      }
      if (event.event === 'channel') {
        world.onProblems(event.data.problems)
        return null
      }
      for (const hearer of [world.feed, world.arrivals, world.invalidation]) hearer.receive(event)
      return event.event === 'ready' || event.event === 'pong' ? event.event : null
    },
    onStop: why => {
      if (why === 'session-ended') world.onSessionEnd()
      if (why === 'second-factor-missing') world.onSecondFactorMissing()
    },
  })

function pathOf({ user }: Session, pass: Pass, after: number | undefined): string {
  const query = new URLSearchParams({ ...pass, ...(after !== undefined && { after: String(after) }) })
  return `${basePath}${socketPaths.agent.replace(':id', encodeURIComponent(user.id))}?${query}`
}

let agentLink: Pick<SocketLink, 'start'> | null = null

/** Takes the socket of changes of a new session. Null: nobody is signed in any more. */
export function bindAgentLink(next: typeof agentLink): void {
  agentLink = next
}

/** Connects the socket of changes now, if it only waits to be tried again. */
export const reconnectNow = (): void => agentLink?.start()

interface NotificationSocketWorld extends SocketWorld {
  /** Each notice as it came: a provider may leave out more than ours does. */
  onNotice(raw: unknown): void
  /** It will not try again by itself. */
  onGivenUp(): void
}

/** The socket of notices. Retries after 5 s, five times in a row; then it waits for somebody to start it again. */
export const notificationSocket = (world: NotificationSocketWorld): SocketLink =>
  new SocketLink({
    ...common(world),
    open: events => {
      if (sessionFor(world) === null) return null
      const pathOf = (pass: Pass) => `${basePath}${socketPaths.notifications}?${new URLSearchParams(pass)}`
      return ticketedSocket(world, pathOf, events)
    },
    afterClose: afterNotificationClose,
    onFrame: raw => {
      if (isNotice(raw)) {
        world.onNotice(raw)
        return null
      }
      const event = notificationEventOf(raw)
      return event === 'resync' ? null : event
    },
    onStop: why => {
      if (why !== 'given-up') return
      console.warn('Max reconnection attempts reached')
      world.onGivenUp()
    },
  })

/** A notice has a type; the socket's own frames name an event (WS-08). */
const isNotice = (raw: unknown): boolean =>
  typeof raw === 'object' &&
  raw !== null &&
  !('event' in raw) &&
  'type' in raw &&
  typeof raw.type === 'string'

/** What opens a socket: a ticket, or the access token where the server knows no tickets. */
export type Pass = Readonly<Record<'ticket', string>> | Readonly<Record<'token', string>>

const abnormal = 1006

/**
 * A socket that first fetches its pass, and so never opens with one that was used. No pass is a connection that failed, or
 * one that the server closed, where it asks for a second factor first; a pass that comes after the close is thrown away.
 */
function ticketedSocket(world: SocketWorld, pathOf: (pass: Pass) => string, events: SocketEvents): Socket {
  let socket: Socket | null = null
  let isClosed = false
  const open = async () => {
    const pass = await world.pass()
    if (!isClosed) socket = world.connect(pathOf(pass), events)
  }
  open().catch((cause: unknown) => {
    console.warn('No ticket for a WebSocket', cause instanceof Error ? cause.message : cause)
    if (!isClosed) events.closed(isForSecondFactor(cause) ? closedForSecondFactor : abnormal)
  })
  return {
    send: text => socket?.send(text),
    close: code => {
      isClosed = true
      socket?.close(code)
    },
  }
}

/** A ticket for one socket; from a server that knows none the access token, as specified. Rejects with `ApiFailure`. */
export async function socketPass(): Promise<Pass> {
  try {
    const { value } = await api.socketTicket()
    return { ticket: value.ticket }
  } catch (cause) {
    if (!isMissing(cause)) throw cause
    const session = ownSession()
    if (session === null) throw signedOut()
    return { token: session.token }
  }
}

/** How the socket of notices stands. */
export interface NoticeLink {
  /** It gave up and has not been open since: notices come by the poll alone. */
  readonly off: boolean
  /** Another try is under way. */
  readonly trying: boolean
}

const fine: NoticeLink = { off: false, trying: false }

const standing = createStore(fine)
let link: Pick<SocketLink, 'start' | 'say'> | null = null

function set(next: NoticeLink): void {
  const { off, trying } = standing.get()
  if (next.off !== off || next.trying !== trying) standing.set(next)
}

/** Takes the socket of a new session. Null: nobody is signed in any more. */
export function bindNoticeLink(next: typeof link): void {
  link = next
  set(fine)
}

/** Hears that the link gave up. */
export const noticeLinkGaveUp = (): void => set({ off: true, trying: false })

/** Hears every change of the link. */
export function noticeLinkChanged({ open, stopped }: { open: boolean; stopped: boolean }): void {
  const { off } = standing.get()
  set(open ? fine : { off, trying: off && !stopped })
}

/** Tries again at once, with a fresh count of attempts. */
export const reconnectNotices = (): void => link?.start()

/** Speaks on the socket; false, and nothing said, when it is not open. */
export const sayToNotices = (frame: z.input<typeof AssignmentEvent>): boolean => link?.say(frame) ?? false

/** How the socket of notices stands. */
export const useNoticeLink = (): NoticeLink => useStore(standing)

export const noProblems: readonly ChannelProblem[] = []

/** What is wrong between Parley and WhatsApp, the worst first, as the socket of changes says; nothing while it is cut. */
export const channelProblems = createStore(noProblems)
