import { CompiledQuery, type Kysely, type RawBuilder } from 'kysely'
import type { Database } from '../database.ts'

/** A frequent statement: building and parsing its text each time would take longer than running it. */
export type Statement<Row> = (reader: Kysely<Database>, values: readonly unknown[]) => Promise<readonly Row[]>

const names = new Map<string, string>()

/**
 * PostgreSQL keeps a plan only if one for the actual values would not be cheaper. It assumes ten elements for an array, so a
 * shorter array would be planned at each call. That takes longer than running it. Behind a select it does not see the length of
 * an array.
 */
const hidingLengths = (text: string): string =>
  text.replaceAll(/\$\d+::(\w+\[\])/g, (array, type: string) => `((select ${array})::${type})`)

/**
 * A statement in SQL, which PostgreSQL parses once for each connection. It must name its columns (no `*`), so that a column added
 * by an upgrade does not change its result.
 * @param name a unique name, as PostgreSQL's views show it
 */
export function statement<Row>(name: string, sql: string): Statement<Row> {
  const text = hidingLengths(sql)
  names.set(text, name)
  return async (reader, values) => (await reader.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows
}

/** Prepared shapes of one query for each connection. Further shapes are planned at each call. */
const mostShapes = 32
const shapes = new Map<string, number>()

/**
 * Runs a query whose text is built each time but has few shapes. The first shapes are prepared under `name` and their number.
 * Planning one of ten joins takes longer than running it. Differences between calls must be values and not text, and the columns
 * must be named as above.
 */
export async function runPrepared<Row>(
  reader: Kysely<Database>,
  name: string,
  query: RawBuilder<Row>,
): Promise<readonly Row[]> {
  const asked = query.compile(reader)
  const compiled: CompiledQuery<Row> = { ...asked, sql: hidingLengths(asked.sql) }
  const known = shapes.get(name) ?? 0
  if (!names.has(compiled.sql) && known < mostShapes) {
    names.set(compiled.sql, `${name}_${known}`)
    shapes.set(name, known + 1)
  }
  return (await reader.executeQuery(compiled)).rows
}

/** The name of a prepared text. Undefined for any other text. */
export const preparedName = (text: string): string | undefined => names.get(text)
