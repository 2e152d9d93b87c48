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
export const namesApart =
  (people: readonly Person[]): ((person: Person) => string) =>
  person => {
    const namesakes = people.filter(({ id, name }) => id !== person.id && fold(name) === fold(person.name))
    if (namesakes.length === 0) return person.name
    const taken = new Set(namesakes.flatMap(detailsOf).map(fold))
    const detail = detailsOf(person).find(one => !taken.has(fold(one)))
    return detail === undefined ? person.name : nameWith(person.name, detail)
  }
