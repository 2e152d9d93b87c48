import type { Colleague, CustomerNoteEntity, Mention, NoteEntity } from '../entities/note.ts'
import { compareNotes } from '../notes/rules.ts'
import type { Person } from '../conversations/rules.ts'
import { noteReactions } from '../notes/constants.ts'
import { fieldsOf, listOf, numberOf, textOf, timeOf } from './value.ts'

const epoch = new Date(0).toISOString()

/** Reads whom something names. Never throws. */
export const readColleague = (raw: unknown): Colleague => {
  const { id, name } = fieldsOf(raw)
  return { id: textOf(id) ?? '', name: textOf(name) ?? 'A colleague' }
}

/** Agents by name; entries without an id are left out. */
const readColleagues = (raw: unknown): readonly Colleague[] =>
  listOf(raw)
    .map(readColleague)
    .filter(({ id }) => id !== '')

/** The colleagues who may be mentioned; entries without an id are left out. */
export const readMentionable = (raw: unknown): readonly Person[] =>
  listOf(raw)
    .map(one => ({ ...readColleague(one), department: textOf(fieldsOf(one)['department']) }))
    .filter(({ id }) => id !== '')

/** Reads whom a note mentions; without the words that it does so by they are the name. */
const readMention = (raw: unknown): Mention => {
  const colleague = readColleague(raw)
  return { ...colleague, written: textOf(fieldsOf(raw)['written']) ?? colleague.name }
}

/** Reads one note. Never throws; what is missing reads as empty, and a sign that is not known is left out. */
export function readNote(raw: unknown): NoteEntity {
  const fields = fieldsOf(raw)
  return {
    id: textOf(fields['id']) ?? '',
    conversation_id: textOf(fields['conversation_id']) ?? '',
    agent: readColleague(fields['agent']),
    text: textOf(fields['text']) ?? '',
    created_at: timeOf(fields['created_at']) ?? epoch,
    edited_at: timeOf(fields['edited_at']),
    mentions: listOf(fields['mentions'])
      .map(readMention)
      .filter(({ id }) => id !== ''),
    reactions: listOf(fields['reactions']).flatMap(one => {
      const { emoji, agents } = fieldsOf(one)
      const known = noteReactions.find(sign => sign === emoji)
      return known === undefined ? [] : [{ emoji: known, agents: readColleagues(agents) }]
    }),
    client_note_id: textOf(fields['client_note_id']),
  }
}

/** The notes of an answer in the thread's order; entries without an id are left out. */
export const readNotes = (raw: unknown): readonly NoteEntity[] =>
  listOf(raw)
    .map(readNote)
    .filter(({ id }) => id !== '')
    .toSorted(compareNotes)

/** Reads the note on a customer. Never throws; what is missing reads as none. */
export function readCustomerNote(raw: unknown): CustomerNoteEntity {
  const fields = fieldsOf(raw)
  const { at, by } = fieldsOf(fields['changed'])
  const changedAt = timeOf(at)
  return {
    conversation_id: textOf(fields['conversation_id']) ?? '',
    text: textOf(fields['text']) ?? '',
    version: numberOf(fields['version']) ?? 0,
    changed: changedAt === null ? null : { at: changedAt, by: readColleague(by) },
  }
}
