import type { Understand } from '@parley/bot/meaning'
import { Refusal } from '@parley/core/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { BridgeConfig } from '../../bridges-config.ts'
import { type Writer, write } from '../../db/write.ts'
import { isSameSecret } from '../same-secret.ts'
import { BridgeEvents } from './events.ts'
import { receiveEvents } from './receive.ts'

/** 100 messages of 4,096 characters, each of them as JSON's longest escape. */
const largestCall = 4 * 1024 * 1024

export interface BridgeWay {
  readonly writer: Writer
  readonly bridges: readonly BridgeConfig[]
  readonly wakeMedia: () => void
  readonly wakeBot: () => void
  readonly understand: Understand
}

/** The way in of channels behind bridges. Answers 200 once everything is stored. */
export async function bridgeRoutes(
  app: FastifyInstance,
  { writer, bridges, wakeMedia, wakeBot, understand }: BridgeWay,
): Promise<void> {
  const url = '/channels/bridges/:id/events'
  const bridgeOf = ({ params, headers }: FastifyRequest): BridgeConfig => {
    const { id } = params as { readonly id: string }
    const bridge = bridges.find(one => one.id === id)
    const token = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
    if (bridge === undefined) throw new Refusal('bridge.not-found', { id })
    if (!isSameSecret(token, bridge.token)) throw new Refusal('session.missing')
    return bridge
  }
  // Nothing is read of a body without the secret.
  const onRequest = async (request: FastifyRequest) => {
    bridgeOf(request)
    request.isVerified = true
  }
  app.post(url, { bodyLimit: largestCall, onRequest }, async (request, reply) => {
    const { id: bridgeId } = bridgeOf(request)
    const reading = BridgeEvents.safeParse(request.body)
    if (!reading.success) {
      const [issue] = reading.error.issues
      const field = issue === undefined || issue.path.length === 0 ? 'body' : issue.path.join('.')
      throw Refusal.field(field, issue?.message ?? 'cannot be read')
    }
    const { events } = reading.data
    const ends = await write(writer, (tx, emit) =>
      receiveEvents(tx, emit, bridgeId, events, writer.now(), understand),
    )
    if (events.some(event => event.kind === 'message')) wakeBot()
    if (events.some(event => event.kind === 'message' && event.file != null)) wakeMedia()
    return reply.send({
      events: events.map(({ id }, place) => ({ id, ended: ends[place]?.ended ?? 'noted' })),
    })
  })
}
