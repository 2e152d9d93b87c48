import websocket from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import type * as z from 'zod'
import { ApiError } from '@parley/core/errors'
import { type AssignmentEvent, type ClientEvent, sockets } from '@parley/core/sockets/api'
import {
  closedAsBehind,
  closedBySessionEnd,
  closedForRestart,
  closedForSecondFactor,
} from '@parley/core/sockets/constants'
import type { Presence } from '../agents/presence.ts'
import type { Health } from '../channels/health.ts'
import { type Account, type Caller, requireSecondFactor, type SessionState } from '../http/caller.ts'
import { parsePart } from '../http/validate.ts'
import { throttle } from '../timers/interval.ts'
import { frameBudget, frameCounter, keepAlive, socketWriterOf } from './connection.ts'
import type { Hub, Listener } from './hub.ts'
import type { Page, Viewing } from './viewing.ts'

export interface SocketDeps {
  readonly hub: Hub
  readonly presence: Pick<Presence, 'socketsOf' | 'opened' | 'closed' | 'heard'>
  readonly viewing: Pick<Viewing, 'show' | 'closed'>
  readonly health: Pick<Health, 'join' | 'leave'>
  /** The account of an access token. @throws ApiError session.expired */
  readonly callerOf: (token: string) => Promise<Account>
  /** The account of a ticket. The call uses the ticket up. @throws ApiError socket.ticket-refused */
  readonly callerOfTicket: (ticket: string) => Promise<Account>
  /**
   * Whether a session is still valid. Open sockets are checked again, since a token expires while its session lives. Also, the
   * workspace may begin to require a second factor.
   */
  readonly sessionStateOf: (sessionId: number) => Promise<SessionState>
  /** Tokens are in the URL, so with a public https URL only wss is accepted. */
  readonly secureOnly: boolean
  /** Whether a browser page of this origin may connect. */
  readonly isOwnOrigin: (origin: string, request: FastifyRequest) => boolean
  readonly onTrouble: (error: unknown) => void
  /** Milliseconds from any start. */
  readonly clock: () => number
}

/** Bytes of one message. Our clients send only short ones. */
const largestFrame = 4 * 1024
/** Milliseconds for which a session check is valid, however often a client pings. */
const sessionMs = 1_000
/** Milliseconds that a peer may take to close while the server stops. */
const goodbyeMs = 1_000
/** Sockets of one agent in this process. Each tab has two. */
export const mostSockets = 40

interface OpenRequest extends FastifyRequest {
  after?: number | undefined
}

/** Mounts both sockets. A forbidden connection is refused before the upgrade, like an HTTP call. */
export async function socketRoutes(app: FastifyInstance, deps: SocketDeps): Promise<void> {
  await app.register(websocket, {
    options: { maxPayload: largestFrame },
    preClose(done) {
      const { websocketServer: server } = this
      for (const client of server.clients) {
        client.close(closedForRestart, 'Parley is starting anew')
        setTimeout(() => client.terminate(), goodbyeMs).unref()
      }
      server.close()
      done()
    },
  })

  const callerOf = async ({ ticket = '', token = '' }: z.output<typeof sockets.agent.query>) => {
    if (ticket !== '') return deps.callerOfTicket(ticket)
    if (token === '') throw new ApiError('session.missing')
    return deps.callerOf(token)
  }

  const admit = async (request: OpenRequest) => {
    if (deps.secureOnly && request.protocol !== 'https') throw new ApiError('socket.insecure')
    const { origin } = request.headers
    if (origin !== undefined && !deps.isOwnOrigin(origin, request)) throw new ApiError('origin.foreign')
    const query = parsePart(sockets.agent.query, request.query, 'query')
    request.caller = { ...(await callerOf(query)), address: request.ip }
    requireSecondFactor(request.caller)
    request.after = query.after
  }

  app.get(
    sockets.agent.path,
    {
      websocket: true,
      preValidation: async request => {
        await admit(request)
        const { id } = request.params as { id: string }
        if (id !== String(request.caller?.agentId)) throw new ApiError('session.forbidden')
      },
    },
    (socket, request) => serve(deps, socket, request, 'changes', sockets.agent.receives),
  )
  app.get(sockets.notifications.path, { websocket: true, preValidation: admit }, (socket, request) =>
    serve(deps, socket, request, 'notices', sockets.notifications.receives),
  )
}

