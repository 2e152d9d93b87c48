import { createHash } from 'node:crypto'
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

/** What is recorded of a file that ran. */
export const migrationHash = ({ text }: Migration): string => createHash('sha256').update(text).digest('hex')
