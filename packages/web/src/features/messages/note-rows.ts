import type { NoteEntity } from '@parley/core/entities/note'
import { compareIds } from '@parley/core/rules/conversation'
import type { Calendar } from '@parley/core/rules/format'
import { dayAbove, rowIdOf, rowTimeOf, type ThreadRow } from './thread-rows.ts'

/** How far what is held of a thread reaches: whether messages stand before its first, and behind its last. */
interface Reach {
  readonly hasOlder: boolean
  readonly hasNewer: boolean
}

/** Whether a note stands before a row: by time, then by id, as messages stand among each other. */
function isBefore(note: NoteEntity, row: ThreadRow): boolean {
  const at = rowTimeOf(row)
  if (note.created_at !== at) return note.created_at < at
  const id = rowIdOf(row)
  return id === null || compareIds(note.id, id) < 0
}

/**
 * A thread's rows with the notes among them, by time. A note from before what is held, or behind the end of a stretch, is
 * left out until the messages around it are there. Without notes they are the very same rows.
 */
export function withNotes(
  rows: readonly ThreadRow[],
  notes: readonly NoteEntity[],
  { hasOlder, hasNewer }: Reach,
  calendar: Calendar,
): readonly ThreadRow[] {
  const [first, last] = [rows[0], rows.at(-1)]
  const shown = notes.filter(
    note =>
      !(hasOlder && first !== undefined && isBefore(note, first)) &&
      !(hasNewer && last !== undefined && !isBefore(note, last)),
  )
  if (shown.length === 0) return rows
  const mixed: ThreadRow[] = []
  let next = 0
  const put = (note: NoteEntity) => {
    const above = mixed.at(-1)
    mixed.push({
      key: note.id,
      kind: 'note',
      note,
      day: dayAbove(note.created_at, above && rowTimeOf(above), calendar),
      isFirstUnread: false,
      continues: false,
    })
  }
  for (const row of rows) {
    for (let note = shown[next]; note !== undefined && isBefore(note, row); note = shown[next]) {
      put(note)
      next += 1
    }
    const above = mixed.at(-1)
    // What stands below a note begins a group, and no day that the note has begun.
    mixed.push(
      above?.kind === 'note'
        ? { ...row, continues: false, day: dayAbove(rowTimeOf(row), rowTimeOf(above), calendar) }
        : row,
    )
  }
  for (const note of shown.slice(next)) put(note)
  return mixed
}
