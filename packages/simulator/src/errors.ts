import type { FastifyInstance } from 'fastify'

/** A refusal of the control calls: one sentence for a person, and the field that it is about. */
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

/** The input is wrong in this field. */
export const invalidInput = (sentence: string, field: string): ApiError =>
  new ApiError(400, 'input.invalid', sentence, field)

/** Meta's titles by code, and the HTTP status where it is not 400. */
const graphErrors: Readonly<Record<number, readonly [title: string, status?: number]>> = {
  100: ['Invalid parameter'],
  190: ['Invalid OAuth access token', 401],
  2635: ['Unknown API version'],
  80007: ['Rate limit hit'],
  131000: ['Something went wrong', 500],
  131008: ['Required parameter is missing'],
  131009: ['Parameter value is not valid'],
  131026: ['Message undeliverable'],
  131047: ['Re-engagement message'],
  131053: ['Media upload error'],
  132000: ['Number of parameters does not match the expected number of params'],
  132001: ['Template name does not exist in the translation', 404],
  132005: ['Translated text too long'],
  132012: ['Parameter format does not match format in the created template'],
  132015: ['Template is paused'],
  132016: ['Template is disabled'],
  132018: ['Invalid parameter'],
}

/** Why a message failed after it was accepted. */
export type Failure = { code: number; title: string; details: string }

export const failureOf = (code: number, details: string): Failure => ({
  code,
  title: graphErrors[code]?.[0] ?? 'Refused',
  details,
})

/** A refusal as the Graph API words it. */
export class GraphError extends Error {
  override readonly name = 'GraphError'
  readonly status: number
  readonly #error: object

  constructor(
    code: number,
    details: string,
    more: { status?: number; title?: string; subcode?: number } = {},
  ) {
    const { title = failureOf(code, details).title, status = graphErrors[code]?.[1] ?? 400, subcode } = more
    const message = `(#${code}) ${title}`
    super(message)
    this.status = status
    this.#error = {
      message,
      type: 'OAuthException',
      code,
      ...(subcode !== undefined && { error_subcode: subcode }),
      error_data: { messaging_product: 'whatsapp', details },
    }
  }

  /** The body of the answer; `trace` is an id that people give to Meta's support. */
  body(trace: string): object {
    return { error: { ...this.#error, fbtrace_id: trace } }
  }
}

type FrameworkError = Error & { statusCode?: number }

/** Answers control calls' refusals as `{detail, code, fields}`; the framework's own (bad JSON, too large) likewise. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FrameworkError, request, reply) => {
    if (error instanceof ApiError) {
      return reply.code(error.status).send({ detail: error.message, code: error.code, fields: error.fields })
    }
    const { statusCode: status = 500, message } = error
    if (status < 500)
      return reply.code(status).send({ detail: message, code: 'input.unreadable', fields: {} })
    request.log.error(error)
    return reply.code(status).send({ detail: 'The simulator failed.', code: 'simulator.failed', fields: {} })
  })
}

/** Answers everything below the Cloud API's paths in Graph's form. */
export function answerGraphErrors(app: FastifyInstance, trace: () => string): void {
  app.setErrorHandler((error: FrameworkError, request, reply) => {
    const isFailure = !(error instanceof GraphError) && (error.statusCode ?? 500) >= 500
    if (isFailure) request.log.error(error)
    const other = isFailure
      ? new GraphError(131000, 'The simulator failed.')
      : new GraphError(100, error.message)
    const refusal = error instanceof GraphError ? error : other
    return reply.code(refusal.status).send(refusal.body(trace()))
  })
}