function serve(
  deps: SocketDeps,
  socket: WebSocket,
  request: OpenRequest,
  wants: Listener['wants'],
  receives: z.ZodType<ClientEvent | AssignmentEvent>,
): void {
  const { hub, presence, viewing, health } = deps
  const { caller } = request
  socket.on('error', deps.onTrouble)
  if (caller === null) return socket.terminate()
  if (presence.socketsOf(caller.agentId) >= mostSockets)
    return socket.close(1008, 'This account has too many connections')
  const { listener, page, word } = hearersOf(socket, caller, wants)
  const endIfOver = async () => {
    const sessionState = await deps.sessionStateOf(caller.sessionId)
    if (sessionState === 'ended') listener.end()
    if (sessionState === 'second-factor-missing')
      socket.close(closedForSecondFactor, 'A second factor must be set up first')
  }
  const session = throttle(sessionMs, endIfOver, deps.onTrouble)
  // The session of a silent client is checked too.
  const stopHeartbeat = keepAlive(socket, session.ask)
  const isWithinBudget = frameCounter(frameBudget, deps.clock)
  socket.on('message', data => {
    if (!isWithinBudget()) return socket.close(1008, 'Too many frames')
    const event = understood(receives, data)
    if (event === null) return socket.close(1008, 'This is no frame that this socket takes')
    if ('event' in event && event.event === 'viewing') {
      presence.heard(caller.agentId).catch(deps.onTrouble)
      void viewing.show(page, event)
      return
    }
    // A client's event about an assignment changes nothing. It gets a pong like a ping.
    const pong = () => {
      if (hub.isBehind()) return listener.lose()
      listener.send(Buffer.from(JSON.stringify({ event: 'pong', seq: hub.sentTo(listener) })))
    }
    presence.heard(caller.agentId).catch(deps.onTrouble).then(pong, deps.onTrouble)
    session.ask()
  })
  socket.on('close', () => {
    stopHeartbeat()
    session.close()
    hub.leave(listener)
    viewing.closed(page)
    health.leave(word)
    presence.closed(caller.agentId)
  })
  // The session may have ended between the check of the token and `hub.join`.
  const present = presence.opened(caller.agentId).catch(deps.onTrouble)
  const join = async () => {
    await present
    // A socket that closed before it joined would never leave the hub.
    if (socket.readyState !== socket.OPEN) return
    await hub.join(listener, request.after)
    if (wants === 'changes' && socket.readyState === socket.OPEN) health.join(word)
    await endIfOver()
  }
  const joined = join()
  joined.catch((error: unknown) => {
    deps.onTrouble(error)
    socket.close(1011, 'Could not catch up')
  })
}

/** The three objects that write to a socket: the hub's listener, the page for viewers, and the one for health. */
function hearersOf(socket: WebSocket, caller: Caller, wants: Listener['wants']) {
  const socketWriter = socketWriterOf(socket)
  const listener: Listener = {
    agentId: caller.agentId,
    sessionId: caller.sessionId,
    wants,
    ...socketWriter,
    end: () => socket.close(closedBySessionEnd, 'The session has ended'),
    lose: () => socket.close(closedAsBehind, 'Parley cannot read what happens'),
  }
  const page: Page = {
    agentId: caller.agentId,
    agentName: caller.agentName,
    // Viewers are momentary, so a slow peer can wait for the next update.
    send: bytes => {
      if (socketWriter.full() === null) socketWriter.send(bytes)
    },
  }
  const word = {
    send: (bytes: Buffer) => {
      if (socketWriter.full() !== null) return false
      socketWriter.send(bytes)
      return true
    },
  }
  return { listener, page, word }
}

/** Parses a client's event. Null if the event is not allowed. */
function understood<T>(receives: z.ZodType<T>, data: unknown): T | null {
  try {
    return receives.safeParse(JSON.parse(String(data))).data ?? null
  } catch {
    // Not JSON, so not from our client.
    return null
  }
}
