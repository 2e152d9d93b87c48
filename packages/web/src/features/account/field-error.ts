import { ApiFailure } from '../../client/api-failure.ts'

/** What is wrong with one field of a form, for a person: "The new password must have at least 10 characters". */
export function fieldError(cause: unknown, field: string, label: string): string | undefined {
  const sentence = cause instanceof ApiFailure ? cause.fields[field] : undefined
  return sentence === undefined ? undefined : `The ${label} ${sentence}`
}

/** What is wrong with a form beside its fields; null where a field says it, or nothing failed. */
export function formError(cause: unknown, fields: readonly string[]): string | null {
  if (!(cause instanceof Error)) return null
  if (cause instanceof ApiFailure && fields.some(field => cause.fields[field] !== undefined)) return null
  return cause.message
}
