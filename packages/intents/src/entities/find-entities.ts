import { ninProblem } from '@parley/core/customers/rules'
import { findAmounts } from './amount.ts'
import { findDays } from './day.ts'
import { type Entity, type Finder, findBy } from './entity.ts'
import { findPhones } from './phone.ts'

const findEmails = findBy('email', /[^\s@<>(),;:"]+@[^\s@<>(),;:"]+\.\p{L}{2,}/giu, ([text]) =>
  text.toLowerCase(),
)

const findNationalIds = findBy(
  'national_id',
  /(?<![\p{L}\p{N}])c[mf]\s?(?:[a-z0-9]\s?){11}[a-z0-9](?![\p{L}\p{N}])/giu,
  ([text]) => (ninProblem(text) === null ? text.replaceAll(/\s/g, '').toUpperCase() : null),
)

/** Policies, receipts and applications: letters, a line and digits; or two groups of digits. */
const findReferences = findBy(
  'reference',
  /(?<![\p{L}\p{N}-])(?:\p{L}{2,4}-\d{3,8}|\d{4}-\d{4})(?![\p{L}\p{N}-])/giu,
  ([text]) => text.toUpperCase(),
)

/** What is found first keeps its place: a policy's digits are no amount. */
const finders: readonly Finder[] = [
  findEmails,
  findNationalIds,
  findReferences,
  findPhones,
  ...findAmounts,
  findDays,
]

/** A text longer than a message is read in its beginning. */
const mostLetters = 4_096

/**
 * What a text names, in its order: e-mail addresses, phone numbers, national IDs, references, days and amounts. `now`: what
 * "tomorrow" is behind.
 */
export function findEntities(text: string, now: Date): readonly Entity[] {
  const found: Entity[] = []
  const read = text.slice(0, mostLetters)
  for (const finder of finders) {
    for (const entity of finder(read, now)) {
      if (!found.some(one => overlap(one, entity))) found.push(entity)
    }
  }
  return found.toSorted((a, b) => a.from - b.from)
}

const overlap = (a: Entity, b: Entity): boolean =>
  a.from < b.from + b.text.length && b.from < a.from + a.text.length
