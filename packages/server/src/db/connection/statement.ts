import { CompiledQuery, type Kysely, type RawBuilder } from 'kysely'
import type { Database } from '../database.ts'

/** A statement that runs so often that building its text and having it parsed anew each time would cost more than itself. */
export type Statement<Row> = (reader: Kysely<Database>, values: readonly unknown[]) => Promise<readonly Row[]>

const names = new Map<string, string>()

/**
 * PostgreSQL keeps a plan only while planning for the very values would not be cheaper to run, and an array shorter than
 * the ten elements that it supposes is: each call would be planned anew, which takes longer than running it. Behind a
 * select it does not see how long an array is.
 */
const hidingLengths = (text: string): string =>
  text.replaceAll(/\$\d+::(\w+\[\])/g, (array, type: string) => `((select ${array})::${type})`)

/**
 * A statement written out in SQL, which PostgreSQL parses once for each connection. It must name its columns (no `*`), so
 * that a column that an upgrade adds does not change what it answers.
 * @param name of its own, as PostgreSQL's views show it
 */
export function statement<Row>(name: string, sql: string): Statement<Row> {
  const text = hidingLengths(sql)
  names.set(text, name)
  return async (reader, values) => (await reader.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows
}

/** Shapes of one query that a connection keeps; what is asked for in still other ways is planned each time. */
const mostShapes = 32
const shapes = new Map<string, number>()

/**
 * Runs a query that is put together anew each time and yet comes in few shapes: the first ones are prepared under `name`
 * and their number. Planning one of ten joins takes longer than running it. What differs from call to call must be values
 * and no text, and the columns must be named as above.
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

/** The name under which a connection keeps a text prepared; undefined for every other. */
export const preparedName = (text: string): string | undefined => names.get(text)
