import type * as z from 'zod'

/** The time of every sample. */
export const sampleTime = '2026-03-02T09:00:00.000Z'

/** What sampleOf reads of a schema. */
interface Definition {
  readonly type: string
  readonly format?: string
  readonly shape?: Readonly<Record<string, z.ZodType>>
  readonly innerType?: z.ZodType
  readonly in?: z.ZodType
  readonly items?: readonly z.ZodType[]
  readonly options?: readonly z.ZodType[]
  readonly entries?: Readonly<Record<string, string>>
  readonly values?: readonly unknown[]
  readonly left?: z.ZodType
  readonly right?: z.ZodType
}

/**
 * The plainest value that a schema accepts, as JSON: null, an empty list and text, the least number, the first of several. So a
 * fixture names only what its test is about, and a new field needs no change of any fixture.
 * @throws Error for a part of zod that no declaration has used yet
 */
export function sampleOf<S extends z.ZodType>(schema: S): z.input<S> {
  return valueOf(schema) as z.input<S>
}

function valueOf(schema: z.ZodType): unknown {
  const definition = schema.def as unknown as Definition
  const inner = definition.innerType ?? definition.in
  switch (definition.type) {
    case 'object':
      return objectOf(definition.shape ?? {})
    case 'string':
      return textOf(schema as z.ZodString)
    case 'number':
      return Math.max(0, (schema as z.ZodNumber).minValue ?? 0)
    case 'boolean':
      return false
    case 'array':
      return []
    case 'record':
      return {}
    case 'tuple':
      return (definition.items ?? []).map(valueOf)
    case 'enum':
      return Object.values(definition.entries ?? {})[0]
    case 'literal':
      return definition.values?.[0]
    case 'union':
      return definition.options?.[0] && valueOf(definition.options[0])
    case 'intersection':
      return {
        ...(valueOf(definition.left as z.ZodType) as object),
        ...(valueOf(definition.right as z.ZodType) as object),
      }
    case 'nullable':
    case 'null':
    case 'unknown':
    case 'any':
      return null
    case 'optional':
    case 'default':
    case 'prefault':
    case 'undefined':
      return undefined
    case 'pipe':
    case 'readonly':
    case 'lazy':
      if (inner !== undefined) return valueOf(inner)
  }
  throw new Error(`There is no sample of the schema type "${definition.type}"`)
}

function objectOf(shape: Readonly<Record<string, z.ZodType>>): Record<string, unknown> {
  const fields = Object.entries(shape).map(([name, field]) => [name, valueOf(field)] as const)
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined))
}

/** A text of the format: a time, a decimal id, else the shortest that is long enough. */
function textOf(schema: z.ZodString): string {
  const texts = [sampleTime, sampleTime.slice(0, 10), '1', '09:00', 'a'.repeat(schema.minLength ?? 0)]
  return ['', ...texts].find(text => schema.safeParse(text).success) ?? ''
}
