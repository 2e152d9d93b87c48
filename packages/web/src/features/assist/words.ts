import { t } from '@parley/core/text/translate'
import { ApiFailure, isUnanswered } from '../../client/api-failure.ts'

/** What an agent reads where assist gave nothing: the thing, the reason, and what to do. */
export function whyNot(what: string, cause: unknown): string {
  const reason = cause instanceof Error ? cause.message : t('unknown reason')
  // The server's own sentence says what to do.
  const isSaid = cause instanceof ApiFailure && cause.code === 'assist.failed'
  return `${what}: ${reason}.${!isSaid && isUnanswered(cause) ? t(' Try again.') : ''}`
}
