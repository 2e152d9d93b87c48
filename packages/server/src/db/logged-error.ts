import pg from 'pg'
import { stdSerializers } from 'pino'

/**
 * An error in the form for the log. A database error's message and details may quote a row. So only names are kept: the code, the
 * constraint, the table, the column, and our stack.
 */
export function loggedError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const fault = faultOf(error)
  if (fault === null) return stdSerializers.err(error)
  const { code, constraint, table, column } = fault as {
    readonly [Name in 'code' | 'constraint' | 'table' | 'column']?: unknown
  }
  return {
    type: 'DatabaseError',
    code,
    ...(constraint !== undefined && { constraint }),
    ...(table !== undefined && { table }),
    ...(column !== undefined && { column }),
    stack: (error.stack ?? '')
      .split('\n')
      .filter(line => /^\s+at /.test(line))
      .join('\n'),
  }
}

/** The same in one line of text. */
export function faultText(error: unknown): string {
  const { type, code, constraint, message } = loggedError(error) as Record<string, unknown>
  return [type, code, constraint, message].filter(part => typeof part === 'string').join(' ')
}

/** Finds the database's own error, also as a cause of another error. */
function faultOf(error: unknown): Error | null {
  if (!(error instanceof Error)) return null
  if (error instanceof pg.DatabaseError) return error
  const below = error instanceof AggregateError ? error.errors : [error.cause]
  for (const one of below) {
    const fault = faultOf(one)
    if (fault !== null) return fault
  }
  return null
}
