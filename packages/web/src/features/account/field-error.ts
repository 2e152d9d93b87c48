import { t } from '@parley/core/text/translate'
import { ApiFailure } from '../../client/api-failure.ts'

/**
 * What is wrong with a form: at each field that the server refused, "The new password must have at least 10 characters",
 * else beside the fields.
 * @param labels the fields that say it themselves, as the server names them
 */
export const refusalWords =
  <Name extends string>(labels: Readonly<Record<Name, string>>) =>
  (cause: unknown): string | Readonly<Record<string, string>> => {
    const refused = cause instanceof ApiFailure ? cause.fields : {}
    const said = Object.entries<string>(labels).flatMap(([name, label]) =>
      refused[name] === undefined
        ? []
        : [[name, t('The {label} {refused}', { label, refused: refused[name] })] as const],
    )
    if (said.length > 0) return Object.fromEntries(said)
    return cause instanceof Error ? cause.message : String(cause)
  }
