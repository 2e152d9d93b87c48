import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'

/** OpenAPI from the same declarations that serve the calls: must be registered before them. */
export async function describeApi(app: FastifyInstance): Promise<void> {
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
          attachment: { type: 'apiKey', in: 'cookie', name: 'parley_attachments' },
        },
      },
    },
    transform: jsonSchemaTransform,
  })
}

/** /openapi.json and /docs below the API. */
export async function serveApiDocs(api: FastifyInstance, app: FastifyInstance): Promise<void> {
  api.get('/openapi.json', async () => app.swagger())
  await api.register(swaggerUi, { routePrefix: '/docs', staticCSP: true })
}
