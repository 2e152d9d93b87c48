import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'

/** A refusal: a status, and one sentence for a person. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number

  constructor(status: number, sentence: string) {
    super(sentence)
    this.status = status
  }
}

/** The checked input. @throws ApiError 400 that names the wrong field */
export function parse<T>(schema: z.ZodType<T>, given: unknown): T {
  const reading = schema.safeParse(given)
  if (reading.success) return reading.data
  const [issue] = reading.error.issues
  const field = issue?.path.join('.') || 'The body'
  throw new ApiError(400, `${field}: ${issue?.message ?? 'cannot be read'}`)
}

/** Answers refusals as `{detail}`, and the framework's own (no JSON, too large) likewise. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const status = error instanceof ApiError ? error.status : (error.statusCode ?? 500)
    if (status >= 500 && !(error instanceof ApiError)) request.log.error(error)
    const detail = status === 500 ? 'The web chat failed.' : error.message
    return reply.code(status).send({ detail })
  })
}
