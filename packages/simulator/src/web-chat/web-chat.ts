/*
 * A sample of a channel, to read and copy: a chat on a web page, joined to Parley by a bridge (docs/bridge.md). It keeps
 * everything in memory.
 *
 * Read on in this order: events.ts (events to Parley), bridge-api.ts (calls of Parley); then the channel itself: visitors.ts,
 * chat-files.ts and visitor-api.ts.
 */
import websocket from '@fastify/websocket'
import type { FastifyInstance } from 'fastify'
import { bridgeApi, nextAnswer } from './bridge-api.ts'
import { chatFiles } from './chat-files.ts'
import { eventsTo, type ParleyAddress } from './events.ts'
import { answerErrors } from './errors.ts'
import { visitorApi } from './visitor-api.ts'
import { visitorsOf } from './visitors.ts'

/** The time, and ids that cannot be guessed. */
export type Sources = { now: () => Date; newId: () => string }

/** The longest frame of a page: a text of 4,096 characters, all escaped in JSON. */
const largestFrame = 32 * 1024

/** Adds the chat to an app, below the prefix that it is registered with. */
export async function webChat(app: FastifyInstance, parley: ParleyAddress, sources: Sources): Promise<void> {
  const events = eventsTo(parley, app.log)
  const chat = { visitors: visitorsOf(), files: chatFiles(sources.newId), events, ...sources }
  const faults = nextAnswer()
  app.addHook('preClose', async () => events.stop())
  answerErrors(app)
  await app.register(websocket, { options: { maxPayload: largestFrame } })
  await app.register(async bridge => bridgeApi(bridge, chat, parley.token, faults), { prefix: '/bridge' })
  await app.register(async pages => visitorApi(pages, chat))
  faults.control(app)
}
