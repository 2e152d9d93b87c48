import type { NoteEntity } from '@parley/core/notes/api'
import { compareIds } from '@parley/core/conversations/rules'
import type { Calendar } from '@parley/core/text/format'
import type { OutboxEntry } from '@parley/core/messages/outbox'
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
  return mixed(
    rows,
    shown.map(note => ({ ...plain, key: note.id, kind: 'note', note })),
    (one, row) => isBefore(one.note, row),
    calendar,
  )
}

/** The same with what this device holds and what does not go by itself: each stands where it was written. */
export const withStopped = (
  rows: readonly ThreadRow[],
  entries: readonly OutboxEntry[],
  calendar: Calendar,
): readonly ThreadRow[] =>
  mixed(
    rows,
    entries.map(entry => ({ ...plain, key: `client:${entry.clientId}`, kind: 'outbox', entry })),
    (one, row) => rowTimeOf(one) < rowTimeOf(row),
    calendar,
  )

const plain = { day: null, isFirstUnread: false, continues: false } as const

function mixed<Row extends ThreadRow>(
  rows: readonly ThreadRow[],
  others: readonly Row[],
  isBefore: (other: Row, row: ThreadRow) => boolean,
  calendar: Calendar,
): readonly ThreadRow[] {
  if (others.length === 0) return rows
  const all: ThreadRow[] = []
  let next = 0
  let isBelowOther = false
  const put = (other: Row) => {
    const above = all.at(-1)
    all.push({ ...other, day: dayAbove(rowTimeOf(other), above && rowTimeOf(above), calendar) })
    next += 1
    isBelowOther = true
  }
  for (const row of rows) {
    for (let one = others[next]; one !== undefined && isBefore(one, row); one = others[next]) put(one)
    const above = all.at(-1)
    // What stands below one begins a group, and no day that it has begun.
    all.push(
      isBelowOther && above !== undefined
        ? { ...row, continues: false, day: dayAbove(rowTimeOf(row), rowTimeOf(above), calendar) }
        : row,
    )
    isBelowOther = false
  }
  for (const other of others.slice(next)) put(other)
  return all
}
