import { basePath } from '@parley/core/calls'
import fastify, { type FastifyInstance } from 'fastify'
import { acceptBodies } from '../src/http/bodies.ts'
import type { Authenticate } from '../src/http/caller.ts'
import type { Http } from '../src/http/mount.ts'
import { refuseInOneShape } from '../src/http/errors.ts'
import { inspector } from './inspect.ts'

/**
 * A server with the routes of some resources only, for tests through `app.inject`. Prints server errors.
 * @param authenticate the real function, or one that always returns the same caller
 */
export async function testApp(
  authenticate: Authenticate,
  mountRoutes: (http: Http) => void | Promise<void>,
): Promise<FastifyInstance> {
  const app = fastify({ logger: { level: 'error' } })
  refuseInOneShape(app)
  app.decorateRequest('caller', null)
  await acceptBodies(app)
  await app.register(
    async below =>
      mountRoutes({
        app: below,
        authenticate,
        sampleAreas: [],
        requireVisible: async () => undefined,
        spend: () => undefined,
        inspect: inspector,
      }),
    { prefix: basePath },
  )
  await app.ready()
  return app
}
