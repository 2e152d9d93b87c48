import fs from 'node:fs'
import path from 'node:path'

/** One numbered SQL file. */
export interface Migration {
  readonly name: string
  readonly text: string
}

const here = new URL('.', import.meta.url).pathname
/** Beside the bundle in production, two folders up from the source in development. */
const places = [path.join(here, 'migrations'), path.join(here, '../../migrations')]

/** Reads the numbered SQL files, in order. */
export function readMigrations(): readonly Migration[] {
  const dir = places.find(place => fs.existsSync(place))
  if (dir === undefined) throw new Error(`No migrations folder at ${places.join(' or ')}`)
  const names = fs.readdirSync(dir).filter(name => /^\d{4}-.*\.sql$/.test(name))
  return names.toSorted().map(name => ({ name, text: fs.readFileSync(path.join(dir, name), 'utf8') }))
}

/** Whether its first line says that it runs outside of a transaction, so that nobody waits for it to write. */
export const isConcurrent = ({ text }: Migration): boolean =>
  /^-- concurrently\s*$/m.test(text.split('\n')[0] ?? '')

/** Statements of a script, split at semicolons that end a line: our migrations hold no function bodies. */
export const statements = (script: string): readonly string[] =>
  script
    .split(/;\s*$/m)
    .map(statement => statement.replace(/^\s*--.*$/gm, '').trim())
    .filter(statement => statement !== '')
