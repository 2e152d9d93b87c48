import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import type { Db } from './open.ts'

/** A migration file was changed after it ran, or is missing. */
export class MigrationMismatch extends Error {}

const here = new URL('.', import.meta.url).pathname
/** Beside the bundle in production, two folders up from the source in development. */
const places = [path.join(here, 'migrations'), path.join(here, '../../migrations')]

/** Reads the numbered SQL files, in order. */
export function readMigrations(): readonly { readonly name: string; readonly text: string }[] {
  const dir = places.find(place => fs.existsSync(place))
  if (dir === undefined) throw new Error(`No migrations folder at ${places.join(' or ')}`)
  const names = fs.readdirSync(dir).filter(name => /^\d{4}-.*\.sql$/.test(name))
  return names.toSorted().map(name => ({ name, text: fs.readFileSync(path.join(dir, name), 'utf8') }))
}

/** An advisory lock of our own, so that two starting servers do not migrate at once. */
const lockKey = 7_270_151

/**
 * Brings the schema up to date: all missing files in one transaction. Answers the names that ran.
 * @throws MigrationMismatch when a file that ran has changed since
 */
export async function migrate(db: Db, now: Date): Promise<readonly string[]> {
  const files = readMigrations()
  return db.transaction().execute(async tx => {
    // The lock comes before "create table if not exists": two starters raced there once (23505).
    await sql`select pg_advisory_xact_lock(${lockKey})`.execute(tx)
    await sql`create table if not exists migrations (name text primary key, hash text not null, ran_at timestamptz not null)`.execute(
      tx,
    )
    const { rows } = await sql<{ name: string; hash: string }>`select name, hash from migrations`.execute(tx)
    const ran = new Map(rows.map(row => [row.name, row.hash]))
    const fresh: string[] = []
    for (const { name, text } of files) {
      const hash = createHash('sha256').update(text).digest('hex')
      const known = ran.get(name)
      if (known !== undefined && known !== hash)
        throw new MigrationMismatch(`Migration ${name} was changed after it ran`)
      if (known !== undefined) continue
      for (const statement of statements(text)) await sql.raw(statement).execute(tx)
      await sql`insert into migrations (name, hash, ran_at) values (${name}, ${hash}, ${now})`.execute(tx)
      fresh.push(name)
    }
    return fresh
  })
}

/** Statements of a script, split at semicolons that end a line outside of a function's body (`$$ … $$`). */
export function statements(script: string): readonly string[] {
  const whole: string[] = []
  let open = ''
  for (const piece of script.replace(/^\s*--.*$/gm, '').split(/(?<=;)\s*$/m)) {
    open += piece
    if (open.split('$$').length % 2 === 0) continue
    whole.push(open.trim().replace(/;$/, ''))
    open = ''
  }
  return [...whole, open.trim()].filter(statement => statement !== '')
}
