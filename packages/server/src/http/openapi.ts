import swagger from '@fastify/swagger'
import type { Call } from '@parley/core/calls'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import type { Authenticate } from './caller.ts'

/** What a header beside an answer says. */
const headers = {
  'Parley-Seq': { type: 'integer', description: 'The number of the log from before the answer was read' },
  'Parley-Total': { type: 'integer', description: 'How many there are in all, of which this is a page' },
  'Parley-Counts': { type: 'string', description: 'How many there are by status, as JSON' },
} as const satisfies Record<NonNullable<Call['headers']>[number], object>

/** The framework's own transform knows no headers. */
const described: typeof jsonSchemaTransform = input => {
  const plain = jsonSchemaTransform(input)
  const names = input.route.config?.call?.headers
  if (names === undefined) return plain
  const { response } = plain.schema as { response: Readonly<Record<string, object>> }
  const beside = Object.fromEntries(names.map(name => [name, headers[name]]))
  return {
    ...plain,
    schema: { ...plain.schema, response: { ...response, 200: { ...response['200'], headers: beside } } },
  }
}

/** OpenAPI from the same declarations that serve the calls: must be registered before them. */
export async function describeApi(app: FastifyInstance, attachmentCookie: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Parley',
        version: '1',
        description: 'Customer conversations on WhatsApp: what the console calls.',
      },
      components: {
        securitySchemes: {
          session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
          attachment: { type: 'apiKey', in: 'cookie', name: attachmentCookie },
        },
      },
    },
    transform: described,
  })
}

/**
 * /openapi.json below the API, for whoever has a session. In a demo it is open, and /docs shows it: that page needs a weaker
 * policy for its styles than ours, so no other server has it.
 */
export async function serveApiDocs(
  api: FastifyInstance,
  app: FastifyInstance,
  authenticate: Authenticate,
  isDemo: boolean,
): Promise<void> {
  api.get('/openapi.json', async request => {
    if (!isDemo) await authenticate(request, 'session')
    return app.swagger()
  })
  if (!isDemo) return
  const { default: swaggerUi } = await import('@fastify/swagger-ui')
  await api.register(swaggerUi, { routePrefix: '/docs', staticCSP: true })
}
