import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { mediaBytes, mediaLookup, mediaUpload, unknownObject } from './cloud-media.ts'
import { messagesCall } from './cloud-messages.ts'
import { numberLookup } from './cloud-number.ts'
import { answerGraphRefusals, GraphRefusal } from './refusals.ts'
import { templateList } from './templates/cloud-templates.ts'
import { recordOnWire } from './wire-recording.ts'
import type { World } from './world.ts'

/** The part that servers talk to: Meta's paths, tokens and errors. */
export async function cloudApi(app: FastifyInstance, world: World): Promise<void> {
  const { accessToken, apiVersion, phoneNumberId } = world.options
  answerGraphRefusals(app, world.ids.trace)
  recordOnWire(app, world.log)
  await app.register(multipart)

  app.addHook('onRequest', async (request: FastifyRequest) => {
    if (request.headers.authorization !== `Bearer ${accessToken}`) {
      throw new GraphRefusal(401, 190, 'Invalid OAuth access token', 'The access token is missing or wrong.')
    }
    if (world.faults.take('token-expired')) {
      throw new GraphRefusal(401, 190, 'Error validating access token', 'The session has expired.', 463)
    }
  })
  mediaBytes(app, world)

  await app.register(
    async versioned => {
      versioned.addHook('onRequest', async (request: FastifyRequest<{ Params: { version: string } }>) => {
        if (request.params.version === apiVersion) return
        throw new GraphRefusal(400, 2635, 'Unknown API version', `This simulator speaks ${apiVersion}.`)
      })
      numberLookup(versioned, world)
      mediaLookup(versioned, world)
      templateList(versioned, world)
      await versioned.register(
        async numbered => {
          numbered.addHook('onRequest', async (request: FastifyRequest<{ Params: { number: string } }>) => {
            if (request.params.number !== phoneNumberId) throw unknownObject(request.params.number)
          })
          messagesCall(numbered, world)
          mediaUpload(numbered, world)
        },
        { prefix: '/:number' },
      )
    },
    { prefix: '/:version(^v\\d+\\.\\d+$)' },
  )
}
