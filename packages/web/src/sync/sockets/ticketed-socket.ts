import { closedForSecondFactor } from '@parley/core/sockets/constants'
import { isForSecondFactor } from '../../client/second-factor-missing.ts'
import type { Socket, SocketEvents } from './socket-link.ts'
import { isMissing, signedOut } from '../../client/api-failure.ts'
import { api } from '../../client/client.ts'
import { ownSession } from '../../client/own-session.ts'

/** What opens a socket: a ticket, or the access token where the server knows no tickets. */
export type Pass = Readonly<Record<'ticket', string>> | Readonly<Record<'token', string>>

export interface PassWorld {
  /** A pass for one socket. Rejects when none is to be had. */
  pass(): Promise<Pass>
  /** Connects to a path on the page's own host. */
  connect(path: string, events: SocketEvents): Socket
}

const abnormal = 1006

/**
 * A socket that first fetches its pass, and so never opens with one that was used. No pass is a connection that failed, or
 * one that the server closed, where it asks for a second factor first; a pass that comes after the close is thrown away.
 */
export function ticketedSocket(
  world: PassWorld,
  pathOf: (pass: Pass) => string,
  events: SocketEvents,
): Socket {
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
