import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import * as z from 'zod'
import type { Call } from '@parley/core/calls'
import { type ProblemCode, problems } from '@parley/core/problems'
import type { Authenticate } from './caller.ts'

/** Describes the reply headers. */
const headers = {
  'Parley-Seq': { type: 'integer', description: 'The number of the log from before the answer was read' },
  'Parley-Total': { type: 'integer', description: 'How many there are in all, of which this is a page' },
  'Parley-Counts': { type: 'string', description: 'How many there are by status, as JSON' },
} as const satisfies Record<NonNullable<Call['headers']>[number], object>

/** The framework's own transform does not describe headers. */
const withHeaders: typeof jsonSchemaTransform = input => {
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

/** Generates OpenAPI from the declarations that serve the calls. Register it before them. */
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
    transform: withHeaders,
  })
}

/**
 * Serves /openapi.json below the API to callers with a session. In a demo it is public, and /docs shows it. The styles of that
 * page need a weaker policy than ours, so no other server has it.
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

const Problem = z.object({
  detail: z.string(),
  code: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  current: z.unknown().optional().describe('Beside a refused edit: the entity as it is now'),
  messages: z.array(z.unknown()).optional().describe('Beside a guarded answer: what its sender had not seen'),
})

/** The error codes of a call by status. */
const problemReplies = (call: Call): Readonly<Record<number, z.ZodType>> => {
  const codes = [...problemsOf(call)]
  const statuses = [...new Set(codes.map(code => problems[code].status))]
  return Object.fromEntries(
    statuses.map(status => {
      const here = codes.filter(code => problems[code].status === status)
      return [status, problemWith(here)]
    }),
  )
}

/** Schemas by their codes. Many calls share the same codes, and each schema slows the start. */
const problemSchemas = new Map<string, z.ZodType>()

function problemWith(codes: readonly string[]): z.ZodType {
  const said = codes.join(', ')
  const known = problemSchemas.get(said)
  if (known !== undefined) return known
  const schema = Problem.extend({ code: z.enum(codes) }).describe(said)
  problemSchemas.set(said, schema)
  return schema
}

/** The OpenAPI description of a call. mount.ts parses and encodes, not the framework. */
export const describeCall = (name: string, call: Call) => ({
  operationId: name,
  summary: call.summary,
  'x-policy': call.policy,
  ...(call.access !== 'public' && { security: [{ [call.access]: [] }] }),
  ...(call.params && { params: call.params }),
  ...(call.query && { querystring: call.query }),
  ...(call.body && { body: call.body }),
  ...(call.encoding && call.encoding !== 'json' && { consumes: [mediaType[call.encoding]] }),
  response: {
    ...(call.reply === null
      ? { 204: z.undefined().describe('Done') }
      : { 200: call.reply === 'file' ? z.string().describe('The bytes') : call.reply }),
    ...problemReplies(call),
  },
})

const mediaType = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
}

/** Every error code of a call: declared ones, and those implied by its inputs. */
export function problemsOf(call: Call): ReadonlySet<ProblemCode> {
  // A body that is too long or unreadable is refused even if the call takes no body.
  const takesBody = call.method !== 'GET'
  return new Set<ProblemCode>([
    'input.invalid',
    ...(takesBody ? (['attachment.too-large'] as const) : []),
    ...(call.access !== 'public'
      ? (['session.missing', 'session.expired', 'session.forbidden'] as const)
      : []),
    ...(call.access !== 'public' && call.withoutSecondFactor !== true
      ? (['session.second-factor-missing'] as const)
      : []),
    ...(call.area !== undefined ? (['area.not-served'] as const) : []),
    ...(call.spends !== undefined ? (['call.too-often'] as const) : []),
    // Every desk call that writes concerns a conversation or one of its rows.
    ...(call.policy === 'desk' && call.method !== 'GET' ? (['customer.erased'] as const) : []),
    ...call.problems,
    'server.failed',
    'server.unavailable',
  ])
}
