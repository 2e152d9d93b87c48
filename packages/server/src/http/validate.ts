import { Refusal } from '@parley/core/errors'
import type * as z from 'zod'

const sentenceOf = (issue: z.core.$ZodIssue): string => {
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'is missing'
  return issue.message
    .replace(/^Invalid input: /, '')
    .replace(/^(Too|Invalid)/, word => `is ${word.toLowerCase()}`)
}

/** The database stores no NUL; found anywhere in an input it is the sender's mistake and not ours. */
function nulPath(value: unknown, path: string): string | null {
  if (typeof value === 'string') return value.includes('\0') ? path : null
  if (typeof value !== 'object' || value === null) return null
  for (const [name, inner] of Object.entries(value)) {
    const found = nulPath(inner, path === '' ? name : path)
    if (found !== null) return found
  }
  return null
}

/**
 * Parses one part of a request (params, query or body) by its schema.
 * @throws Refusal input.invalid with a sentence for each field at fault
 */
export function parsePart<S extends z.ZodType>(schema: S, value: unknown, part: string): z.output<S> {
  const read = schema.safeParse(value, { reportInput: true })
  if (!read.success) {
    const fields: Record<string, string> = {}
    for (const issue of read.error.issues) {
      const name = issue.path.length === 0 ? part : issue.path.join('.')
      fields[name] ??= sentenceOf(issue)
    }
    const [first] = Object.entries(fields)
    throw new Refusal(
      'input.invalid',
      { reason: first === undefined ? part : `${first[0]} ${first[1]}` },
      fields,
    )
  }
  const nul = nulPath(read.data, '')
  if (nul !== null) throw Refusal.field(nul, 'must not contain the character U+0000')
  return read.data
}
