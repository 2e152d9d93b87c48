import fs from 'node:fs'
import type * as z from 'zod'

/**
 * Reads a setting that holds a list: JSON, or the path of a file that holds it.
 * @returns what it holds, or one line for each thing that is wrong, which quotes no value since that may be a secret
 */
export function readList<Entry>(
  name: string,
  setting: string,
  schema: z.ZodType<readonly Entry[]>,
): { readonly entries: readonly Entry[] } | { readonly problems: readonly string[] } {
  const wrong = (sentence: string) => ({ problems: [`${name}: ${sentence}`] })
  const isText = setting.trimStart().startsWith('[')
  let json: unknown
  try {
    json = JSON.parse(isText ? setting : fs.readFileSync(setting, 'utf8'))
  } catch (error) {
    // A parser's own sentence may quote a token.
    if (error instanceof SyntaxError) return wrong(isText ? 'is not JSON' : `${setting} holds no JSON`)
    const { code } = error as NodeJS.ErrnoException
    return wrong(`${setting} cannot be read (${code ?? 'unknown'}): set it to a file, or to the JSON itself`)
  }
  const reading = schema.safeParse(json)
  if (reading.success) return { entries: reading.data }
  return {
    problems: reading.error.issues.map(({ path, message }) => {
      const [place, ...field] = path
      const where =
        place === undefined ? '' : `[${String(place)}]${field.map(one => `.${String(one)}`).join('')}: `
      return `${name}: ${where}${message}`
    }),
  }
}

/** The first value that two entries share; undefined: none do. */
export function sharedBy<Entry>(entries: readonly Entry[], of: (entry: Entry) => string): string | undefined {
  return entries.map(of).find((one, n, all) => all.indexOf(one) !== n)
}
