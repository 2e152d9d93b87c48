import { compareIds, namesApart, type Person } from '../conversations/rules.ts'
import type { Colleague, Mention, NoteEntity } from './api.ts'
import { fold } from '../text/fold.ts'

/** The thread's order: by time, then by id, as messages have it. */
export const compareNotes = (
  a: Pick<NoteEntity, 'id' | 'created_at'>,
  b: Pick<NoteEntity, 'id' | 'created_at'>,
): number => (a.created_at === b.created_at ? compareIds(a.id, b.id) : a.created_at < b.created_at ? -1 : 1)

/** A piece of a note's text; `mention`: it is an @ with the name of a colleague. */
export interface NotePart {
  readonly text: string
  readonly mention: boolean
}

const isWordCharacter = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}_]/u.test(character)

const isSameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/** How long the longest of these names is that stands at a place; 0: none does. A name ends where a word does. */
function nameLengthAt(text: string, at: number, names: readonly string[]): number {
  const fitting = names.filter(
    name =>
      name !== '' &&
      isSameName(text.slice(at, at + name.length), name) &&
      !isWordCharacter(text[at + name.length]),
  )
  return Math.max(0, ...fitting.map(name => name.length))
}

/** A note's text in its parts: what mentions one of these colleagues, and what stands between. */
export function noteParts(text: string, people: readonly Pick<Colleague, 'name'>[]): readonly NotePart[] {
  const names = people.map(({ name }) => name)
  const parts: NotePart[] = []
  let from = 0
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    // An e-mail address mentions nobody.
    if (at < from || isWordCharacter(text[at - 1])) continue
    const length = nameLengthAt(text, at + 1, names)
    if (length === 0) continue
    if (at > from) parts.push({ text: text.slice(from, at), mention: false })
    from = at + 1 + length
    parts.push({ text: text.slice(at, from), mention: true })
  }
  if (from < text.length) parts.push({ text: text.slice(from), mention: false })
  return parts
}

const asWritten = (mentions: readonly Mention[]): readonly Colleague[] =>
  mentions.map(({ id, written }) => ({ id, name: written }))

/** Colleagues under the names that mention each of them alone, in a note that mentions others already. */
export function mentionNames(people: readonly Person[], before: readonly Mention[]): readonly Colleague[] {
  const nameOf = namesApart([...people, ...asWritten(before).map(one => ({ ...one, department: null }))])
  return people.map(person => ({ id: person.id, name: nameOf(person) }))
}

/**
 * The ids of those whom a text mentions. Words that the note has already mean whom they meant, then a name that was chosen
 * means one, then a name that was typed means all who have it.
 */
export function mentionedIn(
  text: string,
  people: readonly Person[],
  before: readonly Mention[],
): readonly string[] {
  const lists = [asWritten(before), before, mentionNames(people, before), people]
  const meant = noteParts(text, lists.flat())
    .filter(part => part.mention)
    .flatMap(part => {
      const named = lists.map(list => list.filter(({ name }) => isSameName(name, part.text.slice(1))))
      return named.find(found => found.length > 0) ?? []
    })
  return [...new Set(meant.map(({ id }) => id))]
}

/** As `nameWith` writes it. */
const isNameWithDetail = (words: string, name: string): boolean =>
  words.toLowerCase().startsWith(`${name.toLowerCase()} (`)

/** The words behind an @ by which a text mentions a colleague: the longest of these that it has; null: it has none. */
export const wordsOfMention = (text: string, words: readonly string[]): string | null =>
  words
    .toSorted((a, b) => b.length - a.length)
    .find(name => noteParts(text, [{ name }]).some(part => part.mention)) ?? null

/** A note's parts as they are shown: who was renamed since stands under today's name. */
export const shownParts = (text: string, mentions: readonly Mention[]): readonly NotePart[] =>
  noteParts(text, asWritten(mentions)).map(part => {
    if (!part.mention) return part
    const meant = mentions.filter(({ written }) => isSameName(written, part.text.slice(1)))
    const isToday = meant.every(
      ({ name, written }) => isSameName(written, name) || isNameWithDetail(written, name),
    )
    return isToday ? part : { ...part, text: `@${meant.map(({ name }) => name).join(', ')}` }
  })

/** What is typed of a name behind an @ before the caret, and where the @ stands; null: no name is being typed. */
export function mentionTyped(
  text: string,
  caret: number,
): { readonly at: number; readonly typed: string } | null {
  const at = text.lastIndexOf('@', caret - 1)
  if (at === -1 || isWordCharacter(text[at - 1])) return null
  const typed = text.slice(at + 1, caret)
  // A name may have several words; a mention has no line break and no two spaces in a row.
  return /^(\S+ ){0,4}\S*$/.test(typed) ? { at, typed } : null
}

/** The colleagues whose name, or a later word of it, begins with what is typed. */
export function mentionMatches<One extends Pick<Colleague, 'name'>>(
  typed: string,
  people: readonly One[],
): readonly One[] {
  // A space behind a word says that it is whole.
  const wanted = `${fold(typed)}${/\S\s$/.test(typed) ? ' ' : ''}`
  return people.filter(({ name }) => ` ${fold(name)}`.includes(` ${wanted}`))
}
