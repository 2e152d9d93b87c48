import type { ChannelProblem } from '@parley/core/channel/api'
import type { Clock } from '@parley/core/live/throttle'
import type { Feed } from '@parley/core/live/feed'
import { readSocketEvent } from '@parley/core/read/frame'
import { afterAgentClose } from '@parley/core/sockets/reconnect'
import { basePath, socketPaths } from '@parley/core/paths'
import type { Session } from '../../client/session-store.ts'
import type { Invalidation } from '../invalidate.ts'
import type { NotificationDeduper } from './arrivals.ts'
import type { Presence } from './presence.ts'
import { type LinkState, SocketLink } from './socket-link.ts'
import { type Pass, type PassWorld, ticketedSocket } from './ticketed-socket.ts'

export interface AgentSocketWorld extends PassWorld {
  readonly clock: Clock
  random(): number
  /** Each event goes to these three in this order. */
  readonly feed: Pick<Feed, 'opening' | 'receive'>
  readonly arrivals: Pick<NotificationDeduper, 'opening' | 'receive'>
  readonly invalidation: Pick<Invalidation, 'receive'>
  readonly presence: Pick<Presence, 'hear'>
  /** Hears what is wrong between Parley and WhatsApp. */
  onProblems(problems: readonly ChannelProblem[]): void
  session(): Session | null
  renewToken(): Promise<void>
  onChange(state: LinkState): void
  /** The server ended the session. */
  onSessionEnd(): void
  /** The server asks for a second factor before it takes a connection. */
  onSecondFactorMissing(): void
}

/** The socket of changes. Retries every 5 s for ever, sooner while the server starts anew, except after a clean close, the session's end, or for want of a second factor. */
export const agentSocket = (world: AgentSocketWorld): SocketLink =>
  new SocketLink({
    clock: world.clock,
    random: () => world.random(),
    open: events => {
      const session = world.session()
      if (session === null) {
        console.warn('No token available for WebSocket authentication')
        return null
      }
      if (session.user.id === '') {
        console.warn('No agent ID found for WebSocket connection')
        return null
      }
      world.arrivals.opening()
      const after = world.feed.opening()
      return ticketedSocket(world, pass => pathOf(session, pass, after), events)
    },
    afterClose: afterAgentClose,
    beforeRetry: () => world.renewToken(),
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
      world.feed.receive(event)
      world.arrivals.receive(event)
      world.invalidation.receive(event)
      return event.event === 'ready' || event.event === 'pong' ? event.event : null
    },
    onChange: state => world.onChange(state),
    onStop: why => {
      if (why === 'session-ended') world.onSessionEnd()
      if (why === 'second-factor-missing') world.onSecondFactorMissing()
    },
  })

function pathOf({ user }: Session, pass: Pass, after: number | undefined): string {
  const query = new URLSearchParams({ ...pass, ...(after !== undefined && { after: String(after) }) })
  return `${basePath}${socketPaths.agent.replace(':id', encodeURIComponent(user.id))}?${query}`
}

let link: Pick<SocketLink, 'start'> | null = null

/** Takes the socket of changes of a new session. Null: nobody is signed in any more. */
export function bindAgentLink(next: typeof link): void {
  link = next
}

/** Connects the socket of changes now, if it only waits to be tried again. */
export const reconnectNow = (): void => link?.start()
