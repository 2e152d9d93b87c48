import { ApiError } from '@parley/core/errors'
import { tooLong } from '@parley/core/text/length'
import type * as z from 'zod'

/** A readable sentence about a limit, for schemas without their own. */
function limitOf(issue: z.core.$ZodIssue): string | null {
  if (!issue.message.startsWith('Too ')) return null
  if (issue.code === 'too_big') {
    const most = Number(issue.maximum)
    if (issue.origin === 'string') return tooLong(most)
    return issue.origin === 'array' ? `must be at most ${most}` : null
  }
  if (issue.code !== 'too_small' || issue.minimum !== 1) return null
  return issue.origin === 'string' || issue.origin === 'array' ? 'must not be empty' : null
}

const sentenceOf = (issue: z.core.$ZodIssue): string => {
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'is missing'
  const limit = limitOf(issue)
  if (limit !== null) return limit
  return issue.message
    .replace(/^Invalid input: /, '')
    .replace(/^(Too|Invalid)/, word => `is ${word.toLowerCase()}`)
}

/** Deeper than any input of ours. A text of nested brackets must not exhaust the stack. */
const deepest = 20

/**
 * Finds text that the schema accepts and the database rejects. It is the character NUL and halves of surrogate pairs, in values
 * and in names. Such input is the sender's mistake, not a server error. Null if there is none.
 */
function unstorable(value: unknown, path: string, depth = 0): { path: string; sentence: string } | null {
  if (typeof value === 'string') {
    if (value.includes('\0')) return { path, sentence: 'must not contain the character U+0000' }
    return /\p{Surrogate}/u.test(value) ? { path, sentence: 'must be well-formed Unicode' } : null
  }
  if (typeof value !== 'object' || value === null) return null
  if (depth === deepest) return { path, sentence: `must not be nested deeper than ${deepest} levels` }
  for (const [name, inner] of Object.entries(value)) {
    const at = path === '' ? name : path
    const found = unstorable(name, at) ?? unstorable(inner, at, depth + 1)
    if (found !== null) return found
  }
  return null
}

/**
 * zod compares the `length` or `size` of a value before it checks the value's type. If that is an object that converts to no
 * number, zod throws, although it is the sender's mistake. Null if no value has such a length.
 */
function immeasurable(value: unknown, path: string, depth = 0): { path: string; sentence: string } | null {
  if (typeof value !== 'object' || value === null || depth === deepest) return null
  for (const [name, inner] of Object.entries(value)) {
    if (/^(length|size)$/.test(name) && typeof inner === 'object' && !Array.isArray(value))
      return { path, sentence: `must not have a ${name} that is no number` }
    const found = immeasurable(inner, path === '' ? name : path, depth + 1)
    if (found !== null) return found
  }
  return null
}

function readBy<S extends z.ZodType>(schema: S, value: unknown, part: string) {
  try {
    return schema.safeParse(value, { reportInput: true })
  } catch (error) {
    const found = immeasurable(value, '')
    if (found === null) throw error
    throw ApiError.field(found.path === '' ? part : found.path, found.sentence)
  }
}

/**
 * Parses one part of a request (params, query or body) by its schema.
 * @throws ApiError input.invalid with a sentence for each invalid field
 */
export function parsePart<S extends z.ZodType>(schema: S, value: unknown, part: string): z.output<S> {
  const read = readBy(schema, value, part)
  if (!read.success) {
    const fields: Record<string, string> = {}
    for (const issue of read.error.issues) {
      const name = issue.path.length === 0 ? part : issue.path.join('.')
      fields[name] ??= sentenceOf(issue)
    }
    const [first] = Object.entries(fields)
    throw new ApiError(
      'input.invalid',
      { reason: first === undefined ? part : `${first[0]} ${first[1]}` },
      fields,
    )
  }
  const found = unstorable(read.data, '')
  if (found !== null) throw ApiError.field(found.path === '' ? part : found.path, found.sentence)
  return read.data
}
