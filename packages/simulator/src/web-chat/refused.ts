import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'

/** A refusal: a status, and one sentence for a person. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly status: number

  constructor(status: number, sentence: string) {
    super(sentence)
    this.status = status
  }
}

/** What came, as the schema says it is. @throws Refused 400, naming the field that is wrong */
export function parse<T>(schema: z.ZodType<T>, given: unknown): T {
  const reading = schema.safeParse(given)
  if (reading.success) return reading.data
  const [issue] = reading.error.issues
  const field = issue?.path.join('.') || 'The body'
  throw new Refused(400, `${field}: ${issue?.message ?? 'cannot be read'}`)
}

/** Answers refusals as `{detail}`, and the framework's own (no JSON, too large) likewise. */
export function answerRefusals(app: FastifyInstance): void {
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const status = error instanceof Refused ? error.status : (error.statusCode ?? 500)
    if (status >= 500 && !(error instanceof Refused)) request.log.error(error)
    const detail = status === 500 ? 'The web chat failed.' : error.message
    return reply.code(status).send({ detail })
  })
}
