import fs from 'node:fs'
import { parse } from 'csv-parse/sync'
import type { Example } from './recogniser.ts'

/** An invalid file of examples. The message names the file and the line, and the remedy. */
export class ExampleFileError extends Error {
  override readonly name = 'ExampleFileError'
}

/**
 * Reads examples from CSV with the columns `text` and `category`, in any order; other columns are ignored.
 * @throws ExampleFileError
 */
export function readExamples(path: string): readonly Example[] {
  const rows = rowsOf(path)
  return rows.map(({ text, category }, n) => {
    if (text === undefined || category === undefined) {
      throw new ExampleFileError(`${path}: needs the columns text and category in its first line`)
    }
    if (text.trim() === '' || category.trim() === '') {
      throw new ExampleFileError(`${path}: row ${n + 1} has no ${text.trim() === '' ? 'text' : 'category'}`)
    }
    return { text, intent: category.trim() }
  })
}

function rowsOf(path: string): readonly Readonly<Record<string, string | undefined>>[] {
  try {
    const rows: Record<string, string>[] = parse(fs.readFileSync(path), {
      columns: true,
      bom: true,
      skip_empty_lines: true,
    })
    if (rows.length === 0) throw new ExampleFileError(`${path}: holds no examples`)
    return rows
  } catch (error) {
    if (error instanceof ExampleFileError) throw error
    const { code } = error as { code?: string }
    if (code === 'ENOENT') throw new ExampleFileError(`${path}: there is no such file`)
    const reason = error instanceof Error ? error.message : String(error)
    throw new ExampleFileError(`${path}: is not CSV (${reason})`)
  }
}
