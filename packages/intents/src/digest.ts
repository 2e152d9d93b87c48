import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const here = path.dirname(fileURLToPath(import.meta.url))

/** Names what a model is learnt from: the examples of a directory and the code that learns, by their content. */
export function digestOfLessons(directory: string): string {
  const digest = createHash('sha256').update(process.versions.node.split('.')[0] ?? '')
  const sources = filesOf(here, name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  for (const file of [...filesOf(directory, name => name.endsWith('.csv')), ...sources]) {
    digest.update(path.basename(file)).update('\0').update(fs.readFileSync(file)).update('\0')
  }
  return digest.digest('hex')
}

const filesOf = (directory: string, isOne: (name: string) => boolean): readonly string[] =>
  fs
    .readdirSync(directory)
    .filter(isOne)
    .toSorted()
    .map(name => path.join(directory, name))
