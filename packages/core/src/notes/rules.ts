import { byTime, namesApart, type Person } from '../conversations/rules.ts'
import type { Colleague, Mention } from './api.ts'
import { fold } from '../text/fold.ts'

/** The thread's order: by time, then by id, like messages. */
export const compareNotes = byTime('created_at', 'oldest')

/** A piece of a note's text; `mention`: an @ with the name of a colleague. */
interface NotePart {
  readonly text: string
  readonly mention: boolean
}

const isWordCharacter = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}_]/u.test(character)

const isSameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/** The length of the longest of these names at this place; 0: none. A name ends at the end of a word. */
function nameLengthAt(text: string, at: number, names: readonly string[]): number {
  const fitting = names.filter(
    name =>
      name !== '' &&
      isSameName(text.slice(at, at + name.length), name) &&
      !isWordCharacter(text[at + name.length]),
  )
  return Math.max(0, ...fitting.map(name => name.length))
}

/** A note's text, split into mentions of these colleagues and the text between. */
export function noteParts(text: string, people: readonly Pick<Colleague, 'name'>[]): readonly NotePart[] {
  const names = people.map(({ name }) => name)
  const parts: NotePart[] = []
  let from = 0
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    // An e-mail address is not a mention.
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

/** Colleagues with a unique name each, in a note that already mentions others. */
export function mentionNames(people: readonly Person[], before: readonly Mention[]): readonly Colleague[] {
  const nameOf = namesApart([...people, ...asWritten(before).map(one => ({ ...one, department: null }))])
  return people.map(person => ({ id: person.id, name: nameOf(person) }))
}

/**
 * The ids of the colleagues that a text mentions. A mention that the note already had keeps its person; then a chosen name means
 * one person; then a typed name means all who have it.
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

/** The form that `nameWith` writes. */
const isNameWithDetail = (words: string, name: string): boolean =>
  words.toLowerCase().startsWith(`${name.toLowerCase()} (`)

/** The text after an @ that mentions a colleague: the longest of these in the text; null: none. */
export const wordsOfMention = (text: string, words: readonly string[]): string | null =>
  words
    .toSorted((a, b) => b.length - a.length)
    .find(name => noteParts(text, [{ name }]).some(part => part.mention)) ?? null

/** A note's parts for display: a colleague renamed since appears under today's name. */
export const shownParts = (text: string, mentions: readonly Mention[]): readonly NotePart[] =>
  noteParts(text, asWritten(mentions)).map(part => {
    if (!part.mention) return part
    const meant = mentions.filter(({ written }) => isSameName(written, part.text.slice(1)))
    const isToday = meant.every(
      ({ name, written }) => isSameName(written, name) || isNameWithDetail(written, name),
    )
    return isToday ? part : { ...part, text: `@${meant.map(({ name }) => name).join(', ')}` }
  })

/** The part of a name typed between an @ and the caret, and the place of the @; null: no name is being typed. */
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

/** The colleagues whose name, or a later word of it, begins with the typed text. */
export function mentionMatches<One extends Pick<Colleague, 'name'>>(
  typed: string,
  people: readonly One[],
): readonly One[] {
  // A space after a word means that it is complete.
  const wanted = `${fold(typed)}${/\S\s$/.test(typed) ? ' ' : ''}`
  return people.filter(({ name }) => ` ${fold(name)}`.includes(` ${wanted}`))
}
