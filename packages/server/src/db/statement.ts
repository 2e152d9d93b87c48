import { CompiledQuery, type Kysely } from 'kysely'
import type { Database } from './database.ts'

/** A statement that runs so often that building its text and having it parsed anew each time would cost more than itself. */
export type Statement<Row> = (reader: Kysely<Database>, values: readonly unknown[]) => Promise<readonly Row[]>

const names = new Map<string, string>()

/**
 * A statement written out in SQL, which PostgreSQL parses once for each connection. It must name its columns (no `*`), so
 * that a column that an upgrade adds does not change what it answers.
 * @param name of its own, as PostgreSQL's views show it
 */
export function statement<Row>(name: string, text: string): Statement<Row> {
  names.set(text, name)
  return async (reader, values) => (await reader.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows
}

/** The name under which a connection keeps a text prepared; undefined for every other. */
export const preparedName = (text: string): string | undefined => names.get(text)
