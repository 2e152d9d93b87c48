import { t } from '@parley/core/text/translate'
import { ApiFailure } from '../../client/api-failure.ts'

/**
 * What somebody reads whose sign-in failed: the server's sentence where it refused, "Invalid credentials" where it gave
 * none, and where nobody can have checked the password, that.
 */
export function signInWords(cause: unknown): string {
  const { status, detail } = cause instanceof ApiFailure ? cause : { status: null, detail: null }
  if (status !== null && status < 500 && detail !== null) return detail
  if (status === 400 || status === 401) return t('Invalid credentials')
  return t('Parley cannot be reached. Your password was not checked. Try again.')
}
