import { fold } from './fold.ts'

/** A person among whom is chosen. */
export interface Person {
  readonly id: string
  readonly name: string
  readonly department: string | null
}

/** A name with what tells it apart from a namesake. */
export const nameWith = (name: string, detail: string): string => `${name} (${detail})`

/** What may tell a person apart, the better words first. */
export const detailsOf = ({ id, department }: Omit<Person, 'name'>): readonly string[] => [
  ...(department === null ? [] : [department]),
  `agent ${id}`,
]

/** How a chooser names each of these people: with their department, else their number, where another's name reads the same. */
export function namesApart(people: readonly Person[]): (person: Person) => string {
  const byName = new Map<string, Person[]>()
  for (const person of people) {
    const name = fold(person.name)
    byName.set(name, [...(byName.get(name) ?? []), person])
  }
  return person => {
    const namesakes = (byName.get(fold(person.name)) ?? []).filter(({ id }) => id !== person.id)
    if (namesakes.length === 0) return person.name
    const taken = new Set(namesakes.flatMap(detailsOf).map(fold))
    const detail = detailsOf(person).find(one => !taken.has(fold(one)))
    return detail === undefined ? person.name : nameWith(person.name, detail)
  }
}
