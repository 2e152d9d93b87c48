import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuseUnknownToken } from './cloud-access.ts'
import { businessProfile } from './cloud-profile.ts'
import { mediaBytes, mediaDeletion, mediaLookup, mediaUpload } from './cloud-media.ts'
import { messagesCall } from './cloud-messages.ts'
import { numberLookup } from './cloud-number.ts'
import { answerGraphRefusals, GraphRefusal } from './refusals.ts'
import { templateList } from './templates/cloud-templates.ts'
import { recordOnWire } from './wire-recording.ts'
import type { World } from './world.ts'

/** What other clients are written for: they send and get the same from here on. */
const oldestVersion = 19

/** The part that servers talk to: Meta's paths, tokens and errors. */
export async function cloudApi(app: FastifyInstance, world: World): Promise<void> {
  const { apiVersion } = world.options
  answerGraphRefusals(app, world.ids.trace)
  recordOnWire(app, world.log)
  await app.register(multipart)

  app.addHook('onRequest', async (request: FastifyRequest) => {
    refuseUnknownToken(request, world.numbers)
    if (world.faults.take('token-expired')) {
      throw new GraphRefusal(401, 190, 'Error validating access token', 'The session has expired.', 463)
    }
  })
  mediaBytes(app, world)

  await app.register(
    async versioned => {
      versioned.addHook('onRequest', async (request: FastifyRequest<{ Params: { version: string } }>) => {
        const { version } = request.params
        if (version === apiVersion || Number(version.slice(1)) >= oldestVersion) return
        throw new GraphRefusal(
          400,
          2635,
          'Unknown API version',
          `This simulator speaks ${apiVersion}, and v${oldestVersion}.0 and later.`,
        )
      })
      numberLookup(versioned, world)
      businessProfile(versioned, world)
      mediaLookup(versioned, world)
      mediaDeletion(versioned, world)
      templateList(versioned, world)
      messagesCall(versioned, world)
      mediaUpload(versioned, world)
    },
    { prefix: '/:version(^v\\d+\\.\\d+$)' },
  )
}
