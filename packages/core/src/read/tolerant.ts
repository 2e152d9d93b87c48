import type * as z from 'zod'
import { type Plain, standIns } from '../call.ts'
import { dayOf, type Fields, fieldsOf, numberOf, textOf, timeOf } from './value.ts'

/** How the values of one schema are read. Neither function throws. */
interface Kind {
  /** The value; undefined if the raw one is unreadable. */
  readonly read: (raw: unknown) => unknown
  /** The same with a default for an unreadable value; undefined: the key is left out. */
  readonly whole: (raw: unknown) => unknown
}

/** Converts other shapes of an object into the schema's own, before its fields are read. Never throws. */
type Preprocess = (raw: unknown) => unknown

const kinds = new WeakMap<z.ZodType, Kind>()

/**
 * A reader of any JSON as a schema's value. It never throws, and it drops unknown keys. An unreadable field gets the default that
 * `orElse` declares, else null, an empty value, 0, false, the first of the schema's words, or 1970. The first key of an object
 * decides whether the object exists: without it, and without `orElse` for it, an object is null, absent, or left out of its list.
 * The schema keeps its `preprocess` inside every schema that is compiled later.
 */
export function tolerant<S extends z.ZodType>(
  schema: S,
  preprocess?: Preprocess,
): (raw: unknown) => Plain<z.output<S>> {
  return kindOf(schema, preprocess).whole as (raw: unknown) => Plain<z.output<S>>
}

/** The same for a list, bare or wrapped in an object. */
export function tolerantList<S extends z.ZodType>(
  schema: S,
  preprocess?: Preprocess,
): (raw: unknown) => readonly Plain<z.output<S>>[] {
  const readAll = listReader(kindOf(schema, preprocess))
  return raw => readAll(listIn(raw)) as Plain<z.output<S>>[]
}

/** The response itself if it is a list, else the list that it holds under any name. */
const listIn = (raw: unknown): readonly unknown[] =>
  Array.isArray(raw) ? raw : (Object.values(fieldsOf(raw)).find(Array.isArray) ?? [])

function kindOf(schema: z.ZodType, preprocess?: Preprocess): Kind {
  const known = preprocess === undefined ? kinds.get(schema) : undefined
  if (known !== undefined) return known
  const made = compile(schema, preprocess)
  const kind = standIns.has(schema) ? scalar(made.read, standIns.get(schema)) : made
  kinds.set(schema, kind)
  return kind
}

const scalar = (read: Kind['read'], empty: unknown): Kind => ({ read, whole: raw => read(raw) ?? empty })

const epoch = new Date(0).toISOString()

/** The schemas that the API's declarations are made of. */
type Known =
  | z.ZodString
  | z.ZodNumber
  | z.ZodBoolean
  | z.ZodEnum
  | z.ZodLiteral
  | z.ZodObject
  | z.ZodArray<z.ZodType>
  | z.ZodRecord<z.ZodString, z.ZodType>
  | z.ZodUnion<readonly z.ZodType[]>
  | z.ZodNullable<z.ZodType>
  | z.ZodOptional<z.ZodType>
  | z.ZodReadonly<z.ZodType>
  | z.ZodUnknown

function compile(schema: z.ZodType, preprocess?: Preprocess): Kind {
  const known = schema as Known
  switch (known.type) {
    case 'string':
      return stringKind(known.format)
    case 'number':
      return numberKind(known)
    case 'boolean':
      return scalar(raw => (typeof raw === 'boolean' ? raw : undefined), false)
    case 'enum':
      return wordKind(known.options.map(String))
    case 'literal': {
      const values: ReadonlySet<unknown> = known.values
      return scalar(raw => (values.has(raw) ? raw : undefined), [...values][0])
    }
    case 'object':
      return objectKind(known.shape, preprocess)
    case 'array': {
      const readAll = listReader(kindOf(known.element))
      return {
        read: raw => (Array.isArray(raw) ? readAll(raw) : undefined),
        whole: raw => (Array.isArray(raw) ? readAll(raw) : []),
      }
    }
    case 'record':
      return recordKind(kindOf(known.valueType))
    case 'union':
      return unionKind(known.options)
    case 'nullable': {
      const { read } = kindOf(known.unwrap())
      return scalar(raw => (raw === null || raw === undefined ? null : (read(raw) ?? null)), null)
    }
    case 'optional':
      return scalar(kindOf(known.unwrap()).read, undefined)
    case 'readonly':
      return kindOf(known.unwrap())
    case 'unknown':
      return scalar(raw => raw, null)
    default:
      throw new TypeError(`No reader for schemas of type ${schema.type}`)
  }
}

