/*
 * Stands in for zod in the console's build. The console reads values by the shapes of the schemas and never validates, and
 * zod itself would add 29 KB to a first load of 165 KB. A method that only limits values returns the same schema.
 */

type Shape = Readonly<Record<string, Schema>>

class Schema {
  declare readonly shape: Shape
  readonly type: string

  constructor(type: string, parts: object = {}) {
    this.type = type
    Object.assign(this, parts)
  }

  wrapped(type: string): Schema {
    return new Schema(type, { unwrap: () => this })
  }
  nullable(): Schema {
    return this.wrapped('nullable')
  }
  optional(): Schema {
    return this.wrapped('optional')
  }
  readonly(): Schema {
    return this.wrapped('readonly')
  }
  extend(more: Shape): Schema {
    return object({ ...this.shape, ...more })
  }
  partial(): Schema {
    return object(Object.fromEntries(Object.entries(this.shape).map(([key, one]) => [key, one.optional()])))
  }
  min(minValue: number): Schema {
    return new Schema(this.type, { ...this, minValue })
  }
  max(maxValue: number): Schema {
    return new Schema(this.type, { ...this, maxValue })
  }
  brand(): Schema {
    return this
  }
  regex(): Schema {
    return this
  }
  refine(): Schema {
    return this
  }
  trim(): Schema {
    return this
  }
  toLowerCase(): Schema {
    return this
  }
  meta(): Schema {
    return this
  }
  default(): Schema {
    return this
  }
  int(): Schema {
    return this
  }
}

export const object = (shape: Shape): Schema => new Schema('object', { shape })
export const string = (): Schema => new Schema('string')
export const number = (): Schema => new Schema('number')
export const int = (): Schema => new Schema('number', { isInt: true })
export const coerce = { number }
export const boolean = (): Schema => new Schema('boolean')
export const stringbool = boolean
export const unknown = (): Schema => new Schema('unknown')
export const literal = (value: unknown): Schema => new Schema('literal', { values: new Set([value].flat()) })
export const array = (element: Schema): Schema => new Schema('array', { element })
export const record = (_: Schema, valueType: Schema): Schema => new Schema('record', { valueType })
export const partialRecord = record
export const union = (options: readonly Schema[]): Schema => new Schema('union', { options })
export const discriminatedUnion = (_: string, options: readonly Schema[]): Schema => union(options)
export const iso = {
  date: (): Schema => new Schema('string', { format: 'date' }),
  datetime: (): Schema => new Schema('string', { format: 'datetime' }),
}
const words = (options: readonly string[]): Schema => new Schema('enum', { options })
export { words as enum }
