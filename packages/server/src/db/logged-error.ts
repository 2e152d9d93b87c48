import pg from 'pg'
import { stdSerializers } from 'pino'

/**
 * An error as a log line holds it. What a database says of an error may quote a row, in its message and in what stands
 * behind it, so only the names of things are kept: the code, the constraint, the table, the column, and where we asked.
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

/** The database's own error, also below one that says more about it. */
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