function stringKind(format: string | null): Kind {
  if (format === 'datetime') return scalar(raw => timeOf(raw) ?? undefined, epoch)
  if (format === 'date') return scalar(raw => dayOf(raw) ?? undefined, '')
  return scalar(raw => textOf(raw) ?? undefined, '')
}

/** An integer loses its fraction; a number outside the schema's limits cannot be read. */
function numberKind({ minValue, maxValue, isInt }: z.ZodNumber): Kind {
  const [least, most] = [minValue ?? -Infinity, maxValue ?? Infinity]
  const read = (raw: unknown) => {
    const number = numberOf(raw)
    if (number === null) return undefined
    const value = isInt ? Math.trunc(number) : number
    return value >= least && value <= most ? value : undefined
  }
  return scalar(read, 0)
}

/** The exact word first: case tells "message" from "MESSAGE". */
function wordKind(words: readonly string[]): Kind {
  const exact = new Set<unknown>(words)
  const byUpper = new Map(words.toReversed().map(word => [word.toUpperCase(), word]))
  const read = (raw: unknown) =>
    exact.has(raw) ? raw : typeof raw === 'string' ? byUpper.get(raw.toUpperCase()) : undefined
  return scalar(read, words[0])
}

const listReader =
  ({ read }: Kind) =>
  (list: readonly unknown[]): unknown[] => {
    const values: unknown[] = []
    for (const raw of list) {
      const value = read(raw)
      if (value !== undefined) values.push(value)
    }
    return values
  }

const isObject = (raw: unknown): boolean => typeof raw === 'object' && raw !== null && !Array.isArray(raw)

function recordKind({ read }: Kind): Kind {
  const readAll = (raw: unknown) =>
    Object.fromEntries(
      Object.entries(fieldsOf(raw)).flatMap(([key, value]) => {
        const part = read(value)
        return part === undefined ? [] : [[key, part]]
      }),
    )
  return { read: raw => (isObject(raw) ? readAll(raw) : undefined), whole: readAll }
}

/** An option of the raw value's own type comes before one that needs a conversion. */
function unionKind(options: readonly z.ZodType[]): Kind {
  const readers = options.map(option => kindOf(option).read)
  const read = (raw: unknown) => {
    const same = isObject(raw) ? -1 : options.findIndex(({ type }) => type === typeof raw)
    if (same >= 0) return readers[same]?.(raw)
    for (const readAs of readers) {
      const value = readAs(raw)
      if (value !== undefined) return value
    }
    return undefined
  }
  return scalar(read, options[0] && kindOf(options[0]).whole(undefined))
}

function objectKind(shape: z.core.$ZodShape, preprocess: Preprocess = raw => raw): Kind {
  const parts = Object.entries(shape).map(([key, schema]) => ({ key, ...kindOf(schema as z.ZodType) }))
  const [first] = parts
  const needsFirst = first?.whole(undefined) !== undefined && !standIns.has(shape[first.key] as z.ZodType)
  const isSparse = parts.every(({ whole }) => whole(undefined) === undefined)
  const readParts = (fields: Fields): Record<string, unknown> => {
    const value: Record<string, unknown> = {}
    for (const { key, whole } of parts) {
      const part = whole(fields[key])
      if (part !== undefined) value[key] = part
    }
    return value
  }
  const read = (raw: unknown) => {
    const folded = preprocess(raw)
    if (!isObject(folded)) return undefined
    const fields = fieldsOf(folded)
    if (needsFirst && first.read(fields[first.key]) === undefined) return undefined
    const value = readParts(fields)
    return isSparse && Object.keys(value).length === 0 ? undefined : value
  }
  return { read, whole: raw => readParts(fieldsOf(preprocess(raw))) }
}
