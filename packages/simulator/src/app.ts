import { randomUUID } from 'node:crypto'
import fastify, { type FastifyInstance } from 'fastify'
import { numberControl, templateControl } from './control/business-control.ts'
import { cloudApi } from './cloud/cloud-api.ts'
import { controlApi } from './control/control-api.ts'
import type { Sources } from './sources.ts'
import { webChat } from './web-chat/web-chat.ts'
import { verifyWebhook } from './webhooks.ts'
import { type SimulatorOptions, worldOf } from './world.ts'

export type Simulator = {
  app: FastifyInstance
  /** Asks the server for Meta's verification until it passes or the simulator closes. */
  verify: () => Promise<void>
}

/**
 * A stand-in for Meta: the Cloud API a server calls, webhooks to it, phones, and faults on demand; and beside it the sample of
 * another channel, a web chat. Nothing leaves for the network but webhooks to `options.webhookUrl` and the web chat's events.
 * All state is in memory and ends with `app.close()`.
 */
export async function simulatorApp(options: SimulatorOptions, sources: Sources): Promise<Simulator> {
  const world = worldOf(options, sources)
  const closing = new AbortController()
  const app = fastify({ logger: { level: 'error' }, forceCloseConnections: true })
  app.addHook('preClose', async () => {
    closing.abort()
    world.stop()
  })
  app.addHook('onSend', async (_request, reply) => {
    reply.header('x-content-type-options', 'nosniff')
  })
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send({ detail: 'There is nothing here.', code: 'path.unknown', fields: {} }),
  )
  controlApi(app, world)
  numberControl(app, world)
  templateControl(app, world)
  await app.register(async cloud => cloudApi(cloud, world))
  const { webChat: parley } = options
  if (parley) {
    const chatSources = { now: sources.now, newId: randomUUID }
    await app.register(async chat => webChat(chat, parley, chatSources), { prefix: '/web-chat' })
  }
  return { app, verify: () => verifyWebhook(world, closing.signal) }
}
