import type { Colleague, NoteEntity } from '../entities/note.ts'
import { compareIds } from './conversation.ts'
import { fold } from './fold.ts'

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

/** How long the longest of these names is that stands at a place; 0: none does. A name ends where a word does. */
function nameLengthAt(text: string, at: number, names: readonly string[]): number {
  const fitting = names.filter(
    name =>
      name !== '' &&
      text.slice(at, at + name.length).toLowerCase() === name.toLowerCase() &&
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

/** Which colleagues a text mentions; of several with one name all are meant. */
export function mentionedIn<One extends Pick<Colleague, 'name'>>(
  text: string,
  people: readonly One[],
): readonly One[] {
  const said = new Set(
    noteParts(text, people).flatMap(part => (part.mention ? [part.text.slice(1).toLowerCase()] : [])),
  )
  return people.filter(({ name }) => said.has(name.toLowerCase()))
}

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
