import { t } from '@parley/core/text/translate'
import { createStore } from '../store.ts'

/** refused: the server answered with a problem, or would have. The other three: there is no answer to rely on. */
export type FailureKind = 'refused' | 'network' | 'timeout' | 'malformed'

const sentence: Readonly<Record<FailureKind, string>> = {
  refused: t('The server refused this'),
  network: t('The server could not be reached'),
  timeout: t('The server did not answer in time'),
  malformed: t('The server sent a response that Parley cannot read'),
}

type FailureFacts = Pick<ApiFailure, 'kind'> & Partial<Omit<ApiFailure, 'kind' | 'name' | 'message'>>

/** A call that did not succeed. The message is one sentence for a person. */
export class ApiFailure extends Error {
  readonly kind: FailureKind
  readonly status: number | null
  /** The problem's name, `noun.problem`, when the server gave one. */
  readonly code: string | null
  /** The server's own sentence, when it gave one. */
  readonly detail: string | null
  /** What is wrong with each named field. */
  readonly fields: Readonly<Record<string, string>>
  /** Beside a refused edit: the entity as it is now, unread; undefined without one. */
  readonly current: unknown
  /** Beside a guarded answer: the messages that its sender had not seen, unread. */
  readonly messages: readonly unknown[]
  /** Milliseconds after which the server takes such a call again; null when it did not say. */
  readonly retryAfterMs: number | null

  constructor({
    kind,
    status = null,
    code = null,
    detail = null,
    fields = {},
    current,
    messages = [],
    retryAfterMs = null,
    cause,
  }: FailureFacts) {
    super(detail ?? (status === null ? sentence[kind] : `${sentence[kind]} (${status})`), { cause })
    this.name = 'ApiFailure'
    this.kind = kind
    this.status = status
    this.code = code
    this.detail = detail
    this.fields = fields
    this.current = current
    this.messages = messages
    this.retryAfterMs = retryAfterMs
  }
}

/**
 * The failure that a refusal's body describes: `{detail, code, fields, current, messages}`, or whatever stood in its place.
 * @param retryAfter the header of that name: whole seconds
 */
export function refusal(status: number, body: unknown, retryAfter: string | null = null): ApiFailure {
  const said = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  const { detail, code, fields, current, messages } = said
  return new ApiFailure({
    kind: 'refused',
    status,
    detail: typeof detail === 'string' ? detail : null,
    code: typeof code === 'string' ? code : null,
    fields: typeof fields === 'object' && fields !== null ? (fields as Record<string, string>) : {},
    current,
    messages: Array.isArray(messages) ? messages : [],
    retryAfterMs: retryAfter !== null && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) * 1000 : null,
  })
}

/** The refusal of a call whose agent is not signed in any more: it was not made, or not taken. */
export const signedOut = (): ApiFailure =>
  new ApiFailure({
    kind: 'refused',
    status: 401,
    code: 'session.signed-out',
    detail: t('You were signed out before this was saved. Sign in and try again'),
  })

/** Whether nobody knows what became of the call: it may have reached the server. */
export const isUnanswered = (cause: unknown): boolean =>
  !(cause instanceof ApiFailure) || cause.kind !== 'refused' || (cause.status ?? 0) >= 502

/** Whether what was asked for does not exist. */
export const isMissing = (cause: unknown): boolean => cause instanceof ApiFailure && cause.status === 404

/** Whether the signed-in agent may not do it. */
export const isForbidden = (cause: unknown): boolean =>
  cause instanceof ApiFailure && cause.code === 'session.forbidden'

/** Whether an answer was held back because another had answered since its sender looked. */
export const isAnsweredSince = (cause: unknown): cause is ApiFailure =>
  cause instanceof ApiFailure && cause.code === 'message.answered-since'

/** Whether the server did not take the call because of how often such calls came: later it does. */
export const isTooOften = (cause: unknown): cause is ApiFailure =>
  cause instanceof ApiFailure && cause.code === 'call.too-often'

/** Whether the server refuses everything but the own account, until a second factor is set up there. */
export const secondFactorMissing = createStore(false)

/** Whether something was refused for want of a second factor. */
export const isForSecondFactor = (cause: unknown): boolean =>
  cause instanceof ApiFailure && cause.code === 'session.second-factor-missing'

/** Looks at each refusal. */
export function noteRefusal(failure: ApiFailure): void {
  if (isForSecondFactor(failure)) secondFactorMissing.set(true)
}
