import type { Draw } from '@parley/demo/random'
import { hostileTexts } from './values.ts'

/** The part of JSON Schema that zod writes. */
export interface Schema {
  readonly type?: string
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Schema | boolean
  readonly items?: Schema
  readonly minItems?: number
  readonly maxItems?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly exclusiveMaximum?: number
}

/** A known value for a field of this name, such as an existing id or a current version. Undefined: unknown. */
export type Known = (field: string) => unknown

/** A value that fits the schema; `near`: at its limits or one step beyond. */
export function fromSchema(
  schema: Schema,
  draw: Draw,
  { known, near, field = '' }: { known: Known; near: boolean; field?: string },
): unknown {
  const go = (inner: Schema, name = field) => fromSchema(inner, draw, { known, near, field: name })
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return draw.pick(schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return go(draw.pick(choices))
  if (schema.allOf !== undefined) return go(draw.pick(schema.allOf))
  if (schema.type === 'object') return objectFrom(schema, draw, go)
  if (schema.type === 'array') {
    const least = schema.minItems ?? 0
    const most = Math.min(schema.maxItems ?? 3, 60)
    const length = near
      ? draw.pick([least, most, most + 1, Math.max(0, least - 1)])
      : draw.between(least, Math.min(most, 3))
    return Array.from({ length }, () => go(schema.items ?? {}))
  }
  if (schema.type === 'boolean') return draw.chance(0.5)
  if (schema.type === 'null') return null
  const seen = known(field)
  if (seen !== undefined && draw.chance(0.7)) return seen
  if (schema.type === 'integer' || schema.type === 'number') return numberFrom(schema, draw, near)
  return textFrom(schema, draw, near)
}

function objectFrom(schema: Schema, draw: Draw, go: (inner: Schema, name: string) => unknown): unknown {
  const required = new Set(schema.required ?? [])
  const fields = Object.entries(schema.properties ?? {})
    .filter(([name]) => required.has(name) || draw.chance(0.4))
    .map(([name, inner]) => [name, go(inner, name)] as const)
  const { additionalProperties } = schema
  const more =
    typeof additionalProperties === 'object'
      ? Array.from(
          { length: draw.between(0, 3) },
          () => [draw.pick(hostileTexts).slice(0, 50), go(additionalProperties, '')] as const,
        )
      : []
  return Object.fromEntries([...fields, ...more])
}

function numberFrom(schema: Schema, draw: Draw, near: boolean): number {
  const least = schema.minimum ?? schema.exclusiveMinimum ?? 0
  const most = schema.maximum ?? schema.exclusiveMaximum ?? 1_000
  if (near) return draw.pick([least, most, least - 1, most + 1, least + 0.5, Number.MAX_SAFE_INTEGER, -1])
  return schema.type === 'integer'
    ? draw.between(least, Math.min(most, least + 1_000))
    : least + draw.fraction() * (Math.min(most, least + 1_000) - least)
}

const words = ['My claim', 'LF-20311', 'Nakato', 'UGX 250,000', '+256 700 000 001', 'é🙂', '5', 'x']

function textFrom(
  { minLength = 0, maxLength = 60, format, pattern }: Schema,
  draw: Draw,
  near: boolean,
): string {
  if (near) return 'x'.repeat(Math.max(0, draw.pick([minLength - 1, minLength, maxLength, maxLength + 1])))
  if (format === 'date') return `2026-0${draw.between(1, 9)}-${draw.between(10, 28)}`
  if (format === 'date-time') return `2026-0${draw.between(1, 9)}-${draw.between(10, 28)}T09:00:00.000Z`
  if (pattern !== undefined) return draw.pick(['1', '17', '0', '2026-03-02', '2026-03', '09:00', '999999'])
  return draw
    .pick([...words, ...hostileTexts])
    .slice(0, maxLength)
    .padEnd(minLength, 'x')
}
