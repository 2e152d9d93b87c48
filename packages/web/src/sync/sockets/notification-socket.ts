import type { Clock } from '@parley/core/live/throttle'
import { notificationEventOf } from '@parley/core/read/frame'
import { afterNotificationClose } from '@parley/core/sockets/reconnect'
import { basePath, socketPaths } from '@parley/core/paths'
import type { Session } from '../../client/session-store.ts'
import { type LinkState, SocketLink } from './socket-link.ts'
import { type Pass, type PassWorld, ticketedSocket } from './ticketed-socket.ts'

export interface NotificationSocketWorld extends PassWorld {
  readonly clock: Clock
  random(): number
  session(): Session | null
  renewToken(): Promise<void>
  /** Each notice as it came: a provider may leave out more than ours does. */
  onNotice(raw: unknown): void
  onChange(state: LinkState): void
  /** It will not try again by itself. */
  onGivenUp(): void
}

/** The socket of notices. Retries after 5 s, five times in a row; then it waits for somebody to start it again. */
export const notificationSocket = (world: NotificationSocketWorld): SocketLink =>
  new SocketLink({
    clock: world.clock,
    random: () => world.random(),
    open: events => {
      const session = world.session()
      if (session === null) {
        console.warn('No token available for WebSocket authentication')
        return null
      }
      const pathOf = (pass: Pass) => `${basePath}${socketPaths.notifications}?${new URLSearchParams(pass)}`
      return ticketedSocket(world, pathOf, events)
    },
    afterClose: afterNotificationClose,
    beforeRetry: () => world.renewToken(),
    onFrame: raw => {
      if (isNotice(raw)) {
        world.onNotice(raw)
        return null
      }
      const event = notificationEventOf(raw)
      return event === 'resync' ? null : event
    },
    onChange: state => world.onChange(state),
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
