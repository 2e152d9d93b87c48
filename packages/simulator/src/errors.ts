import type { FastifyInstance } from 'fastify'

/** A refusal of the control calls: one sentence for a person, and which field it is about. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly fields: Record<string, string>

  constructor(status: number, code: string, sentence: string, field?: string) {
    super(sentence)
    this.status = status
    this.code = code
    this.fields = field === undefined ? {} : { [field]: sentence }
  }
}

/** A refusal as the Graph API words it. */
export class GraphError extends Error {
  override readonly name = 'GraphError'
  readonly status: number
  readonly code: number
  readonly details: string
  readonly subcode: number | undefined

  constructor(status: number, code: number, title: string, details: string, subcode?: number) {
    super(`(#${code}) ${title}`)
    this.status = status
    this.code = code
    this.details = details
    this.subcode = subcode
  }

  /** The body of the answer; `trace` is an id for people who ask Meta about it. */
  body(trace: string): object {
    return {
      error: {
        message: this.message,
        type: 'OAuthException',
        code: this.code,
        ...(this.subcode !== undefined && { error_subcode: this.subcode }),
        error_data: { messaging_product: 'whatsapp', details: this.details },
        fbtrace_id: trace,
      },
    }
  }
}

/** Answers control calls' refusals as `{detail, code, fields}`; the framework's own (bad JSON, too large) likewise. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    if (error instanceof ApiError) {
      return reply.code(error.status).send({ detail: error.message, code: error.code, fields: error.fields })
    }
    const status = error.statusCode ?? 500
    if (status >= 500) request.log.error(error)
    return reply.code(status).send({
      detail: status >= 500 ? 'The simulator failed.' : error.message,
      code: status >= 500 ? 'simulator.failed' : 'input.unreadable',
      fields: {},
    })
  })
}

/** Answers everything below the Cloud API's paths in Graph's form. */
export function answerGraphErrors(app: FastifyInstance, trace: () => string): void {
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    if (error instanceof GraphError) return reply.code(error.status).send(error.body(trace()))
    const status = error.statusCode ?? 500
    if (status >= 500) request.log.error(error)
    const refusal =
      status >= 500
        ? new GraphError(500, 131000, 'Something went wrong', 'The simulator failed.')
        : new GraphError(400, 100, 'Invalid parameter', error.message)
    return reply.code(refusal.status).send(refusal.body(trace()))
  })
}
