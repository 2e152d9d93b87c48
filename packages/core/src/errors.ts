import { type Facts, problems, type ProblemCode, type Beside, type ProblemBody } from './problems.ts'

/** Thrown by rules and actions; the HTTP layer turns it into status and body. */
export class ApiError extends Error {
  readonly code: ProblemCode
  readonly status: number
  readonly fields: Readonly<Record<string, string>> | undefined
  readonly beside: Beside
  /** Seconds until a retry is allowed, if the sentence names them. */
  readonly retryAfter: number | null

  constructor(
    code: ProblemCode,
    facts: Facts = {},
    fields?: Readonly<Record<string, string>>,
    beside: Beside = {},
  ) {
    super(problems[code].detail(facts))
    this.name = 'Refusal'
    this.code = code
    this.status = problems[code].status
    this.fields = fields
    this.beside = beside
    this.retryAfter = typeof facts['seconds'] === 'number' ? facts['seconds'] : null
  }

  /** Bad input that names one field. */
  static field(name: string, sentence: string): ApiError {
    return new ApiError('input.invalid', { reason: `${name} ${sentence}` }, { [name]: sentence })
  }

  body(): ProblemBody {
    return {
      detail: this.message,
      code: this.code,
      ...(this.fields && { fields: this.fields }),
      ...this.beside,
    }
  }
}
