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
    return objectShape({ ...this.shape, ...more })
  }
  partial(): Schema {
    return objectShape(
      Object.fromEntries(Object.entries(this.shape).map(([key, one]) => [key, one.optional()])),
    )
  }
  min(minValue: number): Schema {
    return Object.assign(new Schema(this.type), this, { minValue })
  }
  max(maxValue: number): Schema {
    return Object.assign(new Schema(this.type), this, { maxValue })
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

const objectShape = (shape: Shape): Schema => new Schema('object', { shape })
const stringShape = (): Schema => new Schema('string')
const numberShape = (): Schema => new Schema('number')
const intShape = (): Schema => new Schema('number', { isInt: true })
const booleanShape = (): Schema => new Schema('boolean')
const unknownShape = (): Schema => new Schema('unknown')
const enumShape = (options: readonly string[]): Schema => new Schema('enum', { options })
const literalShape = (value: unknown): Schema => new Schema('literal', { values: new Set([value].flat()) })
const arrayShape = (element: Schema): Schema => new Schema('array', { element })
const recordShape = (_: Schema, valueType: Schema): Schema => new Schema('record', { valueType })
const unionShape = (options: readonly Schema[]): Schema => new Schema('union', { options })
const taggedShape = (_: string, options: readonly Schema[]): Schema => unionShape(options)
const dayShape = (): Schema => new Schema('string', { format: 'date' })
const timeShape = (): Schema => new Schema('string', { format: 'datetime' })

const isoShapes = { date: dayShape, datetime: timeShape }
const coercedShapes = { number: numberShape }

export {
  arrayShape as array,
  booleanShape as boolean,
  booleanShape as stringbool,
  coercedShapes as coerce,
  enumShape as enum,
  intShape as int,
  isoShapes as iso,
  literalShape as literal,
  numberShape as number,
  objectShape as object,
  recordShape as partialRecord,
  recordShape as record,
  stringShape as string,
  taggedShape as discriminatedUnion,
  unionShape as union,
  unknownShape as unknown,
}
